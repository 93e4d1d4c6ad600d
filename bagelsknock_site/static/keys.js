/* Keys. Whatever can be pressed says itself which one it has: data-key="d"; keys of games are in the templates of their actions.
   A letter is the one that is printed on the key; where a keyboard has no Latin letters, the one at its place on a keyboard that has. */
"use strict";

const Keys = (() => {
  const board = document.getElementById("board");
  const FIELD = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]";
  const ALIKE = { "=": "+", "_": "-", "<": ",", ">": "." };
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });

  const named = ({ key, code }) => {
    if (/^[a-z]$/i.test(key)) return key.toLowerCase();
    const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
    if (letter && key.length === 1) return letter.toLowerCase();
    if (digit && key.length === 1 && !"+-?,.".includes(key)) return digit;
    return ALIKE[key] ?? key;
  };

  const down = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.target.closest(FIELD)) return;
    const key = named(event);
    if (event.shiftKey && /^[a-z0-9]$/.test(key)) return;
    if (move(key, event.target) || choose(key, event) || press(key, event.repeat)) event.preventDefault();
  };

  const asking = () => document.querySelector("dialog[open]");
  const covered = () => seen(document.getElementById("veil"));

  // Arrows move from card to card, and none is chosen by that; comma and full stop move a card itself.
  const move = (key, target) => {
    const across = { ArrowLeft: -1, ArrowRight: 1 }[key], along = { ArrowUp: -1, ArrowDown: 1 }[key];
    const card = target.closest("#hand [data-card]");
    if (asking() || covered() || (target.closest("input") && !card)) return false;
    const shift = { ",": -1, ".": 1 }[key];
    if (shift) return Hand.shift(shift);
    return across ? Hand.step(across) : Boolean(along && card) && Hand.step(along);
  };

  // Enter or the space bar: like a tap on the card
  const choose = (key, { target, repeat }) => {
    if ((key !== "Enter" && key !== " ") || !target.matches("#hand input")) return false;
    if (!target.checked) Hand.choose(target.value);
    else if (!repeat && target.dataset.verbs === "discard") Hand.give(target.value, "discard");
    return true;
  };

  const press = (key, repeat) => {
    if (repeat && !"+-,.".includes(key)) return true;
    const all = [...(asking() ?? board).querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
    const found = all.filter((button) => seen(button) && (asking() || !covered() || button.closest(".sheet, #sheets, #menu-button")));
    if (!found.length) return open(all.find((button) => button.hasAttribute("aria-controls")));
    if (found.length > 1 || found[0].hasAttribute("data-key-only-focuses")) found[(found.indexOf(document.activeElement) + 1) % found.length].focus();
    else if (found[0].disabled) Hand.step(1);
    else found[0].click();
    return true;
  };

  // Where a sheet has no button, because it lies open anyway or because few would want it
  const open = (button) => {
    if (!button || asking()) return false;
    const sheet = document.getElementById(button.getAttribute("aria-controls"));
    if (seen(sheet) && board.dataset.open !== sheet.id) sheet.focus();
    else Table.toggle(sheet.id);
    return true;
  };

  const tell = () => {
    for (const button of board.querySelectorAll("[data-key]:not([aria-keyshortcuts])")) {
      button.setAttribute("aria-keyshortcuts", button.dataset.key === "+" ? "Plus" : button.dataset.key.toUpperCase());
    }
  };
  board.addEventListener("table:swapped", tell);
  tell();

  return { down };
})();
