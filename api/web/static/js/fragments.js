/** The position that the page shows: sections, swapped for those of another without a reload. */

import { part, path } from "./about.js";
import { ask } from "./api.js";
import { isMendable } from "./mend.js";
import { released } from "./pressed.js";
import { swap } from "./swap.js";

const shown = new EventTarget();
/** What the service tells the sections by that are shown, to be told again: it sends the others. */
let { tags } = document.body.dataset;
let asking = new AbortController();

/**
 * Where the page is: `at` is the version shown, null for the newest, `wanted` the same for what has
 * been asked for and may not be there yet, `head` the newest one, and `since` the version from which
 * on everything is new to the reader, null if nothing is told so; `moves` is the one since which all
 * moves are drawn on the map, null for the latest alone.
 */
export const position = {
  at: null,
  wanted: null,
  since: null,
  moves: null,
  version: Number(document.body.dataset.at),
  head: Number(document.body.dataset.head),
};

/** Do `act` whenever another position is shown, or there is a newer one. */
export function onShown(act) {
  shown.addEventListener("shown", act);
}

/** Do `act` when version `position.head` has become the newest one. */
export function onHead(act) {
  shown.addEventListener("head", act);
}

/** Begin with what the server has drawn. */
export function start() {
  const asked = new URLSearchParams(location.search);
  position.at = asked.has("at") ? position.version : null;
  position.moves = Number(asked.get("moves")) || null;
  position.wanted = position.at;
}

/** There is a version `head`; what was the newest one is now an earlier one, and told as such. */
export function grow(head) {
  if (head <= position.head) return;
  position.head = head;
  document.body.dataset.head = head;
  shown.dispatchEvent(new Event("head"));
}

/**
 * Show the position at version `at`, or the newest for null. A request that another one overtakes
 * is given up. Returns whether it is shown now; throws what `ask` throws.
 */
export async function show(at) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  position.wanted = at;
  try {
    const answer = await read(at, signal);
    await released();
    if (signal.aborted) return false;
    // What does not fit, say because an extension of the browser has been at it, is sent whole.
    if (!fits(answer)) return showWhole(at);
    put(at, answer);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    position.wanted = position.at;
    throw error;
  }
}

function showWhole(at) {
  tags = "";
  return show(at);
}

async function read(at, signal) {
  const { edition } = document.body.dataset;
  const known = tags ? { has: tags, from: position.version } : {};
  const query = { ...(at === null ? { since: position.since, moves: position.moves } : { at, edition }), ...known };
  // An earlier position never changes, so the browser may have it.
  const options = { signal, ...(at !== null && { cache: "default" }) };
  const answer = await ask(part("position", query), options);
  if (at === null) grow(answer.version);
  return answer;
}

function fits({ fragments }) {
  return Object.entries(fragments).every(([name, news]) => {
    const section = document.getElementById(name);
    return !section || typeof news === "string" || isMendable(section, news);
  });
}

function put(at, answer) {
  position.at = at;
  position.version = answer.version;
  document.body.dataset.at = answer.version;
  document.body.toggleAttribute("data-past", answer.version < position.head);
  document.body.toggleAttribute("data-laid", answer.laid);
  for (const [name, news] of Object.entries(answer.fragments)) {
    const section = document.getElementById(name);
    if (!section) continue;
    swap(section, news);
    section.hidden = !news;
  }
  tags = answer.tags;
  nameInAddress(at);
  shown.dispatchEvent(Object.assign(new Event("shown"), { answer }));
}

/** The address says what is shown, so that it can be shared. */
function nameInAddress(at) {
  const address = new URL(location.href);
  if (at === null) address.searchParams.delete("at");
  else address.searchParams.set("at", at);
  // What was asked for with the first page is not asked for with this one.
  for (const name of ["since", "before", "moves", "motion"]) address.searchParams.delete(name);
  address.pathname = path;
  if (address.href !== location.href) history.replaceState(null, "", address);
}
