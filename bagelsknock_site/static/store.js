/* What this browser keeps for its owner, here and nowhere else. Storage may be blocked. Then the tab itself remembers, as long as it is
   open: `window.name` outlives a page. */
"use strict";

const Store = (() => {
  const found = (name) => {
    try {
      const store = window[name];
      store.setItem("probe", "1");
      store.removeItem("probe");
      return store;
    } catch {
      return null;
    }
  };
  const read = () => {
    try {
      return JSON.parse(window.name) ?? {};
    } catch {
      return {};
    }
  };
  const tab = {
    getItem: (key) => read()[key] ?? null,
    setItem: (key, value) => { window.name = JSON.stringify({ ...read(), [key]: value }); },
    removeItem: (key) => { const all = read(); delete all[key]; window.name = JSON.stringify(all); },
    keys: () => Object.keys(read()),
  };
  const local = found("localStorage"), session = found("sessionStorage");
  return { lasting: local ?? session ?? tab, passing: session ?? tab, safe: Boolean(local) };
})();

/* Scripts that few visits need, each asked for once, when something needs it. The page names its address: data-NAME-script. */
const Later = (() => {
  const asked = {};
  return (name) => asked[name] ??= new Promise((there) => {
    const script = document.createElement("script"), place = `data-${name}-script`;
    script.src = document.querySelector(`[${place}]`).getAttribute(place);
    script.onload = there;
    script.onerror = () => { delete asked[name]; };
    document.head.append(script);
  });
})();
