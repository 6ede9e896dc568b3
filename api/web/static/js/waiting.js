/**
 * What waits for the reader in all of their games: the bar of every page is kept up, and "g" leads
 * to the next game. The desk itself follows a stream, and is drawn when that tells something new.
 */

import { OFF, TYPING } from "./keys.js";
import { parser } from "./sse.js";

/** How often the bar of a page without a stream is asked for while its reader looks at it. */
const ASKED_EVERY = 60_000;
/** Without a sign of life for this long the line is dead: there should be one every 15 seconds. */
const SILENCE = 45_000;
const LONGEST_WAIT = 30_000;

const place = document.getElementById("waiting-games");
const games = document.getElementById("own-games");

/** Go to the next game that waits, if there is one. */
export function goOn() {
  place.querySelector("[data-next]")?.click();
}

function onKey(event) {
  if (event.key !== "g" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (localStorage.getItem(OFF) || event.target.closest?.(TYPING)) return;
  if (!document.querySelector("dialog[open]")) goOn();
}

/** A page of the service, or a piece of one; undefined if it does not come. */
async function fetched(address) {
  const options = { headers: { Accept: "text/html" }, cache: "no-cache" };
  const answer = await fetch(address, options).catch(() => null);
  if (!answer?.ok || answer.redirected) return undefined;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Draw the bar as it is now. */
async function look() {
  if (document.hidden) return;
  const found = await fetched(place.dataset.address);
  if (found) swap(place, found.getElementById("waiting-games"));
}

function swap(old, fresh) {
  if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
}

/** Draw the desk's games, title and icon as they are now. Throws if they do not come. */
async function drawDesk() {
  const found = await fetched(location.pathname + location.search);
  // Whoever connects again is told again what waits, and the desk is drawn then.
  if (!found) throw new Error("the desk does not come");
  for (const part of [games, place]) swap(part, found.getElementById(part.id));
  document.title = found.title;
  const icon = found.querySelector("link[rel=icon]").getAttribute("href");
  document.querySelector("link[rel=icon]").setAttribute("href", icon);
}

/** Whether the desk shows what a message says already, as it mostly does in the beginning. */
function isShown({ games: told }) {
  const now = told.map(({ id, version }) => `${id}:${version} `).join("");
  return games.querySelector("[data-shown]").dataset.shown === now;
}

/** One connection, to its end: "gone" if there is no way back, "heard" if it gave anything. */
async function listen() {
  const line = new AbortController();
  let alarm;
  let heard = "";
  const alive = () => {
    clearTimeout(alarm);
    alarm = setTimeout(() => line.abort(), SILENCE);
  };
  try {
    alive();
    const headers = { Accept: "text/event-stream", "Napoleon-Desk": "1" };
    const options = { headers, cache: "no-store", signal: line.signal };
    const answer = await fetch(games.dataset.live, options);
    if (answer.status === 401) return "gone";
    if (!answer.ok) return "";
    const read = parser();
    const stream = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = await stream.read();
      if (done) return heard;
      alive();
      for (const { event, data } of read(value)) {
        if (event === "gone") return "gone";
        heard = "heard";
        if (!isShown(JSON.parse(data))) await drawDesk();
      }
    }
  } catch {
    return heard;
  } finally {
    clearTimeout(alarm);
  }
}

/** Follow the desk for as long as it is open and signed in. */
async function follow() {
  for (let failures = 0; ; failures += 1) {
    const outcome = await listen();
    if (outcome === "gone") return location.reload();
    if (outcome === "heard") failures = 0;
    const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** failures);
    await new Promise((resolve) => setTimeout(resolve, wait * (0.75 + Math.random() / 2)));
  }
}

// The page of a game lists its keys, and "g" is among them.
if (!document.body.classList.contains("game")) document.addEventListener("keydown", onKey);
if (games) follow();
else if (place.dataset.address) {
  document.addEventListener("visibilitychange", look);
  setInterval(look, ASKED_EVERY);
}
