/* A seat's way from one device to another: the link is made in the menu there, and opened here. What stands behind its # is seen by
   no server but the one that it is for (needs.js takes it out of the address). And what this page says that has lost its seat. */
"use strict";

const Device = (() => {
  const AGAIN = 2_000; // milliseconds until a question that got no answer is asked again
  const board = document.getElementById("board");
  const { code } = board.dataset, kept = `move:${code}`;
  let asking = false;

  const token = () => Store.passing.getItem(kept);
  const done = () => Store.passing.removeItem(kept);

  const tell = (why) => {
    for (const part of board.querySelectorAll("[data-why]")) part.hidden = part.dataset.why !== why;
    Table.slide("lost");
  };

  /* What the table says of this page's seat, while there is a link to be followed, or a seat was lost. */
  const shown = ({ me, lost, key }) => {
    if (lost) forget(lost, key);
    else if (token() && !asking) me === null ? claim() : here();
  };

  const forget = (why, key) => {
    // Another tab of this browser may have the new key already
    if (Seats.get(code)?.key === key) Seats.forget(code);
    if (!Seats.get(code) && !token()) tell(why);
    Line.hello();
  };

  const here = () => {
    done();
    tell("seat_here");
  };

  const claim = () => {
    asking = true;
    htmx.ajax("POST", board.dataset.claim, { target: board, swap: "none", values: { token: token() } }).catch(() => {});
  };

  Answered(({ xhr, pathInfo }) => {
    if (pathInfo.requestPath !== board.dataset.claim) return;
    asking = false;
    if (xhr.status === 0 || xhr.status >= 500) return setTimeout(Line.hello, AGAIN); // and then claim, if the seat is not here
    done();
    if (xhr.status >= 400) return tell("move_over");
    Seats.put(code, { commitment: board.dataset.commitment }); // the seat has its cut already: this browser makes none
    Line.renew();
  });

  return { shown };
})();
