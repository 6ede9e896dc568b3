/** The position that the page shows: sections, swapped for those of another without a reload. */

import { part, path } from "./about.js";
import { ask } from "./api.js";
import { swap } from "./swap.js";

const KEPT = 60;

const shown = new EventTarget();
const cache = new Map();
let asking = new AbortController();

/**
 * Where the page is: `at` is the version asked for, null for the newest, `head` the newest one, and
 * `since` the version from which on everything is new to the reader, null if nothing is told so.
 */
export const position = {
  at: null,
  since: null,
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
  const asked = new URLSearchParams(location.search).get("at");
  position.at = asked === null ? null : position.version;
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
  try {
    const answer = await read(at, signal);
    if (signal.aborted) return false;
    put(at, answer);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

async function read(at, signal) {
  const known = at === null ? undefined : cache.get(at);
  if (known) return known;
  const { edition } = document.body.dataset;
  const query = at === null ? { since: position.since } : { at, edition };
  const answer = await ask(part("position", query), { signal });
  if (at === null) grow(answer.version);
  else cache.set(at, answer);
  if (cache.size > KEPT) cache.delete(cache.keys().next().value);
  return answer;
}

function put(at, answer) {
  position.at = at;
  position.version = answer.version;
  document.body.dataset.at = answer.version;
  document.body.toggleAttribute("data-past", answer.version < position.head);
  document.body.toggleAttribute("data-laid", Boolean(answer.fragments.map));
  for (const [name, html] of Object.entries(answer.fragments)) {
    const section = document.getElementById(name);
    if (!section) continue;
    swap(section, html);
    section.hidden = !html;
  }
  nameInAddress(at);
  shown.dispatchEvent(Object.assign(new Event("shown"), { answer }));
}

/** The address says what is shown, so that it can be shared. */
function nameInAddress(at) {
  const address = new URL(location.href);
  if (at === null) address.searchParams.delete("at");
  else address.searchParams.set("at", at);
  // What was asked for with the first page is not asked for with this one.
  for (const name of ["since", "before"]) address.searchParams.delete(name);
  address.pathname = path;
  if (address.href !== location.href) history.replaceState(null, "", address);
}
