/* The table's script: a socket that brings frames and takes moves, and the same forms by POST while it is down.
   A frame is the regions of the board that changed since version `base` (null: the whole board). */
"use strict";

(() => {
  const board = document.getElementById("board");
  if (!board) return;
  const $ = (selector, root = document) => root.querySelector(selector);
  const code = board.dataset.code;
  const skew = Number(board.dataset.now) - Date.now(); // the server's clock against ours
  const BEAT = 10_000, POLL = 3_000, PATIENCE = 4_000;
  let version = Number(board.dataset.version), socket = null, failures = 0, retry = 0, heard = 0, greeted = false;

  /* --- who I am --- */

  // The cut goes into the shuffle. It is made after the table's commitment was seen, and both are remembered.
  const seat = () => Seats.get(code);
  const hello = () => {
    const mine = seat();
    if (mine && !mine.commitment) Seats.put(code, { commitment: board.dataset.commitment, cut: Seats.random() });
    else if (mine && mine.commitment !== board.dataset.commitment) say(board.dataset.forged);
    send({ type: "hello", key: mine?.key ?? null, cut: seat()?.cut ?? null, version: greeted ? version : null });
  };

  /* --- frames --- */

  const show = (frame) => {
    if (frame.version < version) return;
    if (frame.base !== null && frame.base > version) return send({ type: "board" });
    version = frame.version;
    board.dataset.me = frame.me ?? "";
    board.dataset.greeted = greeted = true;
    if (frame.title) document.title = frame.title; // a reply has it in its html
    swap(frame.html);
  };

  const swap = (html) => {
    const before = keep();
    htmx.swap(board, html, { swapStyle: "none" });
    settle(before);
  };

  // What the viewer had chosen and typed outlives an update, if what it was about is still there.
  const keep = () => Object.fromEntries([...board.querySelectorAll("#hand input:checked, #actions input[id], #waiting input:not([readonly])")].map((input) => [input.id, input.value]));
  const settle = (before) => {
    for (const [id, value] of Object.entries(before)) {
      const input = document.getElementById(id);
      if (input?.type === "radio") input.checked = true;
      else if (input) input.value = value;
    }
    idle();
    refresh();
    const notice = $("#notice").textContent;
    if (notice) say(notice);
  };

  const refresh = () => {
    const chosen = $("#hand input:checked");
    for (const place of board.querySelectorAll("[data-chosen]")) place.textContent = chosen?.dataset.sign ?? "";
    const left = $("[data-chosen-left]");
    if (left) left.textContent = chosen?.dataset.left ? left.dataset.text.replace("#", chosen.dataset.left) : "\u00a0";
    for (const button of board.querySelectorAll('[name="do"][value="discard"]')) button.disabled = !chosen;
    for (const button of board.querySelectorAll('[value="splash"]')) button.disabled = !chosen || !("splash" in chosen.dataset);
    for (const input of board.querySelectorAll(".amount input[id]")) amount(input);
    for (const link of board.querySelectorAll("[data-invitation]")) if (link.value.startsWith("/")) link.value = location.origin + link.value;
    if ($("#says").textContent !== $("#sentence").textContent) $("#says").textContent = $("#sentence").textContent;
    tick();
  };

  const amount = (input) => {
    $("[data-amount]", input.form).textContent = input.value;
    const hint = $("[data-above]", input.form);
    if (hint) $("strong", hint).hidden = !(Number(input.value) > Number(hint.dataset.above));
  };

  const say = (text) => {
    const toast = $("#toast");
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => { toast.hidden = true; }, 6_000);
  };

  const tick = () => {
    const time = $("#topbar time");
    if (!time) return;
    const left = Math.max(0, Math.ceil((Number(time.dataset.due) - Date.now() - skew) / 1000));
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    time.parentElement.classList.toggle("soon", left <= 10);
  };

  /* --- the socket --- */

  const open = () => socket?.readyState === WebSocket.OPEN;
  const send = (message) => open() && socket.send(JSON.stringify(message));

  const connect = () => {
    clearTimeout(retry);
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/table/${code}/`);
    socket.onopen = () => { failures = 0; heard = Date.now(); offline(false); hello(); };
    socket.onmessage = ({ data }) => {
      heard = Date.now();
      const message = JSON.parse(data);
      if (message.type === "frame") show(message);
      else if (message.type === "pong" && message.version > version) send({ type: "board" });
      else if (message.type === "gone") location.assign(message.url);
    };
    socket.onclose = () => {
      // at once at first, then ever slower, and never all browsers in step
      const wait = Math.min(15_000, 500 * 2 ** failures++) * (0.5 + Math.random());
      retry = setTimeout(connect, wait);
      if (failures > 1) offline(true);
    };
  };

  const offline = (down) => {
    const sign = $("#connection");
    sign.hidden = !down;
    sign.textContent = board.dataset.offline;
  };

  setInterval(() => {
    if (!open()) return;
    // a socket that answers nothing is dead, whatever it says of itself
    if (Date.now() - heard > 2.5 * BEAT) return socket.close();
    send({ type: "ping", version });
  }, BEAT);

  setInterval(() => {
    if (open() || document.hidden) return;
    htmx.ajax("GET", `${board.dataset.board}?version=${greeted ? version : 0}`, { target: board, swap: "none" }).catch(() => {});
  }, POLL);

  const awake = () => { if (!document.hidden) { failures = 0; connect(); send({ type: "ping", version }); } };
  document.addEventListener("visibilitychange", awake);
  addEventListener("online", awake);
  addEventListener("pageshow", awake);

  /* --- forms: over the socket, else by POST, and once --- */

  const idle = () => { clearTimeout(idle.timer); board.removeAttribute("data-busy"); };

  // The second click of a double click finds another button under it when the table was quick: it is not meant for that one.
  board.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest("button:not([type=button])")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form");
    if (!board.contains(form)) return;
    if (board.hasAttribute("data-busy")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    board.setAttribute("data-busy", "");
    if (form.closest("#menu")) slide("");
    idle.timer = setTimeout(idle, PATIENCE);
    if (!form.hasAttribute("data-act") || !open()) return; // htmx posts it
    event.preventDefault();
    event.stopImmediatePropagation();
    send({ type: "act", ...Object.fromEntries(new FormData(form, event.submitter)) });
  }, true);

  // Replies to a POST, and what was polled: the same regions, with their version and seat in headers. Not swapped in by htmx itself,
  // which looks around the form that asked; a frame may have replaced that in the meantime.
  board.addEventListener("htmx:beforeSwap", ({ detail: { xhr }, detail }) => {
    const got = xhr.getResponseHeader("X-Table-Version");
    if (!got) return;
    detail.shouldSwap = false;
    show({ version: Number(got), base: null, me: xhr.getResponseHeader("X-Table-Seat"), html: xhr.response });
  });
  // The server answers: then its socket will, too.
  document.addEventListener("htmx:beforeOnLoad", () => { if (!open()) connect(); });
  for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:afterRequest"]) board.addEventListener(failed, idle);

  /* --- touch and keys --- */

  document.addEventListener("input", ({ target }) => {
    if (target.closest(".amount")) amount(target);
    else if (target.name === "card") refresh();
  });

  // A second tap on the chosen card discards it.
  let tapped = null;
  document.addEventListener("pointerdown", ({ target }) => {
    const input = $("input", target.closest("label.held-card") ?? document.createElement("i"));
    tapped = input?.checked ? input : null;
  });
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (tapped && target === tapped) {
      const choice = tapped;
      tapped = null;
      if (choice.checked) choice.form?.requestSubmit($('[value="discard"]', choice.form));
    }
    const step = target.closest("[data-step]");
    if (step) {
      const input = $("input[id]", step.form);
      step.dataset.step > 0 ? input.stepUp() : input.stepDown();
      amount(input);
    }
    const sheet = target.closest("[data-sheet]");
    if (sheet) slide(sheet.dataset.sheet);
    const copy = target.closest("[data-copy]");
    if (copy) copied(copy, document.getElementById(copy.dataset.copy));
  });

  const slide = (name) => {
    board.dataset.open = board.dataset.open === name ? "" : name;
    for (const button of board.querySelectorAll("[aria-controls]")) button.setAttribute("aria-expanded", board.dataset.open === button.dataset.sheet);
  };
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") slide(""); });

  const copied = async (button, input) => {
    input.select();
    try { await navigator.clipboard.writeText(input.value); } catch { document.execCommand("copy"); }
    const text = button.textContent;
    button.textContent = board.dataset.copied;
    setTimeout(() => { button.textContent = text; }, 2_000);
  };

  document.addEventListener("DOMContentLoaded", () => {
    refresh();
    if (!Seats.safe && seat()) say(board.dataset.unsafe);
    connect();
    setInterval(tick, 500);
  });
})();
