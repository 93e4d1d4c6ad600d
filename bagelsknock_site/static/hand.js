/* The hand as its holder likes it. It comes laid out in melds; it can be sorted otherwise, which is remembered, or put into an order of
   one's own, which is kept for this hand. A card is dragged to another place, or onto a pile that takes it, or flicked up; a card of
   a pile is dragged to the hand. A drag is of a picture: the hand may be drawn anew in the meantime, and what counts is where the card is let go. */
"use strict";

const Hand = (() => {
  const board = document.getElementById("board");
  const kept = `hand:${board.dataset.code}`;
  const RANKS = "A23456789TJQKX", SUITS = "CDSH12"; // black and red by turns; jokers last
  const SLIP = 8, NEAR = 32, RISE = 48; // pixels: of a finger that means a tap, around a pile, of a flick
  const FLICK = 0.5, LATELY = 100; // pixels per millisecond at the end, which is so many milliseconds

  const hand = () => document.getElementById("hand");
  const cards = () => [...hand().querySelectorAll("[data-card]")];
  const held = (card) => hand().querySelector(`[data-card="${card}"]`);
  const input = (card) => document.getElementById(`card-${card}`);
  const takes = (card, verb) => input(card)?.dataset.verbs.split(" ").includes(verb);

  /* --- the order --- */

  const place = (row, value) => row.indexOf(value) + 1 || row.length + 1;
  const by = (first, second) => (a, b) => first(a) - first(b) || second(a) - second(b);
  const rank = ([rank]) => place(RANKS, rank), suit = ([, suit]) => place(SUITS, suit);
  const ORDERS = { melds: null, suit: by(suit, rank), rank: by(rank, suit) };
  let sorting = Store.lasting.getItem("sorting");
  if (!Object.hasOwn(ORDERS, sorting)) sorting = "melds";

  const own = () => {
    try {
      const { round, order } = JSON.parse(Store.passing.getItem(kept));
      return round === hand().dataset.round && Array.isArray(order) ? order : null;
    } catch {
      return null;
    }
  };
  const order = () => {
    const mine = own();
    return mine ? by((card) => place(mine, card), () => 0) : ORDERS[sorting];
  };

  // The groups as they came, each with its cards
  let came = [];
  const box = () => hand().querySelector(".cards");
  const groups = () => [...box().querySelectorAll(".group:not(.hidden-cards)")];
  const replace = (laid) => {
    for (const group of groups()) group.remove();
    box().prepend(...laid);
  };
  const restore = () => {
    if (!box() || groups().length !== 1 || came.some(([group]) => group.isConnected)) return;
    for (const [group, cards] of came) {
      for (const card of cards) card.classList.remove("melded");
      group.append(...cards);
    }
    replace(came.map(([group]) => group));
  };
  const arrange = () => {
    const focus = document.activeElement, mine = box() && own(), compare = box() && order();
    for (const button of board.querySelectorAll("[data-sort]")) button.setAttribute("aria-pressed", !mine && button.dataset.sort === sorting);
    restore();
    if (compare) {
      const row = document.createElement("div"), all = came.flatMap(([, cards]) => cards);
      row.className = `group n${all.length}`;
      for (const [group, cards] of came) for (const card of cards) card.classList.toggle("melded", group.classList.contains("meld"));
      row.append(...all.sort((a, b) => compare(a.dataset.card, b.dataset.card)));
      replace([row]);
    }
    if (hand().contains(focus)) focus.focus({ preventScroll: true });
    mark();
  };
  const come = () => {
    came = box() ? groups().map((group) => [group, [...group.children]]) : [];
    arrange();
    offer();
  };

  const sort = (how) => {
    sorting = how;
    Store.lasting.setItem("sorting", how);
    Store.passing.removeItem(kept);
    arrange();
  };

  /* Put a card before the one that is now at this place. */
  const put = (card, at) => {
    const now = cards().map((other) => other.dataset.card), from = now.indexOf(card);
    const rest = now.filter((other) => other !== card);
    rest.splice(at > from ? at - 1 : at, 0, card);
    if (rest.join() === now.join()) return;
    Store.passing.setItem(kept, JSON.stringify({ round: hand().dataset.round, order: rest }));
    arrange();
  };

  /* --- the focus, and what is done with a card --- */

  let looked = null; // at this card last
  board.addEventListener("focusin", ({ target }) => { looked = target.closest("#hand [data-card]")?.dataset.card ?? looked; });
  const focus = (card) => {
    const target = input(card) ?? held(card);
    if (target && target !== input(card)) target.tabIndex = -1;
    target?.focus({ preventScroll: true });
  };
  const chosen = () => hand().querySelector("input:checked");
  const at = () => {
    const focused = document.activeElement?.closest("#hand [data-card]") ?? chosen()?.closest("[data-card]");
    return cards().indexOf(focused);
  };

  /* Move the focus by so many cards: from where it is, else from the chosen card, else to the first or the last. */
  const step = (by) => {
    const all = cards(), from = at();
    if (all.length) focus(all[from < 0 ? (by > 0 ? 0 : all.length - 1) : (from + by + all.length) % all.length].dataset.card);
    return all.length > 0;
  };

  /* Move a card itself: the chosen one, else the one that was looked at last. */
  const shift = (by) => {
    const all = cards(), card = chosen()?.value ?? looked, from = all.findIndex((other) => other.dataset.card === card);
    if (from < 0) return false;
    if (from + by >= 0 && from + by < all.length) put(card, from + (by > 0 ? 2 : -1));
    return true;
  };

  const choose = (card) => {
    input(card).checked = true;
    input(card).dispatchEvent(new Event("input", { bubbles: true }));
  };
  const give = (card, verb) => {
    if (!takes(card, verb)) return false;
    choose(card);
    const { form } = input(card);
    form.requestSubmit([...form.elements].find((button) => button.name === "do" && button.value === verb));
    return true;
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-sort]"), move = target.closest("[data-shift]"), pile = target.closest("[data-drop]");
    if (button) sort(button.dataset.sort);
    else if (move) shift(Number(move.dataset.shift));
    else if (pile && chosen()) give(chosen().value, pile.dataset.drop);
  });

  // A chosen card can be put onto a pile by a tap on that
  const offer = () => {
    const card = chosen()?.value;
    for (const pile of board.querySelectorAll("[data-drop]")) pile.classList.toggle("takes", Boolean(card && takes(card, pile.dataset.drop)));
  };
  document.addEventListener("input", ({ target }) => { if (target.name === "card") offer(); });

  /* --- dragging --- */

  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    if (drag || !event.isPrimary || event.button) return;
    const card = event.target.closest("#hand [data-card]"), pile = event.target.closest("#center button.pile");
    const picture = (card ?? pile)?.querySelector(".card");
    if (picture) drag = { id: event.pointerId, card: card?.dataset.card, pile: pile?.value, picture, x: event.x, y: event.y, trace: [event] };
  });

  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    if (!drag.ghost && Math.hypot(event.x - drag.x, event.y - drag.y) < SLIP) return;
    if (!drag.ghost) lift();
    drag.trace = [...drag.trace.filter(({ timeStamp }) => event.timeStamp - timeStamp < LATELY), event];
    drag.ghost.style.translate = `${event.x - drag.x}px ${event.y - drag.y}px`;
    mark();
  });

  const lift = () => {
    const { picture, id } = drag, box = picture.getBoundingClientRect();
    board.setPointerCapture(id); // the card itself may be gone before it is let go
    const ghost = document.createElement("div");
    ghost.id = "dragged";
    ghost.ariaHidden = "true";
    ghost.append(picture.cloneNode(true));
    Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
    board.append(ghost);
    drag.ghost = ghost;
    board.dataset.dragging = drag.card ? "card" : "pile";
  };

  // Where what is dragged would come to if it were let go now: a pile that takes it, or a place in the hand
  const aim = () => {
    const { x, y } = drag.trace.at(-1);
    const within = (box, air) => x > box.left - air && x < box.right + air && y > box.top - air && y < box.bottom + air;
    const pile = drag.card && [...board.querySelectorAll("#center [data-drop]")]
      .find((pile) => takes(drag.card, pile.dataset.drop) && within(pile.getBoundingClientRect(), NEAR));
    if (pile) return { pile };
    if (!within(hand().getBoundingClientRect(), 0)) return {};
    // Cards overlap and may lie in two rows: of each, what is seen of it counts
    const all = cards().map((card) => card.querySelector(".card").getBoundingClientRect());
    const middle = (box, next) => box.left + (next && next.top - box.top < box.height / 2 && next.left > box.left ? Math.min(box.width, next.left - box.left) : box.width) / 2;
    const found = all.findIndex((box, at) => y < box.bottom && x < middle(box, all[at + 1]) && (y > box.top - NEAR || at === 0));
    const below = all.findIndex((box) => y < box.bottom);
    const ends = below < 0 ? all.length : all.findLastIndex((box) => Math.abs(box.top - all[below].top) < box.height / 2) + 1;
    return { at: found < 0 || found > ends ? ends : found };
  };

  const mark = () => {
    for (const one of board.querySelectorAll(".onto, .lifted, .gap-before, .gap-after")) one.classList.remove("onto", "lifted", "gap-before", "gap-after");
    if (!drag?.ghost) return;
    if (drag.card) held(drag.card)?.classList.add("lifted");
    const { pile, at } = aim(), all = cards();
    pile?.classList.add("onto");
    if (drag.pile && at !== undefined) hand().classList.add("onto");
    else if (at !== undefined && all.length) (all[at] ?? all.at(-1)).classList.add(all[at] ? "gap-before" : "gap-after");
  };

  const drop = () => {
    const { card, pile, trace } = drag, { pile: onto, at } = aim(), first = trace[0], last = trace.at(-1);
    const fast = (first.y - last.y) / Math.max(1, last.timeStamp - first.timeStamp), steep = first.y - last.y > Math.abs(first.x - last.x);
    const flicked = card && fast > FLICK && steep && drag.y - last.y > RISE;
    end();
    if (pile) {
      const button = at !== undefined && board.querySelector(`#center button.pile[value="${pile}"]`);
      if (button) button.form.requestSubmit(button);
    } else if (onto) give(card, onto.dataset.drop);
    else if (flicked && give(card, "discard")) return;
    else if (at !== undefined && held(card)) put(card, at);
  };

  const end = () => {
    drag?.ghost?.remove();
    delete board.dataset.dragging;
    drag = null;
    mark();
  };

  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    if (!drag.ghost) return end();
    // What is let go is not clicked, too
    const stop = (click) => { click.preventDefault(); click.stopImmediatePropagation(); };
    document.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", stop, true), 50);
    drag.trace = drag.trace.filter(({ timeStamp }) => event.timeStamp - timeStamp < LATELY).concat(event);
    drop();
  });
  document.addEventListener("pointercancel", (event) => { if (event.pointerId === drag?.id) end(); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag?.ghost) return;
    event.stopImmediatePropagation();
    end();
  }, true);

  board.addEventListener("table:swapping", restore);
  board.addEventListener("table:swapped", come);
  document.addEventListener("DOMContentLoaded", come);

  return { step, shift, focus, choose, give };
})();
