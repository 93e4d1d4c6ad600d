/* Tips for somebody's first round, one at a time: the game's own template has them, with what must be on the page for each.
   A tip that was shut, or acted upon, is never shown again; after the first round none is, unless the preferences ask for them anew. */
"use strict";

(() => {
  const KEY = "tips", board = document.getElementById("board"), bubble = document.getElementById("tip");
  if (!bubble) return; // this game has none
  const tips = [...bubble.querySelectorAll("[data-tip]")], text = bubble.querySelector("p");
  let told = [], now = null, wanted = Preferences.get("tips");

  try { told = [JSON.parse(Store.lasting.getItem(KEY)) ?? []].flat(); } catch { /* not ours */ }
  const keep = () => Store.lasting.setItem(KEY, JSON.stringify(told));

  const done = () => {
    if (!now) return;
    told.push(now.dataset.tip);
    now = null;
    keep();
  };

  const draw = () => {
    const { round } = document.getElementById("topbar").dataset;
    if (told.length && Number(round) > 1 && Preferences.get("tips")) return Preferences.set("tips", false);
    if (now && !board.querySelector(now.dataset.when)) done();
    const teaches = Preferences.get("tips") && board.dataset.me && round === "1";
    now = teaches ? now ?? tips.find(({ dataset }) => !told.includes(dataset.tip) && board.querySelector(dataset.when)) ?? null : null;
    bubble.hidden = !now;
    if (now && text.textContent !== now.textContent) text.textContent = now.textContent;
  };

  bubble.addEventListener("click", ({ target }) => {
    if (target.closest("[data-tip-shut]")) { done(); draw(); }
    if (target.closest("[data-tip-off]")) Preferences.set("tips", false);
  });
  document.addEventListener("preferences", ({ detail: { tips: on } }) => {
    if (on && !wanted) { told = []; keep(); }
    wanted = on;
    draw();
  });
  board.addEventListener("table:shown", draw);
})();
