/* "Are you sure?", for forms with data-sure: what they say there, and whether to do it. A preference of the browser turns it off. */
"use strict";

const Sure = (() => {
  const board = document.getElementById("board"), dialog = document.getElementById("sure");
  let decision = null;

  const pending = () => decision && board.querySelector(`[data-sure] [name=decision][value="${decision}"]`)?.form;

  const ask = (form) => {
    decision = form.elements.decision.value;
    dialog.querySelector("p").textContent = form.dataset.sure;
    if (pending()) dialog.showModal();
  };

  dialog.addEventListener("click", ({ target, detail }) => {
    if (detail > 1) return; // of the click that asked
    const answer = target.closest("[data-answer]")?.dataset.answer ?? (target === dialog && "no");
    if (!answer) return;
    const form = answer === "yes" && pending();
    dialog.close();
    if (!form) return;
    form.meant = true;
    form.requestSubmit(form.querySelector("[name=do]"));
    form.meant = false;
  });
  dialog.addEventListener("close", () => { decision = null; });
  // The table has not waited for the answer
  board.addEventListener("table:swapped", () => { if (dialog.open && !pending()) dialog.close(); });

  return { ask };
})();
