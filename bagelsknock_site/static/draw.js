/* Draws regions of the board anew, and leaves alone what is in them as it was: a card that stays in the hand is the same element after an
   update, which costs a browser little, and nothing that somebody looks at or holds is torn away. */
"use strict";

const Draw = (() => {
  const { ELEMENT_NODE } = Node;

  // Whether an element may become another, which it does with its place. Exchanged instead are: pictures and mere words; what says so
  // (data-whole), as all that is in it moves when any of it changes, and what is new has not moved; and a form that asks for another
  // decision, as somebody may be about to press a button of it.
  const alike = (old, next) => {
    if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName) return false;
    if (old.nodeType !== ELEMENT_NODE) return old.data === next.data;
    if (old.id !== next.id || old.dataset?.card !== next.dataset?.card || old.dataset?.seat !== next.dataset?.seat) return false;
    if (!next.id && old.getAttribute("class")?.split(" ")[0] !== next.getAttribute("class")?.split(" ")[0]) return false;
    if (next.matches("svg, input, [data-whole]") || (!next.id && !next.firstElementChild)) return old.isEqualNode(next);
    return next.localName !== "form" || (old.className === next.className && decision(old) === decision(next));
  };
  const decision = (form) => form.querySelector("[name=decision]")?.value;

  const become = (old, next) => {
    if (old.isEqualNode(next)) return;
    for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    let at = old.firstChild;
    for (const child of [...next.childNodes]) {
      let found = at;
      while (found && !alike(found, child)) found = child.nodeType === ELEMENT_NODE ? found.nextSibling : null;
      if (found) {
        while (at !== found) at = drop(at);
        at = found.nextSibling;
        become(found, child);
      } else {
        old.insertBefore(child, at);
      }
    }
    while (at) at = drop(at);
  };
  const drop = (node) => {
    const next = node.nextSibling;
    node.remove();
    return next;
  };

  /* Draw the regions in `html`, each by its id; a title among them is the page's. */
  return (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    for (const next of template.content.children) {
      if (next.localName === "title") document.title = next.textContent;
      const region = next.id && document.getElementById(next.id);
      if (!region || region.isEqualNode(next)) continue;
      become(region, next);
      htmx.process(region);
      htmx.trigger(region, "htmx:load");
    }
  };
})();
