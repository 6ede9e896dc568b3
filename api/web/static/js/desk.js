/** The desk follows a stream of what waits for its reader, and is drawn when that is something new. */

import { released } from "./pressed.js";
import { parser } from "./sse.js";
import { fetched, renew } from "./waiting.js";

/** Without a sign of life for this long the line is dead: there should be one every 15 seconds. */
const SILENCE = 45_000;
const LONGEST_WAIT = 30_000;

const games = document.getElementById("own-games");

/** Draw all that the desk says of games, its title and icon as they are now. Throws if they do not
 * come. */
async function drawDesk() {
  const found = await fetched(location.pathname + location.search);
  // A page that connects again is told again what waits, and draws the desk then.
  if (!found) throw new Error("the desk does not come");
  await released();
  for (const id of ["desk-head", "own-games", "waiting-games"]) renew(id, found);
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

follow();
