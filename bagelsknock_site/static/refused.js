/* The site takes no more from this connection for a moment (429): said over the page, which stays as it is. */
addEventListener("refused", ({ detail }) => {
  const STAYS = 10_000; // milliseconds
  let told = document.getElementById("refused");
  if (!told) {
    told = document.createElement("p");
    told.id = "refused";
    told.role = "alert";
    document.body.append(told);
  }
  if (told.textContent !== detail.text) told.textContent = detail.text;
  clearTimeout(told.timer);
  told.timer = setTimeout(() => told.remove(), STAYS);
});
