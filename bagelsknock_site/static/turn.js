/* "It's your turn", for somebody who looks elsewhere: a mark on the page's title and on its icon, as long as it is. Beside that the board
   is told, once for each occasion, what has begun: "table:alert", with its kind and a key that is the same in all tabs of this table.
   turn: of mine; start: the game I waited for; again: others play again; knock: anybody's. */
"use strict";

(() => {
  const board = document.getElementById("board"), icon = document.querySelector("link[rel=icon]"), usual = icon.href;
  const MARK = "● ";
  let before = null; // what holds already when the page comes is no news
  let unseen = false;

  const look = () => ({
    turn: board.querySelector("#sentence.yours") && board.querySelector("#actions [name=decision]")?.value,
    start: board.querySelector("#seats:not([hidden])") && "start",
    again: board.querySelector("[data-again]")?.dataset.again,
    knock: board.querySelector("#seats[data-last=knocked]") && document.getElementById("topbar").dataset.round,
  });

  const mark = () => {
    const on = before?.turn || unseen;
    document.title = (on ? MARK : "") + document.title.replace(MARK, "");
    const href = on ? board.dataset.badge : usual;
    if (icon.getAttribute("href") !== href) icon.href = href;
  };

  board.addEventListener("table:shown", () => {
    const now = look(), me = board.dataset.me !== "";
    const begun = before && me ? Object.keys(now).filter((kind) => now[kind] && now[kind] !== before[kind]) : [];
    // The second half of a turn is no news, in whichever tab the first was done
    if (before?.turn && begun[0] === "turn" && document.getElementById("seats").dataset.by === board.dataset.me) begun.shift();
    if (begun.includes("turn") && begun.includes("start")) begun.splice(begun.indexOf("start"), 1);
    before = now;
    unseen ||= document.hidden && begun.some((kind) => kind !== "knock");
    mark();
    for (const kind of begun) board.dispatchEvent(new CustomEvent("table:alert", { detail: { kind, key: `${kind} ${now[kind]}` } }));
  });

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    unseen = false;
    mark();
  });
})();
