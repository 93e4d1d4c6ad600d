/* Who is here: written at the seats, in the waiting room and in the menu, as often as the board is drawn or somebody comes or goes. */
"use strict";

(() => {
  const board = document.getElementById("board");
  let seen = { here: [], reconnecting: [], away: [], sit_in: [], watching: 0 };

  const draw = () => {
    for (const place of board.querySelectorAll("[data-presence]")) {
      const seat = place.closest("[data-seat]"), number = Number(seat.dataset.seat);
      const state = ["reconnecting", "away", "here"].find((state) => seen[state].includes(number));
      write(place, state && (state !== "here" || place.dataset.presence === "all") ? board.dataset[state] : "");
      seat.dataset.is = state ?? "";
    }
    // What the leader may do about who has been gone for long
    for (const form of board.querySelectorAll("[data-sit-in]")) form.hidden = !seen.sit_in.includes(Number(form.dataset.sitIn));
    // Computer players do not listen
    const others = [seen.here, seen.reconnecting, seen.away].flat().filter((seat) => String(seat) !== board.dataset.me).length + seen.watching;
    board.toggleAttribute("data-alone", !others);
    for (const place of board.querySelectorAll("[data-watching]")) {
      write(place, seen.watching ? place.dataset.watching.replace("#", seen.watching) : "");
      place.dataset.count = seen.watching; // where there is no room for words
    }
  };
  const write = (place, text) => { if (place.textContent !== text) place.textContent = text; };

  board.addEventListener("table:presence", ({ detail }) => { seen = detail; draw(); });
  board.addEventListener("table:shown", draw);
})();
