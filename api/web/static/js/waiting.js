/**
 * What waits for the reader in all of their games: the bar of every page is kept up, and "n"
 * or "g" leads to the next game.
 */

import { OFF, TYPING } from "./keys.js";

/** How often the bar is asked for while its reader looks at the page. */
const ASKED_EVERY = 60_000;

const KEYS = ["n", "g"];

const place = document.getElementById("waiting-games");

/** Go to the next game that waits, if there is one. */
export function goOn() {
  place.querySelector("[data-next]")?.click();
}

function onKey(event) {
  if (!KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (localStorage.getItem(OFF) || event.target.closest?.(TYPING)) return;
  if (!document.querySelector("dialog[open]")) goOn();
}

/** A page of the service, or a piece of one; undefined if it does not come. */
export async function fetched(address) {
  const options = { headers: { Accept: "text/html" }, cache: "no-cache" };
  const answer = await fetch(address, options).catch(() => null);
  if (!answer?.ok || answer.redirected) return undefined;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Let a part of this page be as it is in one that has been `fetched`. */
export function renew(id, found) {
  const [old, fresh] = [document, found].map((it) => it.getElementById(id));
  if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
}

/** Draw the bar as it is now. */
async function look() {
  if (document.hidden) return;
  const found = await fetched(place.dataset.address);
  // What the reader presses stays; it is drawn with the next look.
  if (found && !place.matches(":active")) renew(place.id, found);
}

// The page of a game lists its keys, and these are among them.
if (!document.body.classList.contains("game")) document.addEventListener("keydown", onKey);
// The desk follows a stream, which says when its bar is another one.
if (place.dataset.address && !document.getElementById("own-games")) {
  document.addEventListener("visibilitychange", look);
  setInterval(look, ASKED_EVERY);
}
