/* A cut that was typed is remembered in place of the one that the browser made, so that it can be looked for when the game is checked. */
"use strict";

// The form may be gone when the answer comes, as the game has started: what was sent is in the request
Answered(({ xhr, requestConfig, pathInfo }) => {
  if (xhr.status !== 200 || !pathInfo.requestPath.endsWith("/cut/")) return;
  const { code, commitment } = document.getElementById("board").dataset, mine = Seats.get(code);
  if (mine) Seats.put(code, { cut: requestConfig.parameters.cut, commitment: mine.commitment ?? commitment });
  for (const field of document.querySelectorAll("#cut")) field.value = "";
});
