/* What a preference asks for beside the mark of turn.js: a soft sound, the sound of a knock, and a notification of the browser while
   nobody looks at the page. Some browsers cannot, or are told not to: then the preference goes back, and a sentence says why. */
"use strict";

(() => {
  const board = document.getElementById("board"); // none in the lobby, where there are only the preferences
  const SHOT = 1_000; // milliseconds: a sound that comes later is none
  const Context = window.AudioContext ?? window.webkitAudioContext;

  /* --- sounds: seconds from now, Hertz, seconds, how loud --- */

  const BELLS = [[0, 659, .4, .1], [.15, 880, .6, .1]];
  const KNOCKS = [[0, 150, .12, .4], [.17, 130, .14, .4]];
  let context = null;

  // A page that nobody has touched yet may make no sound, and some browsers want to be asked while it is touched
  const wake = async () => {
    context ??= new Context();
    if (context.state !== "running") await context.resume();
  };
  const play = async (tones) => {
    const asked = Date.now();
    await wake();
    if (Date.now() - asked > SHOT) return;
    for (const [when, pitch, length, loud] of tones) {
      const tone = context.createOscillator(), volume = context.createGain(), start = context.currentTime + when;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(loud, start + .015);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
      tone.connect(volume);
      volume.connect(context.destination);
      tone.start(start);
      tone.stop(start + length);
    }
  };
  const sound = (tones) => play(tones).catch(() => {}); // it is only a sound

  /* --- a notification --- */

  let shown = null, about = "";
  const close = () => {
    shown?.close();
    shown = null;
  };
  const notify = (kind, key) => {
    if (Notification.permission !== "granted") return refuse("notify", "refused");
    const [what, game] = [document.title.replace("● ", ""), document.title.split(" · ").at(-1)];
    close();
    about = kind;
    try {
      shown = new Notification(kind === "turn" ? what : `${board.dataset[`${kind}Alert`]} · ${game}`, {
        body: board.dataset.name,
        tag: `${board.dataset.code} ${key}`,
        icon: document.querySelector("link[rel=apple-touch-icon]").href,
        lang: document.documentElement.lang,
      });
    } catch { // there only for pages with a worker of their own, as on many phones
      return refuse("notify", "missing");
    }
    shown.onclick = ({ target }) => {
      window.focus();
      target.close();
    };
  };

  /* --- the preferences --- */

  const refuse = (name, why) => {
    Preferences.set(name, false);
    for (const note of document.querySelectorAll("[data-refused]")) {
      note.textContent = note.dataset[why];
      if (board && !note.checkVisibility?.()) Table.say(note.textContent);
    }
  };
  const allowed = () => new Promise((answer) => {
    // Older browsers call back, newer ones promise
    Notification.requestPermission(answer)?.then(answer);
  });

  document.addEventListener("change", async ({ target }) => {
    if (!target.matches("[data-preferences] [type=checkbox]")) return;
    for (const note of document.querySelectorAll("[data-refused]")) note.textContent = "";
    if (!target.checked) return;
    const { name } = target;
    if (name.endsWith("_sound")) Context ? sound(name === "turn_sound" ? BELLS : KNOCKS) : refuse(name, "noSound");
    if (name !== "notify") return;
    if (!window.Notification?.requestPermission) return refuse(name, "missing");
    const answer = await allowed();
    if (answer !== "granted") refuse(name, "refused");
  });

  for (const sign of ["click", "keydown"]) {
    document.addEventListener(sign, () => {
      if (Context && (Preferences.get("turn_sound") || Preferences.get("knock_sound"))) wake().catch(() => {});
    }, true);
  }
  if (Preferences.get("notify") && window.Notification?.permission !== "granted") refuse("notify", window.Notification ? "refused" : "missing");
  if (!board) return;

  /* --- one alert, though several tabs of this browser show the table: the one that is looked at, else any --- */

  // Locks are the browser's own: tabs agree however late one of them hears. Without them (old browsers, plain http) each tab rings
  const { locks } = navigator;
  const looking = `looking:${board.dataset.code}`;
  const REMEMBERED = 60_000; // milliseconds for which a tab may be late and still find that another has rung
  let turnAway = null;
  const look = () => {
    if (document.hidden === !turnAway) return;
    if (document.hidden) {
      turnAway();
      turnAway = null;
    } else {
      const lookedAt = new Promise((done) => { turnAway = done; });
      locks.request(looking, { mode: "shared" }, () => lookedAt).catch(() => {}); // where nothing may be stored there are none
    }
  };
  if (locks) {
    document.addEventListener("visibilitychange", look);
    look();
  }
  const isMine = async (key) => {
    if (!locks) return true;
    if (document.hidden && (await locks.query()).held.some(({ name }) => name === looking)) return false;
    return new Promise((answer, fail) => {
      locks.request(`alert:${board.dataset.code} ${key}`, { ifAvailable: true }, (lock) => {
        answer(Boolean(lock));
        return lock && new Promise((done) => { setTimeout(done, REMEMBERED); });
      }).catch(fail);
    });
  };

  board.addEventListener("table:alert", async ({ detail: { kind, key } }) => {
    if (!await isMine(key).catch(() => true)) return;
    const wanted = kind === "knock" ? "knock_sound" : "turn_sound";
    if (Preferences.get(wanted) && Context) sound(kind === "knock" ? KNOCKS : BELLS);
    if (Preferences.get("notify") && kind !== "knock" && document.hidden) notify(kind, key);
  });

  // The turn may be over, played in another tab or by the clock
  board.addEventListener("table:shown", () => { if (about === "turn" && !board.querySelector("#sentence.yours")) close(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) close(); });
})();
