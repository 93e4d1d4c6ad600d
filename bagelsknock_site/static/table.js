/* The table's page: draws the frames that its line brings, sends what is pressed, and the same forms by POST while the line is down.
   A frame is the regions of the board that changed since version `base` (null: the whole board). */
"use strict";

const Table = (() => {
  const board = document.getElementById("board");
  const $ = (selector, root = document) => root.querySelector(selector);
  const PATIENCE = 4_000, STAYS = 6_000, GATHERS = 200; // milliseconds: for an answer, of a sentence, of what is said together
  const REMAINS = 5; // announcements, for whoever looks them up
  const SOON = 20; // seconds, from which on the time left stands where one looks

  /* --- frames --- */

  /* `key` is the one that was said when this was asked for, `lost` why it opens no seat any more. */
  const show = (frame) => {
    const version = Number(board.dataset.version);
    if (frame.version < version) return;
    if (frame.base !== null && frame.base > version) return Line.send({ type: "board" });
    board.dataset.version = frame.version;
    board.dataset.me = frame.me ?? "";
    const { greeted } = board.dataset;
    board.dataset.greeted = true;
    if (frame.title) document.title = frame.title; // a reply has it in its html
    const before = keep(), stay = whereabouts(), travel = Motion.look(greeted);
    board.dispatchEvent(new CustomEvent("table:swapping"));
    Draw(frame.html);
    board.className = $("#topbar").dataset.look;
    settle(before);
    stay();
    const notice = $("#notice").textContent;
    if (notice && !frame.lost && !frame.quiet) say(notice);
    board.dispatchEvent(new CustomEvent("table:shown", { detail: frame }));
    travel();
  };
  board.addEventListener("table:frame", ({ detail }) => show({ ...detail, key: Line.key() }));

  // What the viewer had chosen and typed outlives an update, if what it was about is still there.
  const keep = () => Object.fromEntries([...board.querySelectorAll("#hand input:checked, #actions input[id], #waiting :is(input, select):not([readonly])")].map((input) => [input.id, input.value]));
  const settle = (before) => {
    for (const [id, value] of Object.entries(before)) {
      const input = document.getElementById(id);
      if (input?.type === "radio") input.checked = true;
      else if (input) input.value = value;
    }
    idle();
    refresh();
    board.dispatchEvent(new CustomEvent("table:swapped"));
  };

  // Where the viewer is stays, though it may be drawn anew: the focus, how far a sheet is scrolled, what is unfolded in it.
  const whereabouts = () => {
    const focus = document.activeElement, region = focus.closest("#hand, #actions"), card = focus.closest("[data-card]")?.dataset.card;
    const decision = focus.form?.elements.decision?.value, { key } = focus.dataset;
    const scrolled = [...board.querySelectorAll(".sheet")].filter((sheet) => sheet.scrollTop).map((sheet) => [sheet.id, sheet.scrollHeight - sheet.scrollTop]);
    const unfolded = [...board.querySelectorAll("#people details[open]")].map(fold);
    return () => {
      for (const details of board.querySelectorAll("#people details")) details.open = unfolded.includes(fold(details));
      // the log grows at its top: what is being read is as far from the bottom as before
      for (const [id, below] of scrolled) $(`#${id}`).scrollTop = $(`#${id}`).scrollHeight - below;
      if (!region || document.activeElement !== document.body) return;
      if (card) Hand.focus(card);
      // no button of another decision: somebody may be about to press the one that was there
      const button = key && [...board.querySelectorAll(`#actions [data-key="${key}"]`)].find(({ form }) => form?.elements.decision?.value === decision);
      if (document.activeElement === document.body) (button || $(`#${region.id}`)).focus({ preventScroll: true });
    };
  };
  const fold = (details) => `${details.closest("[data-seat]")?.dataset.seat} ${details.className}`;

  const refresh = () => {
    const chosen = $("#hand input:checked");
    for (const place of board.querySelectorAll("[data-chosen]")) Object.assign(place, {
      textContent: chosen?.dataset.sign ?? place.dataset.none ?? "", role: chosen && "img", ariaLabel: chosen && named(chosen),
    });
    const left = chosen?.dataset.left;
    for (const place of board.querySelectorAll("[data-chosen-left]")) {
      const text = left === "0" ? place.dataset.none ?? place.dataset.text : place.dataset.text;
      place.textContent = left ? text.replace("#", left) : "\u00a0";
    }
    const verbs = chosen?.dataset.verbs.split(" ") ?? [];
    for (const button of board.querySelectorAll('#discard [name="do"], [form="discard"][name="do"]')) button.disabled = !verbs.includes(button.value);
    for (const input of board.querySelectorAll(".amount input[id]")) amount(input);
    for (const link of board.querySelectorAll("[data-invitation]")) if (link.value.startsWith("/")) link.value = location.origin + link.value;
    tell();
    tick();
  };

  const named = (input) => $("svg", input.labels[0]).ariaLabel.split(",")[0];

  const amount = (input) => {
    $("[data-amount]", input.form).textContent = input.value;
    const hint = $("[data-above]", input.form);
    if (hint) $("strong", hint).hidden = !(Number(input.value) > Number(hint.dataset.above));
  };

  /* --- what is read aloud, or shown for a moment --- */

  const told = { round: null, place: -1, asked: "", leads: null, due: null };
  const tell = () => {
    const leads = $("#leads")?.textContent ?? "";
    if (!board.dataset.greeted) return; // this is not yet what the viewer sees
    // The crown has passed on; not so when the page has only just learned who leads
    if (leads && told.leads && leads !== told.leads) say(leads);
    told.leads = leads;
    tell.timer ??= setTimeout(recite, GATHERS);
  };

  // All of `#told` that was not said yet, as one announcement of whatever happened at about the same time
  const recite = () => {
    tell.timer = null;
    const { round } = $("#told").dataset, lines = [...$("#told").children].map(({ dataset }) => dataset), { line: asked, again } = lines.pop();
    const since = round === told.round ? told.place : -1, news = lines.filter(({ place }) => place > since).map(({ line }) => line);
    if (asked && (asked !== told.asked || (news.length && again === ""))) news.push(asked);
    Object.assign(told, { round, asked, place: Number(lines.at(-1)?.place ?? since) });
    if (news.length) speak(news.join(" "));
  };

  // Added to what was said before and not put in its place: a screen reader forgets what it has not come to.
  const speak = (text) => {
    const line = document.createElement("p");
    line.textContent = text;
    $("#says").append(line);
    if ($("#says").children.length > REMAINS) $("#says").firstChild.remove();
  };

  const say = (text) => {
    const toast = $("#toast");
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => { toast.hidden = true; }, STAYS);
  };

  const tick = () => {
    for (const time of board.querySelectorAll("[data-due]")) {
      const left = Math.max(0, Math.ceil((Number(time.dataset.due) - Line.now()) / 1000));
      const always = time.closest("#topbar"), absent = ["away", "reconnecting"].includes(time.closest(".seat")?.dataset.is);
      const soon = left <= SOON || absent;
      if (always) always.classList.toggle("soon", soon);
      const text = always ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : soon ? board.dataset.seconds.replace("#", left) : "";
      if (time.textContent !== text) time.textContent = text;
      if (soon && left && time.closest("#sentence") && told.due !== time.dataset.due && !tell.timer) {
        told.due = time.dataset.due;
        speak(board.dataset.hurry.replace("#", left));
      }
    }
  };

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
    if (!form.hasAttribute("data-act") || !Line.open()) return; // htmx posts it
    event.preventDefault();
    event.stopImmediatePropagation();
    Line.send({ type: "act", ...Object.fromEntries(new FormData(form, event.submitter)) });
  }, true);

  // Replies to a POST, and what was polled: the same regions, with their version and seat in headers. Not swapped in by htmx itself,
  // which looks around the form that asked; a frame may have replaced that in the meantime.
  board.addEventListener("htmx:beforeSwap", ({ detail: { xhr, pathInfo, requestConfig }, detail }) => {
    const version = xhr.getResponseHeader("X-Table-Version");
    if (!version) return;
    detail.shouldSwap = false;
    show({
      version: Number(version),
      base: null,
      me: xhr.getResponseHeader("X-Table-Seat") || null,
      html: xhr.response,
      key: requestConfig.headers["X-Seat-Key"],
      lost: xhr.getResponseHeader("X-Seat-Lost"),
      quiet: pathInfo.requestPath === board.dataset.claim, // what is wrong with a link, a sheet says
    });
  });
  for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:afterRequest"]) board.addEventListener(failed, idle);

  /* --- touch and keys --- */

  document.addEventListener("input", ({ target }) => {
    if (target.closest(".amount")) amount(target);
    else if (target.name === "card") refresh();
  });

  // A second tap on the chosen card discards it, where nothing else can be done with it.
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
      if (choice.checked && choice.dataset.verbs === "discard") choice.form?.requestSubmit($('[value="discard"]', choice.form));
    }
    const step = target.closest("[data-step]");
    if (step) {
      const input = $("input[id]", step.form);
      step.dataset.step > 0 ? input.stepUp() : input.stepDown();
      amount(input);
    }
    const decision = target.closest("#rulebook a[href^='#']");
    if (decision) { // stay at the table's address
      event.preventDefault();
      found(document.getElementById(decision.hash.slice(1)));
    }
    const sheet = target.closest("[data-sheet]");
    if (sheet) toggle(sheet.dataset.sheet);
    const copy = target.closest("[data-copy]");
    if (copy) copied(copy, document.getElementById(copy.dataset.copy));
  });

  const found = (place) => {
    for (const other of board.querySelectorAll(".found")) other.classList.remove("found");
    place.classList.add("found");
    place.scrollIntoView({ block: "center" });
  };

  /* Show the sheet of this name, in place of whichever is shown; "" for none. */
  const slide = (name) => {
    board.dataset.open = name;
    if (board.dataset.open) slide.from ??= document.activeElement;
    else if (slide.from) {
      slide.from.focus({ preventScroll: true });
      slide.from = null;
    }
    for (const button of board.querySelectorAll("[aria-controls]")) button.setAttribute("aria-expanded", board.dataset.open === button.dataset.sheet);
    $(`.sheet[tabindex]#${board.dataset.open || "none"}`)?.focus({ preventScroll: true });
    if (!name) for (const part of board.querySelectorAll("#menu details")) part.open = false;
  };
  const toggle = (name) => slide(board.dataset.open === name ? "" : name);
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && !document.querySelector(":popover-open")) slide(""); });

  const copied = async (button, input) => {
    input.select();
    try { await navigator.clipboard.writeText(input.value); } catch { document.execCommand("copy"); }
    const text = button.textContent;
    button.textContent = board.dataset.copied;
    setTimeout(() => { button.textContent = text; }, 2_000);
  };

  document.addEventListener("DOMContentLoaded", () => {
    refresh();
    const unsafe = $("[data-unsafe]");
    unsafe.hidden = Seats.safe;
    if (!Seats.safe && Seats.get(board.dataset.code)) say(unsafe.textContent);
    setInterval(tick, 500);
  });

  return { say, slide, toggle };
})();
