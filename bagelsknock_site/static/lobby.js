/* The lobby: its list of tables is live over a socket, and asked for now and then while the socket is down. */
"use strict";

(() => {
  const POLL = 5000, BEAT = 20000, LATEST = 30000; // milliseconds: between two questions, two heartbeats, two attempts at most
  const { home } = document.documentElement.dataset; // of the page's language
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${home}ws/lobby/`;
  let socket = null, wait = 500, polling = null, heard = 0, failures = 0, reached = true;

  const swap = (html) => htmx.swap("#tables", html, { swapStyle: "outerHTML" });

  const poll = () => {
    if (!document.hidden) htmx.ajax("GET", `${home}tables/`, { target: "#tables", swap: "outerHTML" }).catch(() => {});
  };

  /* What is bad about the connection, while it is. */
  const judge = () => {
    const sign = document.getElementById("connection"), bad = sign.dataset.is, live = socket?.readyState === WebSocket.OPEN;
    const now = live ? "" : failures < 2 ? bad : !navigator.onLine ? "offline" : reached ? "slow" : "lost";
    if (now === bad) return;
    sign.dataset.is = now;
    sign.textContent = sign.dataset[now || "back"];
  };

  const connect = () => {
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    socket = new WebSocket(url);
    socket.onopen = () => {
      wait = 500;
      failures = 0;
      judge();
      News.renewed();
      heard = Date.now();
      clearInterval(polling);
      polling = null;
    };
    socket.onmessage = ({ data }) => {
      heard = Date.now();
      const message = JSON.parse(data);
      if (message.type === "frame") swap(message.html);
      else if (message.type === "news") News.show(message.text);
    };
    socket.onclose = () => {
      failures++;
      judge();
      polling ??= setInterval(poll, POLL);
      setTimeout(connect, wait * (0.5 + Math.random())); // never all browsers in step
      wait = Math.min(wait * 2, LATEST);
    };
  };

  // A socket that answers nothing is dead, whatever it says of itself.
  setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > 2.5 * BEAT) socket.close();
    else socket.send("ping");
  }, BEAT);

  // Every visitor is sent the same list; which of it is shown is said by the form above it, and kept in the address.
  const sift = () => {
    const { game, free } = document.getElementById("sift").elements;
    for (const row of document.querySelectorAll("#tables li[data-game]")) {
      row.hidden = (game.value && row.dataset.game !== game.value) || (free.checked && !("free" in row.dataset));
    }
  };
  const sifted = (event) => {
    event.preventDefault();
    sift();
    const wanted = [...new FormData(event.currentTarget)].filter(([, value]) => value);
    history.replaceState(history.state, "", wanted.length ? `?${new URLSearchParams(wanted)}` : location.pathname);
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
      const form = document.getElementById("sift");
      form.addEventListener("change", sifted);
      form.addEventListener("submit", sifted);
      new MutationObserver(sift).observe(form.closest(".lobby-tables"), { childList: true, subtree: true });
      sift();
      connect();
    }

    // Whoever has a seat at this table is told so, instead of being asked for a name again.
    const sit = document.getElementById("sit");
    if (sit?.dataset.code && Seats.get(sit.dataset.code)) {
      htmx.ajax("GET", `${home}sit/${sit.dataset.code}/`, { target: "#sit", swap: "outerHTML" });
    }
  });
})();
