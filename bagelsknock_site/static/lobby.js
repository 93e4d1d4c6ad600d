/* The lobby: its list of tables is live over a socket, and asked for now and then while the socket is down. Which of the tables the page
   shows is said by its address, the same for a page that has no script. */
"use strict";

(() => {
  const POLL = 5000, BEAT = 20000, LATEST = 30000, CROWDED = 30000; // milliseconds: between two questions, two heartbeats, two attempts at most, and where there is no room
  const FULL = [1013, 4429]; // codes of a socket that there is no room for
  const { home } = document.documentElement.dataset; // of the page's language
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${home}ws/lobby/`;
  let socket = null, wait = 500, polling = null, heard = 0, failures = 0, reached = true, full = false;

  // --- the list: what came of it, and how it gets into the page ---

  const HOLD = 1000, ANSWERED = 2000; // milliseconds: after a hand was on the list; within which a list is what was asked for
  const news = new Map(); // parts by id that are not shown yet
  let order = [], later = 0, touched = 0, asked = 0, pressed = false;

  const listing = () => document.querySelector("#tables > ul");
  const part = (id) => news.get(id) ?? document.getElementById(id);

  /* Nothing moves under a hand that points at it, except what that hand asked for. */
  const held = () => Date.now() - asked > ANSWERED && (pressed || Date.now() - touched < HOLD);

  const arrange = () => {
    clearTimeout(later);
    if (held()) {
      later = setTimeout(arrange, HOLD / 4);
      return;
    }
    const list = listing(), focused = list.parentElement.contains(document.activeElement) && document.activeElement.id;
    // Whoever has scrolled into the list keeps their place in it
    const stays = list.getBoundingClientRect().top < 0
      && [...list.children].find((row) => row.getBoundingClientRect().bottom > 0 && order.includes(row.id));
    const stood = stays && stays.getBoundingClientRect().top, place = stays && stays.id;
    const rows = order.map(part).filter(Boolean);
    for (const row of [...list.children]) {
      if (!order.includes(row.id)) row.remove();
      else if (news.has(row.id)) row.replaceWith(news.get(row.id));
    }
    rows.forEach((row, at) => { if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null); });
    if (news.has("below")) document.getElementById("below").replaceWith(news.get("below"));
    news.clear();
    if (place) scrollBy(0, document.getElementById(place).getBoundingClientRect().top - stood);
    if (focused && document.activeElement.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };

  /* Parts of the list, and its order; without an order they are all of it. */
  const take = (html, codes) => {
    const came = document.createElement("template");
    came.innerHTML = html;
    const rows = [...came.content.querySelectorAll("li[id]")], below = came.content.getElementById("below");
    for (const row of rows) news.set(row.id, row);
    if (below) news.set("below", below);
    order = codes?.map((code) => `table-${code}`) ?? rows.map((row) => row.id);
    arrange();
  };

  const tell = () => {
    if (Date.now() - asked < ANSWERED) document.getElementById("heard").textContent = document.getElementById("found").textContent;
  };

  const source = () => `${home}tables/${location.search}`;
  const poll = () => {
    if (!document.hidden) htmx.ajax("GET", source(), { target: "#tables", swap: "outerHTML" }).catch(() => {});
  };
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "tables" || !detail.shouldSwap) return;
    detail.shouldSwap = false;
    if (detail.requestConfig.path !== source()) return; // something else was looked for meanwhile
    take(detail.serverResponse);
    tell();
  });

  for (const kind of ["pointermove", "pointerdown", "touchmove", "wheel"]) {
    document.addEventListener(kind, ({ target }) => {
      if (!target.closest?.("#tables")) return;
      touched = Date.now();
      pressed ||= kind === "pointerdown";
    }, { passive: true });
  }
  for (const kind of ["pointerup", "pointercancel", "dragend"]) window.addEventListener(kind, () => { pressed = false; });

  /* What is bad about the connection, while it is. */
  const judge = () => {
    const sign = document.getElementById("connection"), bad = sign.dataset.is, live = socket?.readyState === WebSocket.OPEN;
    const now = full ? "full" : live ? "" : failures < 2 ? bad : !navigator.onLine ? "offline" : reached ? "slow" : "lost";
    if (now === bad) return;
    sign.dataset.is = now;
    sign.textContent = sign.dataset[now || "back"];
  };

  const connect = () => {
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const looked = location.search;
    socket = new WebSocket(url + looked);
    socket.onopen = () => {
      News.renewed();
      heard = Date.now();
      if (location.search !== looked) ask();
    };
    socket.onmessage = ({ data }) => {
      heard = Date.now();
      wait = 500;
      failures = 0;
      full = false;
      judge();
      clearInterval(polling);
      polling = null;
      const message = JSON.parse(data);
      if (message.type === "news") News.show(message.text);
      if (message.type !== "frame") return;
      take(message.html, message.order);
      if (message.whole) tell();
    };
    socket.onclose = ({ code }) => {
      failures++;
      full = FULL.includes(code);
      judge();
      polling ??= setInterval(poll, POLL);
      setTimeout(connect, (full ? CROWDED : wait) * (0.5 + Math.random())); // never all browsers in step
      wait = Math.min(wait * 2, LATEST);
    };
  };

  // A socket that answers nothing is dead, whatever it says of itself.
  setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > 2.5 * BEAT) socket.close();
    else socket.send("ping");
  }, BEAT);

  // --- which tables: said by the form and the links to other pages, and kept in the address ---

  const TYPED = 250; // milliseconds after a key: the word may go on
  let typing = 0;

  const ask = () => {
    asked = Date.now();
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ look: location.search }));
    else poll();
  };

  /* What the form says, as the query of an address. */
  const said = (page = "1") => {
    const wanted = new URLSearchParams([...new FormData(document.getElementById("sift"))].filter(([, value]) => value.trim()));
    if (page !== "1") wanted.set("page", page);
    return wanted.size ? `?${wanted}` : location.pathname;
  };

  const sift = () => {
    clearTimeout(typing);
    history.replaceState(history.state, "", said());
    ask();
  };

  const turn = (event) => {
    const link = event.target.closest("#below a[href^='?']");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    clearTimeout(typing); // what was typed is in it
    history.pushState(null, "", said(new URL(link.href).searchParams.get("page") ?? "1"));
    const title = document.getElementById("tables-title");
    title.scrollIntoView();
    title.focus({ preventScroll: true });
    ask();
  };

  const back = () => {
    clearTimeout(typing);
    const { q, game, free } = document.getElementById("sift").elements, was = new URLSearchParams(location.search);
    q.value = was.get("q") ?? "";
    game.value = was.get("game") ?? "";
    free.checked = was.has("free");
    ask();
  };

  const siftable = () => {
    const form = document.getElementById("sift");
    form.addEventListener("input", ({ target }) => {
      clearTimeout(typing);
      typing = setTimeout(sift, target.type === "search" ? TYPED : 0);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sift();
    });
    document.addEventListener("click", turn);
    window.addEventListener("popstate", back);
  };

  // Nothing came back, or something broke: say so, instead of leaving a button that seems to do nothing.
  const trouble = (shown) => { for (const note of document.querySelectorAll("[data-trouble]")) note.hidden = !shown; };
  document.addEventListener("htmx:sendError", ({ detail }) => {
    trouble(detail.requestConfig.verb === "post");
    reached = false;
    if (polling) judge();
  });
  document.addEventListener("htmx:beforeOnLoad", () => {
    reached = true;
    if (polling) judge();
  });
  document.addEventListener("htmx:responseError", ({ detail }) => trouble(detail.requestConfig.verb === "post"));
  document.addEventListener("htmx:beforeRequest", () => trouble(false));

  // A phone that was in the pocket: its socket may be dead without knowing.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || !document.getElementById("tables")) return;
    poll();
    connect();
  });
  // The page comes back out of the browser's memory with the list of then.
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });

  document.addEventListener("DOMContentLoaded", () => {
    if (document.getElementById("tables")) {
      siftable();
      connect();
    }

    // Whoever has a seat at this table is told so, instead of being asked for a name again.
    const sit = document.getElementById("sit");
    if (sit?.dataset.code && Seats.get(sit.dataset.code)) {
      htmx.ajax("GET", `${home}sit/${sit.dataset.code}/`, { target: "#sit", swap: "outerHTML" });
    }
  });
})();
