/* Before the first paint: whether this browser has a seat at the table of this page, whose own view of it is then on its way. */
"use strict";

try {
  const [, code] = /^\/table\/(\w+)\/$/.exec(location.pathname) ?? [];
  if (code && localStorage[`seat:${code}`]) document.documentElement.dataset.seated = "";
} catch { /* blocked: then everybody's view is seen for a moment */ }
