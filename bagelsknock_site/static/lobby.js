/* The lobby: its list of tables is live over a socket, and asked for now and then while the socket is down. */
"use strict";

(() => {
  const POLL = 5000, LATEST = 30000;  // milliseconds between two questions, and at most before the next attempt
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/lobby/`;
  let socket = null, wait = 500, polling = null;

  const swap = (html) => htmx.swap("#tables", html, { swapStyle: "outerHTML" });

  const poll = () => {
    if (!document.hidden) htmx.ajax("GET", "/tables/", { target: "#tables", swap: "outerHTML" });
  };

  const connect = () => {
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    socket = new WebSocket(url);
    socket.onopen = () => {
      wait = 500;
      clearInterval(polling);
      polling = null;
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "frame") swap(message.html);
    };
    socket.onclose = () => {
      polling ??= setInterval(poll, POLL);
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, LATEST);
    };
  };

  // A phone that was in the pocket: its socket may be dead without knowing.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || !document.getElementById("tables")) return;
    poll();
    connect();
  });
  // The page comes back out of the browser's memory with the list of then.
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });

  document.addEventListener("DOMContentLoaded", () => {
    if (document.getElementById("tables")) connect();

    // Whoever has a seat at this table is told so, instead of being asked for a name again.
    const sit = document.getElementById("sit");
    if (sit?.dataset.code && Seats.get(sit.dataset.code)) {
      htmx.ajax("GET", `/sit/${sit.dataset.code}/`, { target: "#sit", swap: "outerHTML" });
    }
  });
})();
