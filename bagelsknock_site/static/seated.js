/* Before the first paint: whether this browser has a seat at the table of this page, whose own view of it is then on its way.
   Where storage is blocked, everybody's view is seen for a moment. */
try {
  if (localStorage[`seat:${location.pathname.split("/").at(-2)}`]) document.documentElement.dataset.seated = "";
} catch {}
