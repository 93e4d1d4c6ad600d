/* A cut that was typed is remembered in place of the one that the browser made, so that it can be looked for when the game is checked. */
"use strict";

document.addEventListener("htmx:afterRequest", ({ detail: { successful, elt, pathInfo } }) => {
  if (!successful || !pathInfo?.requestPath.endsWith("/cut/")) return;
  const input = elt.querySelector("[name=cut]"), { code, commitment } = document.getElementById("board").dataset;
  if (Seats.get(code)) Seats.put(code, { cut: input.value, commitment: Seats.get(code).commitment ?? commitment });
  for (const field of document.querySelectorAll("#cut")) field.value = "";
});
