/* What the operator tells everybody: a restart that is near. It lies over the page and moves nothing; where there is no room for it, it
   is out of sight after a while, and comes back when there is something new. */
"use strict";

const News = (() => {
  const STAYS = 12_000, WITHIN = 15_000; // milliseconds in sight; until a line has told, if there is something
  let gone = 0, doubted = 0;

  const place = () => document.getElementById("news");
  const fresh = () => {
    clearTimeout(gone);
    place().dataset.fresh = "";
    gone = setTimeout(() => { delete place().dataset.fresh; }, STAYS);
  };

  const show = (text) => {
    clearTimeout(doubted);
    if (place().textContent === text) return;
    place().textContent = text;
    fresh();
  };

  /* The line is new, and maybe the server: what it does not tell again is over. */
  const renewed = () => {
    clearTimeout(doubted);
    doubted = setTimeout(show, WITHIN, "");
  };

  document.addEventListener("DOMContentLoaded", () => place() && fresh());
  document.addEventListener("visibilitychange", () => { if (!document.hidden && place()) fresh(); });

  return { show, renewed };
})();
