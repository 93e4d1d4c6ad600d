/* What few visits need, and which sign of it asks for its script: the first key, a seat that comes from or went to another device,
   a button that is not to be pressed lightly, a phrase, preferences that make a sound. */
"use strict";

(() => {
  const board = document.getElementById("board"), kept = `move:${board.dataset.code}`;

  let keys = null;
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    if (keys) return keys(event);
    // What the first one would do by itself in the hand, it is not to do twice
    if (/^(Arrow|Enter| )/.test(event.key) && event.target.closest("#hand")) event.preventDefault();
    Later("keys").then(() => {
      keys = Keys.down;
      keys(event);
    });
  });

  // What stands behind the # of a link that moves a seat is taken out of the address at once; kept until the answer is there: a lost
  // answer, asked again, is the same seat
  const take = () => {
    const found = /^#move=([0-9a-f]+)$/.exec(location.hash);
    if (!found) return;
    history.replaceState(null, "", location.pathname);
    Store.passing.setItem(kept, found[1]);
  };
  take();
  addEventListener("hashchange", () => { take(); Line.hello(); });
  board.addEventListener("table:shown", ({ detail }) => {
    if (detail.lost || Store.passing.getItem(kept)) Later("device").then(() => Device.shown(detail));
  });

  // Before the form is sent by anybody
  addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.sure || form.meant || document.documentElement.dataset.confirmFold === "false") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    Later("sure").then(() => Sure.ask(form));
  }, true);

  // Sheets that the server fills
  Answered(({ xhr, pathInfo }) => {
    const [, sheet] = /\/(move|report)\/$/.exec(pathInfo.requestPath) ?? [];
    if (sheet && xhr.status === 200) Table.slide(sheet);
  });

  const speaks = document.getElementById("phrases");
  if (speaks) {
    board.addEventListener("table:phrase", ({ detail }) => Later("phrases").then(() => Phrases.hear(detail)));
    board.addEventListener("click", ({ target }) => {
      const pressed = target.closest("[data-phrase], [data-mute], [data-sheet=menu], [data-sheet=phrases]")?.dataset;
      if (pressed) Later("phrases").then(() => Phrases.press(pressed));
    });
  }

  const heed = () => { if (["turn_sound", "knock_sound", "notify"].some(Preferences.get)) Later("alerts"); };
  document.addEventListener("preferences", heed);
  document.addEventListener("DOMContentLoaded", heed);
})();
