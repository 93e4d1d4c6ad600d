/* The contact form works without this. It keeps a message back that is far too long for the server to read, so that it is not lost. */
"use strict";

(() => {
  const tooLong = (form) => {
    const [text, said] = [form.querySelector("#contact-text"), form.querySelector("#text-error")];
    const is = text.value.length > 2 * form.dataset.most;
    if (is) said.textContent = form.dataset.long;
    return is;
  };
  document.addEventListener("submit", (event) => {
    if (!tooLong(event.target)) return;
    event.preventDefault();
    event.target.querySelector("#contact-text").focus();
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    const field = event.detail.elt;
    if (field.name === "text" && tooLong(field.form)) event.preventDefault();
  });
})();
