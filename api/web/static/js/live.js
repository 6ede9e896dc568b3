/**
 * Following the game: by the stream of events, or if there is none for this tab by asking every now
 * and then; and what the page says about its connection.
 */

import { resource } from "./about.js";
import { ask, identity, Refused } from "./api.js";
import { element } from "./elements.js";
import { grow, onHead, onShown, position, show } from "./fragments.js";
import { tell } from "./notices.js";
import * as places from "./places.js";
import { parser } from "./sse.js";
import { _ } from "./texts.js";

const SECOND = 1000;
/** A stream says something at once; if not, something on the way holds it back. */
const BEGINNING = 10 * SECOND;
/** Without a sign of life for this long the line is dead: there should be one every 15 seconds. */
const SILENCE = 45 * SECOND;
const LONGEST_WAIT = 30 * SECOND;
/** How often, at least, the service is asked while it answers but there is no stream. */
const ASKED_EVERY = 15 * SECOND;
/** The same while other tabs have the streams, and while nobody looks at this one. */
const ASKED_WITHOUT_PLACE = 4 * SECOND;
const ASKED_UNSEEN = 60 * SECOND;
/** One order causes several events, which come at once; the page is drawn when all are there. */
const SETTLED = 120;
const TRIED_AGAIN = 3 * SECOND;

const place = document.getElementById("live");

let state = "offline";
let last = String(position.head);
let catching;
/** The current connection, to be cut when it is of no use any more. */
let line;

/** Follow the game for as long as the page is open, and its reader may. */
export async function start() {
  const following = new AbortController();
  const whileFollowing = { signal: following.signal };
  onShown(say);
  onHead(say);
  document.addEventListener("visibilitychange", attend, whileFollowing);
  for (const looked of ["focus", "pageshow"]) addEventListener(looked, attend, whileFollowing);
  addEventListener("pagehide", places.leave);
  places.onLost(() => line?.abort());
  addEventListener("online", () => wake?.());
  // A connection that is already open would be trusted until it has been silent for too long.
  addEventListener("offline", () => line?.abort());
  attend();
  await follow();
  following.abort();
  places.leave();
}

/** Keep up with the game until there is no way back to it. */
async function follow() {
  for (let failures = 0; ; failures += 1) {
    const placed = places.held();
    const outcome = placed ? await listen() : "";
    if (outcome === "gone") return;
    if (outcome === "heard") failures = 0;
    // A stream may be all that does not come through; and a tab without a place was not cut off.
    const asked = outcome === "heard" && places.held() ? "" : await look();
    if (asked === "gone") return;
    set(asked ? "asking" : "offline");
    if (!placed && places.held()) continue;
    await sleep(pause(outcome, asked, failures) * (0.75 + Math.random() / 2));
  }
}

/** A reader who looks at this tab wants it to be live, and at the newest position. */
function attend() {
  if (document.visibilityState !== "visible") return;
  places.take();
  wake?.();
  catchUp();
}

/** Milliseconds until the next attempt. */
function pause(outcome, asked, failures) {
  if (asked && !places.held()) return document.hidden ? ASKED_UNSEEN : ASKED_WITHOUT_PLACE;
  const longest = asked ? ASKED_EVERY : LONGEST_WAIT;
  return outcome === "full" ? longest : Math.min(longest, SECOND * 2 ** failures);
}

let wake;

/** Wait, but no longer than until the network is back. */
function sleep(milliseconds) {
  return new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, milliseconds);
  });
}

/** Ask once how far the game is: "asked" if that was answered, "gone" if there is no way back. */
async function look() {
  try {
    const { version } = await ask(resource());
    last = String(version);
    grow(version);
    catchUp();
    return "asked";
  } catch (error) {
    return error instanceof Refused && isFinal(error) ? farewell(error.message) : "";
  }
}

/**
 * One connection, to its end: "heard" if it gave anything, "full" if there was no place for it,
 * "gone" if there is no way back.
 */
async function listen() {
  const current = new AbortController();
  line = current;
  let alarm;
  let heard = "";
  const alive = () => {
    clearTimeout(alarm);
    alarm = setTimeout(() => current.abort(), heard ? SILENCE : BEGINNING);
  };
  try {
    alive();
    const headers = { Accept: "text/event-stream", "Last-Event-ID": last, ...identity() };
    const options = { headers, cache: "no-store", signal: current.signal };
    const answer = await fetch(place.dataset.live, options);
    if (!answer.ok) return await refused(answer);
    const read = parser();
    const stream = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = await stream.read();
      if (done) return heard;
      if (!heard) {
        heard = "heard";
        set("live");
        catchUp();
      }
      alive();
      for (const message of read(value)) if (take(message) === "gone") return "gone";
    }
  } catch {
    return heard;
  } finally {
    clearTimeout(alarm);
  }
}

/** What coming back cannot mend ends it; a version that is unknown is not asked for again. */
async function refused(answer) {
  const problem = await answer.json().catch(() => ({}));
  if (isFinal({ status: answer.status, problem })) return farewell(problem.detail);
  if (problem.code === "UNKNOWN_VERSION") last = "0";
  return problem.code === "TOO_MANY_STREAMS" ? "full" : "";
}

function isFinal({ status, problem }) {
  return status === 401 || problem.code === "UNKNOWN_GAME";
}

function farewell(detail) {
  set("offline");
  tell(detail, "error");
  return "gone";
}

function take({ id, event, data }) {
  if (event === "gone") return farewell(JSON.parse(data).detail);
  if (id !== undefined) {
    last = id;
    grow(Number(id));
    catchUp();
  }
  return event;
}

/** Draw the newest position if the reader looks at it; at an earlier one they stay there. */
function catchUp() {
  if (!isBehind() || document.hidden) return;
  clearTimeout(catching);
  catching = setTimeout(async () => {
    // In the meantime it may have come by itself, or the reader may be on their way to another.
    if (!isBehind()) return;
    try {
      await show(null);
    } catch {
      // Until then the page says that there is more than it shows.
      catching = setTimeout(catchUp, TRIED_AGAIN);
    }
  }, SETTLED);
}

function isBehind() {
  return position.wanted === null && position.version < position.head;
}

function set(now) {
  state = now;
  say();
}

/** Say it in words, with a sign that has a shape of its own. */
function say() {
  const newer = position.head - position.version;
  const [kind, sign, words] = told(newer);
  if (place.textContent === `${sign} ${words}`) return;
  place.dataset.state = kind;
  place.replaceChildren(element("span", { "aria-hidden": "true" }, sign), ` ${words}`);
}

function told(newer) {
  if (state === "offline") return ["offline", "○", _("Offline: trying again")];
  if (newer > 0) return ["behind", "◐", _("Newer events: %(count)s", { count: newer })];
  if (state === "asking") return ["asking", "◔", _("Looks for news every few seconds")];
  return ["live", "●", _("Live")];
}
