/* A seat's way from one device to another: the link is made in the menu there, and opened here. What stands behind its # is seen by
   no server but the one that it is for, and is taken out of the address at once. */
"use strict";

(() => {
  const AGAIN = 2_000; // milliseconds until a question that got no answer is asked again
  const board = document.getElementById("board");
  const { code } = board.dataset, kept = `move:${code}`;
  let asking = false;

  // Kept until the answer is there: a lost answer, asked again, is the same seat
  const token = () => Seats.passing.getItem(kept);
  const take = () => {
    const found = /^#move=([0-9a-f]+)$/.exec(location.hash);
    if (!found) return;
    history.replaceState(null, "", location.pathname);
    Seats.passing.setItem(kept, found[1]);
  };
  const done = () => Seats.passing.removeItem(kept);

  const tell = (why) => {
    for (const part of board.querySelectorAll("[data-why]")) part.hidden = part.dataset.why !== why;
    Table.slide("lost");
  };

  board.addEventListener("table:shown", ({ detail: { me, lost, key } }) => {
    if (lost) forget(lost, key);
    else if (token() && !asking) me === null ? claim() : here();
  });

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

  Answered(({ xhr, pathInfo, requestConfig }) => {
    if (pathInfo.requestPath.endsWith("/move/") && xhr.status === 200) Table.slide("move");
    if (pathInfo.requestPath.endsWith("/report/") && xhr.status === 200 && requestConfig.verb === "get") Table.slide("report");
    if (pathInfo.requestPath !== board.dataset.claim) return;
    asking = false;
    if (xhr.status === 0 || xhr.status >= 500) return setTimeout(Line.hello, AGAIN); // and then claim, if the seat is not here
    done();
    if (xhr.status >= 400) return tell("move_over");
    Seats.put(code, { commitment: board.dataset.commitment }); // the seat has its cut already: this browser makes none
    Line.renew();
  });

  take();
  addEventListener("hashchange", () => { take(); Line.hello(); });
})();
