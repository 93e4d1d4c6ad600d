/* Quick phrases: said with a button of their sheet, heard at the seat of whoever says them. Only their code travels: the words are those
   of this page. A seat can be muted, by its name, in this browser and for this table; or all of them, by a preference. */
"use strict";

const Phrases = (() => {
  const board = document.getElementById("board"), heard = document.getElementById("heard"), aloud = document.getElementById("said");
  const STAYS = 6_000, LAST = 5; // milliseconds of a bubble, lines of what was said last
  const { code } = board.dataset, kept = `muted:${code}`;
  const bubbles = new Map(); // words by seat
  let muted = [];

  try { muted = [JSON.parse(Store.lasting.getItem(kept)) ?? []].flat(); } catch { /* not ours */ }

  const nameOf = (seat) => board.querySelector(`#people [data-seat="${seat}"] .who b`)?.textContent ?? "";
  const silent = (seat) => String(seat) !== board.dataset.me && (!Preferences.get("phrases") || muted.includes(nameOf(seat)));

  const hear = ({ seat, phrase }) => {
    const text = board.querySelector(`[data-phrase="${phrase}"]`)?.textContent;
    if (!text || silent(seat)) return;
    bubbles.set(String(seat), text);
    const line = document.createElement("li");
    line.textContent = aloud.textContent = `${nameOf(seat)}: ${text}`;
    heard.prepend(line);
    while (heard.children.length > LAST) heard.lastChild.remove();
    draw();
    setTimeout(() => {
      if (bubbles.get(String(seat)) !== text) return;
      bubbles.delete(String(seat));
      draw();
    }, STAYS);
  };

  /* At a seat of the table or of the waiting room; my own, which the table has not, at my sentence. */
  const draw = () => {
    for (const place of board.querySelectorAll("#seats [data-seat], #waiting [data-seat], #sentence")) {
      const text = bubbles.get(place.dataset.seat ?? board.dataset.me);
      if (text) place.dataset.said = text;
      else delete place.dataset.said;
    }
    for (const button of board.querySelectorAll("[data-mute]")) {
      const word = button.dataset[muted.includes(button.dataset.mute) ? "unmute" : "word"], place = button.firstElementChild;
      if (place.textContent !== word) place.textContent = word;
    }
  };

  const say = (phrase) => {
    if (Line.open()) Line.send({ type: "say", phrase });
    else htmx.ajax("POST", board.dataset.say, { target: board, swap: "none", values: { phrase } }).catch(() => {});
    if (board.dataset.open === "phrases") Table.slide("");
  };
  // Without a line nobody tells this page what it says itself
  Answered(({ xhr, pathInfo, requestConfig: { parameters } }) => {
    if (pathInfo.requestPath === board.dataset.say && xhr.status === 200) hear({ seat: board.dataset.me, phrase: parameters.phrase });
  });

  /* What the button has that was pressed. */
  const press = ({ phrase, mute }) => {
    if (phrase) say(phrase);
    if (!mute) return;
    muted = muted.includes(mute) ? muted.filter((name) => name !== mute) : [...muted, mute];
    Store.lasting.setItem(kept, JSON.stringify(muted));
    for (const [seat] of bubbles) if (silent(seat)) bubbles.delete(seat);
    draw();
  };
  board.addEventListener("table:shown", draw);
  draw();

  return { hear, press };
})();
