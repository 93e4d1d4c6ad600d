/* Check a finished game in the visitor's own browser: from history.json alone, without asking the server for anything else. What is done
   here is described on /fairness/. Decks are shuffled again here and compared; nothing that the record says is taken for granted. */
"use strict";

const Check = (() => {
  // --- SHA-256: the browser's own, or ours where a page came over plain http and the browser's is locked away ---

  const K = [], H = [];
  // The first 32 bits of the fractional parts of roots of the first primes, as the standard defines its constants
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  for (let n = 2; K.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (H.length < 8) H.push(fraction(Math.sqrt(n)));
    K.push(fraction(Math.cbrt(n)));
  }

  const ownSha256 = (bytes) => {
    const length = Math.ceil((bytes.length + 9) / 64) * 64;
    const padded = new Uint8Array(length);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(length - 4, bytes.length * 8);
    const state = [...H], w = new Uint32Array(64);
    const turn = (x, n) => (x >>> n) | (x << (32 - n));
    for (let at = 0; at < length; at += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const one = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const two = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = w[i - 16] + one + w[i - 7] + two;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] = (state[i] + value) | 0; });
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((value, i) => digest.setInt32(4 * i, value));
    return new Uint8Array(digest.buffer);
  };

  const sha256 = async (bytes) =>
    globalThis.crypto?.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : ownSha256(bytes);

  const utf8 = (text) => new TextEncoder().encode(text);
  const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

  // The key, our seed, is shorter than a block of the hash
  const hmac = async (key, message) => {
    const pad = (byte) => Uint8Array.from({ length: 64 }, (_, i) => byte ^ (key[i] ?? 0));
    return sha256(joined(pad(0x5c), await sha256(joined(pad(0x36), message))));
  };

  // --- the shuffle ---

  const RANKS = [..."A23456789TJQK"], SUITS = [..."CDHS"];
  const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
  const WITH_JOKERS = [...DECK, "X1", "X2"];

  const seedOf = (secret, cuts) => sha256(joined(secret, ...cuts.flatMap((cut) => [[0], utf8(cut)])));

  const numbers = (seed, round, shuffle) => {
    let block = 0, words = [];
    return {
      /* 0 .. count-1, all equally likely. */
      below: async (count) => {
        for (;;) {
          if (!words.length) {
            const view = new DataView((await hmac(seed, utf8(`${round}:${shuffle}:${block++}`))).buffer);
            for (let i = 0; i < 32; i += 4) words.push(view.getUint32(i));
          }
          const word = words.shift();
          if (word < Math.floor(2 ** 32 / count) * count) return word % count;
        }
      },
    };
  };

  const shuffled = async (seed, round, shuffle, cards) => {
    const order = WITH_JOKERS.filter((card) => cards.includes(card)), from = numbers(seed, round, shuffle);
    for (let i = order.length - 1; i > 0; i--) {
      const k = await from.below(i + 1);
      [order[i], order[k]] = [order[k], order[i]];
    }
    return order;
  };

  const same = (one, other) => one.length === other.length && one.every((card, i) => card === other[i]);

  /* Whether the hands were dealt one card at a time from the top, clockwise from whoever got the first. */
  const dealtFrom = (order, hands, upcard) => {
    const seats = hands.map((_, seat) => seat).filter((seat) => hands[seat].length);
    const first = seats.findIndex((seat) => hands[seat][0] === order[0]);
    if (first < 0) return false;
    const players = [...seats.slice(first), ...seats.slice(0, first)];
    const count = players.length * hands[players[0]].length;
    return players.every((seat, place) => same(hands[seat], order.slice(0, count).filter((_, i) => i % players.length === place)))
      && (upcard === null || upcard === order[count]);
  };

  /* Follow every card that moves tell of; the number of the first move that moves a card which is not there, or null. What is put away
     with a card lies on the pile; an empty stock is made of the pile without its top. */
  const misplaced = (round, decks) => {
    const hands = round.hands.map((hand) => [...hand]);
    const dealt = hands.flat().length + (round.upcard === null ? 0 : 1);
    let stock = decks[0].slice(dealt), pile = round.upcard === null ? [] : [round.upcard], reshuffles = 0;
    for (const { number, seat, action } of round.moves) {
      const hand = hands[seat];
      if (!hand) return number;
      if (action.from === "stock") {
        if (!stock.length) {
          const below = pile.slice(0, -1), deck = decks[++reshuffles];
          if (!deck || !below.length || !same([...deck].sort(), below.sort())) return number;
          stock = [...deck];
          pile = pile.slice(-1);
        }
        hand.push(stock.shift());
      } else if (action.from === "discard") {
        if (!pile.length) return number;
        hand.push(pile.pop());
      } else if (typeof action.card === "string") {
        const at = hand.indexOf(action.card);
        if (at < 0) return number;
        pile.push(...hand.splice(at, 1));
      }
    }
    return reshuffles < decks.length - 1 ? round.moves.length : null;
  };

  // --- the check: tells `found` everything, in order ---

  const check = async (game, mine, found) => {
    const secret = unhex(game.secret);
    found("commitment", hex(await sha256(secret)) === game.commitment);
    if (!mine?.commitment) found("remembered", null);
    else found("remembered", mine.commitment === game.commitment);
    if (mine?.cut && game.rounds.length) {
      // A cut that came after the start is in no list. Whose seat it is tells the handle, if it was not changed
      const seat = game.seats.indexOf(mine.handle), late = (seat < 0 ? game.cuts : [game.cuts[seat]]).includes("");
      found("cut", game.cuts.includes(mine.cut) || (late ? null : false));
    }
    const seed = await seedOf(secret, game.cuts);
    if (game.first_dealer !== null) {
      const dealer = await numbers(seed, 0, 0).below(game.seats.length);
      found("lot", dealer === game.first_dealer, game.seats[dealer]);
    }
    if (game.rounds.some((round, i) => round.number !== i + 1)) found("order", false);
    for (const round of game.rounds) await checkRound(seed, round, found);
  };

  const checkRound = async (seed, round, found) => {
    if (!round.shuffles.length) return found("deal", null, round.number);
    const decks = [];
    for (const [j, listed] of round.shuffles.entries()) {
      const whole = listed.length > DECK.length ? WITH_JOKERS : DECK;
      const order = await shuffled(seed, round.number, j, j ? listed : whole);
      decks.push(order);
      found(j ? "reshuffle" : "deal", same(order, listed), round.number, j);
    }
    if (!round.hands) return;
    if (!dealtFrom(decks[0], round.hands, round.upcard)) return found("hands", false, round.number);
    const wrong = misplaced(round, decks);
    found("moves", wrong === null, round.number, wrong);
  };

  // --- the page ---

  const place = document.getElementById("check");
  const word = (name, one = "", two = "") => {
    const words = document.getElementById("check-words").content;
    return words.querySelector(`[data-word="${name}"]`).textContent.replace("##", two).replace("#", one);
  };

  const run = async () => {
    const verdict = place.querySelector(".verdict"), list = place.querySelector(".findings");
    const say = (name, result, ...more) => {
      verdict.textContent = word(name, ...more);
      verdict.dataset.result = result;
      verdict.hidden = false;
    };
    list.replaceChildren();
    say("working", "");
    let decks = 0, bad = 0;
    const found = (code, good, one, two) => {
      const line = document.createElement("li");
      const unsure = { remembered: "none", cut: "late", deal: "none" };
      line.dataset.result = good === null ? "unsure" : good ? "good" : "bad";
      line.textContent = word(`${code}-${good === null ? unsure[code] : line.dataset.result}`, one, two);
      list.append(line);
      if (good === false) bad++;
      else if (good && (code === "deal" || code === "reshuffle")) decks++;
    };
    let game;
    try {
      const answer = await fetch(place.dataset.history);
      if (!answer.ok) throw new Error(answer.status);
      game = await answer.json();
    } catch {
      return say("unavailable", "bad");
    }
    try {
      await check(game, Seats.get(place.dataset.code), found);
    } catch {
      return say("unreadable", "bad");
    }
    say(bad ? "some-bad" : "all-good", bad ? "bad" : "good", decks);
  };

  document.addEventListener("DOMContentLoaded", () => {
    const button = place.querySelector("[data-check]");
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      await run();
      button.disabled = false;
    });
  });
})();
