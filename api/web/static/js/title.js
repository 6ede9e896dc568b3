/** The title and the icon of the tab: whose turn it is, and whether there is something new in it. */

import { part } from "./about.js";
import { ask } from "./api.js";
import { onHead, onShown } from "./fragments.js";

const NEW = "● ";
/** One order causes several events, which come at once. */
const SETTLED = 120;

const icon = document.querySelector("link[rel=icon]");

/** What the tab is called, and whether something waits for the reader. */
let now = { title: document.title, waits: "waits" in document.body.dataset };
/** Whether something has happened that the reader has not looked at. */
let isNews = false;
let asking;
/** How many letters are unread. */
let letters = 0;
/** Who is told when the game begins to wait for a reader who looks elsewhere. */
const listeners = [];

/** Let `listener` be called when it is the reader's turn behind another tab. */
export function onTurn(listener) {
  listeners.push(listener);
}

/** Begin to follow the position that is shown, and behind another tab the newest one. */
export function start() {
  onShown(({ answer }) => say(answer));
  onHead(() => {
    if (document.hidden) hear();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    clearTimeout(asking);
    isNews = false;
    draw();
  });
}

/** Say how many letters are unread. */
export function countLetters(unread) {
  letters = unread;
  draw();
}

/** Behind another tab nothing is drawn, but the title says at once that there is something. */
function hear() {
  isNews = true;
  draw();
  clearTimeout(asking);
  asking = setTimeout(async () => {
    // If nobody answers the mark alone is there until the next time.
    const answer = await ask(part("title")).catch(() => null);
    if (answer) say(answer);
  }, SETTLED);
}

function say({ title, waits }) {
  const isTurn = waits && !now.waits && document.hidden;
  now = { title, waits };
  draw();
  if (isTurn) for (const listener of listeners) listener();
}

function draw() {
  const unread = letters ? `(${letters}) ` : "";
  document.title = (isNews ? NEW : "") + unread + now.title;
  const { plain, dotted } = icon.dataset;
  const wanted = isNews || now.waits ? dotted : plain;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
