/* The line from a table's page to the server: a socket that brings messages and takes moves. While it is down, the page asks for its
   board now and then. What comes in happens on the board as the event "table:TYPE", with the message as its detail. */
"use strict";

const Line = (() => {
  const board = document.getElementById("board");
  const { code } = board.dataset;
  const BEAT = 4_000, POLL = 3_000, DEAD = 25_000, LATEST = 15_000, STAYS = 5_000, CROWDED = 30_000; // milliseconds
  const FULL = [1013, 4429]; // codes of a line that there is no room for: the page asks for its board instead, and tries again later
  let socket = null, failures = 0, retry = 0, heard = 0, full = false;
  let key = null; // that the server was told on this line
  let touched = true; // somebody did something since the server was last told so; opening a page is something
  let asked = 0, skew = Number(board.dataset.now) - Date.now(); // the server's clock against ours

  const open = () => socket?.readyState === WebSocket.OPEN;
  const send = (message) => open() && socket.send(JSON.stringify(message));
  const version = () => Number(board.dataset.version);

  /* Who I am. The cut goes into the shuffle: it is made after the table's commitment was seen, and both are remembered.
     A page left open in an empty room says hello, too, whenever its line was cut: that is no sign of anybody. */
  const hello = () => {
    if (!open()) return;
    const mine = Seats.get(code), { commitment } = board.dataset;
    if (mine && !mine.commitment) Seats.put(code, { commitment, cut: Seats.random() });
    else if (mine && mine.commitment !== commitment) Table.say(board.dataset.forged);
    key = mine?.key ?? null;
    const active = touched && !document.hidden;
    asked = Date.now();
    touched = false;
    send({ type: "hello", key, cut: Seats.get(code)?.cut ?? null, version: board.dataset.greeted ? version() : null, active });
  };

  const ping = () => {
    if (!open()) return;
    asked = Date.now();
    send({ type: "ping", version: version(), active: touched });
    touched = false;
  };

  const setClock = (now) => {
    if (!asked || !now) return;
    skew = now + (Date.now() - asked) / 2 - Date.now();
    asked = 0;
  };

  const hear = (message) => {
    heard = Date.now();
    setClock(message.now);
    if (message.type === "ask") ping();
    else if (message.type === "pong" && message.version > version()) send({ type: "board" });
    else if (message.type === "news") News.show(message.text);
    else if (message.type === "gone") location.assign(message.url);
    else board.dispatchEvent(new CustomEvent(`table:${message.type}`, { detail: message }));
  };

  const connect = () => {
    clearTimeout(retry);
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${document.documentElement.dataset.home}ws/table/${code}/`);
    socket.onopen = () => { heard = Date.now(); hello(); News.renewed(); };
    socket.onmessage = ({ data }) => {
      failures = 0;
      full = false;
      judge();
      hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      full = FULL.includes(code);
      // At once at first, then ever slower, and never all browsers in step
      retry = setTimeout(connect, (full ? CROWDED : Math.min(LATEST, 500 * 2 ** failures++)) * (0.5 + Math.random()));
      judge();
    };
  };

  // With another key on another line: nothing is on its way that was meant for the one before
  const renew = () => {
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null;
    socket?.close();
    socket = null;
    touched = true;
    connect();
  };

  /* How it stands, in words, while it stands badly: what that means, and what is lost (nothing). When all is well again it is said once,
     to who listens. A socket that comes back at once was never away. */
  let reached = true, bad = "";
  const judge = () => {
    const sign = document.getElementById("connection"), { dataset } = sign;
    const now = full ? "full" : open() ? "" : failures < 2 ? bad : !navigator.onLine ? "offline" : reached ? "slow" : "lost";
    if (now === bad) return;
    bad = dataset.is = now;
    sign.textContent = now ? `${dataset[now]} ${(!["slow", "full"].includes(now) && board.dataset.me && dataset.clock) || ""}` : dataset.back;
    if (!now) setTimeout(() => { if (!bad) sign.textContent = ""; }, STAYS);
  };
  addEventListener("offline", judge);
  document.addEventListener("htmx:sendError", () => { reached = false; judge(); });

  setInterval(() => {
    // A socket that answers nothing is dead, whatever it says of itself
    if (open() && Date.now() - heard > DEAD) socket.close();
    else ping();
  }, BEAT);

  setInterval(() => {
    if (open() || document.hidden) return;
    const query = `version=${board.dataset.greeted ? version() : 0}&active=${Number(touched)}`;
    touched = false;
    htmx.ajax("GET", `${board.dataset.board}?${query}`, { target: board, swap: "none" }).catch(() => {});
  }, POLL);
  // The server answers: then its socket will, too
  document.addEventListener("htmx:beforeOnLoad", () => {
    reached = true;
    if (open() || full) return;
    judge();
    connect();
  });

  /* Signs that somebody is there. Where the table waits for one, it is told at once, and not before the finger is lifted:
     what the table then shows must not come under it. */
  for (const sign of ["pointerdown", "keydown"]) document.addEventListener(sign, () => { touched = true; }, true);
  for (const sign of ["click", "keyup"]) {
    document.addEventListener(sign, () => { if (document.getElementById("sentence").hasAttribute("data-touch")) ping(); }, true);
  }

  const awake = ({ persisted }) => {
    if (document.hidden) return;
    touched = true;
    failures = 0;
    if (!open()) connect();
    else if (persisted) hello(); // out of the browser's memory: whatever this page shows is of then
    else ping();
  };
  document.addEventListener("visibilitychange", awake);
  addEventListener("online", awake);
  addEventListener("pageshow", awake);
  // Another tab of this browser has sat down, or was told that the seat is gone
  addEventListener("storage", (change) => { if (change.key === `seat:${code}` && (Seats.get(code)?.key ?? null) !== key) hello(); });

  connect(); // what it brings is heard when all of the page is there

  return { open, send, hello, renew, key: () => key, now: () => Date.now() + skew };
})();
