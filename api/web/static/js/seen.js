/** What has changed since the reader last looked: it is marked, and told in words. */

import { storageKey } from "./about.js";
import { Refused, Unreachable } from "./api.js";
import { onShown, position, show } from "./fragments.js";

const KEY = storageKey("seen");

/** The last version that the reader has looked at while it was the newest one. */
let newest;

/** Ask for what is new since the last visit, and remember in the end how far this one has come. */
export async function start() {
  newest = position.at === null ? position.version : Number(localStorage.getItem(KEY));
  onShown(() => {
    if (position.at === null) newest = position.version;
  });
  addEventListener("pagehide", remember);
  const before = Number(localStorage.getItem(KEY));
  position.since = before > 0 && before <= position.head ? before : position.head;
  if (position.at !== null || position.since === position.head) return;
  try {
    await show(null);
  } catch (error) {
    // A log that was put back may not have that version any more: nothing is new then.
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    position.since = null;
  }
}

function remember() {
  localStorage.setItem(KEY, newest);
}

/** Everything up to `version` is known to the reader, as after one of their own orders. */
export function known(version) {
  position.since = version;
  position.moves = null;
  localStorage.setItem(KEY, version);
}
