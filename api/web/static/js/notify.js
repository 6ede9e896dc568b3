/** Notifications of the browser that it is the reader's turn. They tell nothing else of the game. */

import { _ } from "./texts.js";
import { onTurn } from "./title.js";

const KEPT = "napoleon-notify";
const { game, called } = document.body.dataset;
const button = document.getElementById("notify");

/** Offer the switch. The browser is asked for its permission by a click on it, and never before. */
export function start() {
  if (!button || !("Notification" in globalThis)) return;
  button.addEventListener("click", toggle);
  onTurn(show);
  draw();
}

function isOn() {
  return localStorage.getItem(KEPT) === "on" && Notification.permission === "granted";
}

async function toggle() {
  if (isOn()) {
    localStorage.removeItem(KEPT);
  } else if ((await Notification.requestPermission()) === "granted") {
    localStorage.setItem(KEPT, "on");
  }
  draw();
}

function draw() {
  button.setAttribute("aria-pressed", String(isOn()));
  // Where the browser has been told to refuse, the page cannot change its mind.
  button.hidden = Notification.permission === "denied";
}

function show() {
  if (!isOn()) return;
  try {
    // One for each game, whatever happens in it and in however many tabs it is open.
    const told = new Notification(_("It is your turn in %(game)s.", { game: called }), { tag: game });
    told.addEventListener("click", () => {
      globalThis.focus();
      told.close();
    });
  } catch {
    // Browsers of phones let only installed pages do this.
  }
}
