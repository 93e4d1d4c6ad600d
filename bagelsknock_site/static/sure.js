/* "Are you sure?", for forms with data-sure: what they say there, and whether to do it. A preference of the browser turns it off. */
"use strict";

(() => {
  const board = document.getElementById("board"), dialog = document.getElementById("sure");
  let decision = null, meant = null;

  const pending = () => decision && board.querySelector(`[data-sure] [name=decision][value="${decision}"]`)?.form;

  // Before the form is sent by anybody
  addEventListener("submit", (event) => {
    const form = event.target;
    if (form === meant || !form.dataset.sure || document.documentElement.dataset.confirmFold === "false") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    decision = form.elements.decision.value;
    dialog.querySelector("p").textContent = form.dataset.sure;
    dialog.showModal();
  }, true);

  dialog.addEventListener("click", ({ target, detail }) => {
    if (detail > 1) return; // of the click that asked
    const answer = target.closest("[data-answer]")?.dataset.answer ?? (target === dialog && "no");
    if (!answer) return;
    meant = answer === "yes" ? pending() : null;
    dialog.close();
    meant?.requestSubmit(meant.querySelector("[name=do]"));
    meant = null;
  });
  dialog.addEventListener("close", () => { decision = null; });
  // The table has not waited for the answer
  board.addEventListener("table:swapped", () => { if (dialog.open && !pending()) dialog.close(); });
})();
