/* Cards travel: what lies elsewhere after a frame than before is seen to go there. The frame is on the page at once and answers to
   fingers as ever; what flies is a picture that nothing can hit, for at most LONGEST. Without motion, by the system or by preference,
   and where the browser cannot, things are where they belong. */
"use strict";

const Motion = (() => {
  const board = document.getElementById("board");
  const LONGEST = 400, TRAVEL = 320, SHIFT = 200, STAGGER = 25; // milliseconds
  const EASE = "cubic-bezier(.2, .8, .3, 1)";
  const BETS = ["bet", "called", "raised", "blind_posted"];

  /* What flies is drawn here, above the regions: none of them is torn, and none has to show what leaves it. */
  const sky = document.createElement("div");
  sky.id = "sky";
  sky.setAttribute("aria-hidden", "true");
  board.append(sky);

  const $ = (selector) => board.querySelector(selector);
  const box = (element) => element?.checkVisibility?.() ? element.getBoundingClientRect() : null;
  const face = (card) => card?.querySelector("use")?.getAttribute("href").split("#card-")[1];
  const inHand = () => new Map([...board.querySelectorAll("#hand .card")].map((card) => [face(card), card]).filter(([name]) => name !== "back"));
  const backs = () => board.querySelectorAll("#hand .hidden-cards .card").length;
  const middle = (rect, width, height) => new DOMRect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height);

  /* The table as it lies now. Rectangles are of the screen. */
  const scene = () => {
    const top = $("#center .top .card, #center .upcard .card");
    return {
      cards: $("#hand .cards"), // another element if any of them has changed
      hand: new Map([...inHand()].map(([name, card]) => [name, box(card)])),
      backs: backs(),
      top: face(top),
      topAt: box(top),
      boxed: face($(".splash-box .card")),
      stock: Number($("[data-stock]")?.dataset.stock ?? NaN),
      stockAt: box($("#center .deck")),
      pot: $(".pot dd")?.textContent.trim(),
      round: $("#topbar")?.dataset.round,
    };
  };

  /* A card that was dragged goes on from where it was let go. */
  let letGo = { name: null };
  document.addEventListener("pointerup", () => {
    const dragged = document.getElementById("dragged");
    if (dragged) letGo = { name: face(dragged), at: box(dragged), when: performance.now() };
  }, true);
  const dragged = (name) => letGo.name === name && performance.now() - letGo.when < 2_000 ? letGo.at : null;

  const seatAt = (number) => number === "" ? null : box($(`#seats [data-seat="${number}"] .avatar`)) ?? (number === board.dataset.me ? box($("#hand header")) : null);

  /* All places are looked up before anything is set in motion: each look after a change would cost the browser a layout. */
  const meant = [];
  const set = (off) => meant.push(off);

  /* Show a copy of `what` on its way between two places; the original appears when it is there. */
  const fly = (what, from, to, options) => { if (from?.width && to?.width) set(() => send(what, from, to, options)); };
  const send = (what, from, to, { delay = 0, fade = false } = {}) => {
    const copy = what.cloneNode(true);
    Object.assign(copy.style, { position: "absolute", left: `${to.x}px`, top: `${to.y}px`, width: `${to.width}px`, height: `${to.height}px`, margin: 0, translate: "none" });
    copy.dataset.flies = face(what) ?? "chip";
    sky.append(copy);
    const duration = Math.min(TRAVEL, LONGEST - delay), options = { duration, delay, easing: EASE, fill: "backwards" };
    const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
    const flight = copy.animate([{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0", opacity: fade ? 0 : 1 }], options);
    if (what.isConnected) what.animate([{ opacity: 0 }, { opacity: 0 }], { duration, delay, fill: "backwards" });
    flight.onfinish = flight.oncancel = () => copy.remove();
  };

  const turn = (card, delay = 0) => set(() => card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: TRAVEL - delay, delay, easing: EASE, fill: "backwards" }));

  const back = () => $("#center .deck .card");

  const travel = (before) => {
    const after = scene(), { last, by } = $("#seats")?.dataset ?? {};
    const cards = inHand(), mine = by === board.dataset.me;
    const dealt = before.round !== after.round || !before.hand.size;

    // My hand: what is new comes from where it was, what was there already makes room
    let row = 0;
    if (after.cards !== before.cards) for (const [name, card] of cards) {
      const from = before.hand.get(name), to = after.hand.get(name);
      if (!to) continue;
      const delay = Math.min(row++ * STAGGER, LONGEST - SHIFT);
      if (dealt) fly(card, middle(after.stockAt ?? box($("#center")) ?? to, to.width, to.height), to, { delay });
      else if (from) shift(card, from, to);
      else if (before.backs && !after.backs) turn(card, Math.min(delay, 80));
      else fly(card, dragged(name) ?? (name === before.top ? before.topAt : dragged("back") ?? before.stockAt ?? after.stockAt), to);
    }

    // The pile: from my hand, or from whoever threw it
    const top = $("#center .top .card");
    if (top && !dealt && after.top !== before.top && last === "discarded") fly(top, dragged(after.top) ?? before.hand.get(after.top) ?? seatAt(by), after.topAt);
    const boxed = $(".splash-box .card");
    if (boxed && after.boxed !== before.boxed) fly(boxed, dragged(after.boxed) ?? before.hand.get(after.boxed) ?? seatAt(by), box(boxed));

    // Somebody else's draw, face down or up
    if (!dealt && !mine && last === "drew_stock" && after.stock < before.stock && back()) fly(back().cloneNode(true), after.stockAt, small(seatAt(by)), { fade: true });
    if (!dealt && !mine && last === "took_discard" && before.top !== after.top && before.topAt) {
      const taken = (back() ?? top)?.cloneNode(true);
      if (taken) {
        const use = taken.querySelector("use");
        use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#card-${before.top}`));
        taken.setAttribute("class", `card card-${before.top.slice(1)}`);
        fly(taken, before.topAt, small(seatAt(by)), { fade: true });
      }
    }

    // Chips to the pot
    const pot = $(".pot dd"), from = BETS.includes(last) && after.pot !== before.pot ? seatAt(by) : null;
    if (pot && from) {
      const chip = document.createElement("i");
      chip.className = "flying-chip";
      fly(chip, middle(from, 22, 22), middle(box(pot), 22, 22));
    }

    // A knock is felt, where the device can shake too
    if (last === "knocked" && $(".banner.now")) {
      const shake = [0, -7, 7, -4, 3, 0].map((x) => ({ transform: `translate(${x}px, ${Math.abs(x) / 3}px)` }));
      set(() => $("#center").animate(shake, { duration: 380, easing: "ease-out" }));
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([25, 60, 25]);
    }
  };

  const small = (rect) => rect && middle(rect, rect.width * .7, rect.width * .98);

  const shift = (card, from, to) => {
    const x = from.x - to.x, y = from.y - to.y;
    if (Math.abs(x) + Math.abs(y) < 2) return;
    set(() => card.animate([{ transform: `translate(${x}px, ${y}px)` }, {}], { duration: SHIFT, easing: EASE }));
  };

  /* Look at the table before a frame is drawn; the function that this returns lets travel what has moved. `greeted`: this page
     has shown the table before, so that there is something to move from. That happens just before the browser draws, when it has to
     find out all places anyway; of two frames that come at once, it goes from before the first to after the second. */
  let before = null, next = 0;
  const look = (greeted) => {
    if (!greeted || document.hidden || !Preferences.moves()) return () => {};
    sky.replaceChildren(); // what still flies has been overtaken
    before ??= scene();
    return () => {
      cancelAnimationFrame(next);
      next = requestAnimationFrame(() => {
        travel(before);
        before = null;
        for (const off of meant.splice(0)) off();
      });
    };
  };

  return { look };
})();
