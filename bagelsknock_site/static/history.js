/* A game's history by keyboard: the arrow keys, Home and End do what the links do. The list of moves keeps its place. */
"use strict";

(() => {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input, select, textarea, summary")) return;
    const link = document.querySelector(`#history [data-key="${CSS.escape(event.key)}"][href]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });

  // Scrolls the list alone, never the page.
  const follow = () => {
    const list = document.querySelector("#history .moves ol"), now = list?.querySelector("[aria-current]");
    if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
  };
  document.addEventListener("htmx:afterSettle", follow);
  document.addEventListener("DOMContentLoaded", follow);
})();
