/* What this browser's owner prefers, as data attributes of <html>: set before the first paint, kept in this browser and nowhere else.
   Where nothing can be stored it holds for this tab. A form with data-preferences shows and changes it. */
"use strict";

const Preferences = (() => {
  const KEY = "preferences";
  /* What each may be; the first is the usual one. */
  const CHOICES = {
    theme: ["system", "light", "dark"],
    suits: ["two", "four"],
    motion: ["system", "off"],
    confirm_fold: [true, false],
    tips: [true, false],
    phrases: [true, false],
    turn_sound: [false, true],
    knock_sound: [false, true],
    notify: [false, true],
  };
  const root = document.documentElement;
  let chosen = {};

  const read = () => {
    let kept = null;
    try { kept = JSON.parse(Store.lasting.getItem(KEY)); } catch { /* not ours */ }
    chosen = Object.fromEntries(Object.entries(CHOICES).map(([name, may]) => [name, may.includes(kept?.[name]) ? kept[name] : may[0]]));
  };

  const apply = () => {
    for (const [name, value] of Object.entries(chosen)) root.setAttribute(`data-${name.replace("_", "-")}`, value);
    // The browser's own bar goes along: of its two colours both become the chosen one
    for (const bar of document.querySelectorAll("meta[name=theme-color]")) {
      bar.dataset.own ??= bar.content;
      const other = document.querySelector(`meta[name=theme-color][media*="${chosen.theme}"]`);
      bar.content = other?.dataset.own ?? other?.content ?? bar.dataset.own;
    }
  };

  const get = (name) => chosen[name];

  const set = (name, value) => {
    if (!CHOICES[name]?.includes(value) || chosen[name] === value) return;
    chosen[name] = value;
    Store.lasting.setItem(KEY, JSON.stringify(chosen));
    tell();
  };

  const tell = () => {
    apply();
    show();
    document.dispatchEvent(new CustomEvent("preferences", { detail: chosen }));
  };

  /* What the forms of this page show. */
  const show = () => {
    for (const input of document.querySelectorAll("[data-preferences] input")) {
      input.checked = input.type === "checkbox" ? chosen[input.name] !== false : chosen[input.name] === input.value;
    }
  };

  /* Whether things may move. */
  const moves = () => chosen.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

  read();
  apply();

  document.addEventListener("DOMContentLoaded", () => { apply(); show(); });
  document.addEventListener("change", ({ target }) => {
    if (target.closest("[data-preferences]")) set(target.name, target.type === "checkbox" ? target.checked : target.value);
  });
  // They may ask the browser for something, which has to be done at once when they are pressed
  document.addEventListener("toggle", ({ target }) => { if (target.matches(".preferring[open]")) Later("alerts"); }, true);
  addEventListener("storage", ({ key }) => { // another tab
    if (key !== KEY) return;
    read();
    tell();
  });

  return { get, set, moves };
})();
