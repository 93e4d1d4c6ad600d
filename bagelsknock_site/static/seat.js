/* Who you are, without an account and without cookies: this browser makes a key for each seat it takes and keeps it.
   The key goes to the server as the header X-Seat-Key and is never part of an address. */
"use strict";

const Seats = (() => {
  const { lasting, safe } = Store;

  const get = (code) => {
    try {
      return JSON.parse(lasting.getItem(`seat:${code}`));
    } catch {
      return null;
    }
  };
  const put = (code, more) => lasting.setItem(`seat:${code}`, JSON.stringify({ ...get(code), ...more, at: Date.now() }));
  const forget = (code) => lasting.removeItem(`seat:${code}`);
  const codes = () => (lasting.keys?.() ?? Object.keys(lasting))
    .filter((key) => key.startsWith("seat:"))
    .map((key) => key.slice(5))
    .sort((a, b) => (get(b)?.at ?? 0) - (get(a)?.at ?? 0));

  const random = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  return { get, put, forget, codes, random, safe };
})();

/* Calls `then` with what htmx tells of a question, when its answer is there, or none will come (status 0). htmx's own events do not come
   this far when a frame has taken away the form that asked. A redirect that htmx follows has only begun by then. */
const Answered = (then) => document.addEventListener("htmx:beforeSend", ({ detail }) => detail.xhr.addEventListener("loadend", () => then(detail)));

/* Sitting down: at a new table, at somebody's, on another device, with the same people again. The key is made before the question is
   asked and kept until the answer comes, so that a lost answer, asked again, is the same seat and leaves no ghost. */
(() => {
  const sitting = /\/(?:open|play-now|sit\/([^/]+)|table\/[^/]+\/(claim|again))\/$/;
  // Two tabs of a finished game press "play again" with one new key
  const keeper = (path) => (path.endsWith("/again/") ? Store.lasting : Store.passing);

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const path = detail.path.split("?")[0];
    const [found, invited, door] = sitting.exec(path) ?? [];
    const code = invited ?? document.getElementById("board")?.dataset.code;
    let key = code && Seats.get(code)?.key;
    if (found && detail.verb === "post" && (door || !key)) {
      const pending = keeper(path).getItem(`pending:${path}`) ?? Seats.random();
      keeper(path).setItem(`pending:${path}`, pending);
      if (door === "again") detail.parameters.new_key = pending;
      else key = pending;
      const handle = detail.formData?.get("handle") ?? detail.parameters?.handle;
      if (handle) Store.lasting.setItem("handle", handle);
    }
    if (key) detail.headers["X-Seat-Key"] = key;
  });

  // Before htmx hears of it, which goes to the table: what the tab would remember after that (`window.name`) is lost
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr, pathInfo } }) => xhr.addEventListener("readystatechange", () => {
    const path = pathInfo.requestPath.split("?")[0];
    const code = xhr.readyState === XMLHttpRequest.DONE && xhr.getResponseHeader("X-Table-Code");
    if (!code || !sitting.test(path)) return;
    const pending = keeper(path).getItem(`pending:${path}`);
    if (!pending) return;
    Seats.put(code, { key: pending, handle: Store.lasting.getItem("handle") });
    keeper(path).removeItem(`pending:${path}`);
  }));

  const fill = () => {
    const handle = Store.lasting.getItem("handle");
    for (const input of document.querySelectorAll("input[name=handle]")) if (handle && !input.value) input.value = handle;
  };
  document.addEventListener("htmx:load", fill);

  document.addEventListener("DOMContentLoaded", () => {
    fill();
    const place = document.querySelector("[data-your-tables]");
    const codes = Seats.codes().slice(0, 20);
    if (place && codes.length) {
      htmx.ajax("GET", `${place.dataset.yourTables}?codes=${codes.join(",")}`, { target: place, swap: "innerHTML" });
    }
  });
})();
