/**
 * Places for streams: of all the tabs of this browser only those looked at last have one.
 *
 * A stream holds a connection for as long as it lasts, and a browser opens no more than six to a
 * host: a seventh tab could not even be loaded. The list of those that have a place is kept where
 * all tabs see it; a tab that is no longer on it has lost its place.
 */

const KEY = "napoleon.streams";

/** How many there are, so that half of the connections are left for everything else. */
const PLACES = 3;

const own = crypto.getRandomValues(new Uint32Array(2)).join("-");

/** Whether this tab has a place. */
export function held() {
  return holders().includes(own);
}

/** Take a place: if there is none left, that of the tab that was looked at longest ago. */
export function take() {
  put([own, ...others()].slice(0, PLACES));
}

/** Leave the place to the next tab. */
export function leave() {
  put(others());
}

/** Do `act` when another tab has taken the place of this one. */
export function onLost(act) {
  addEventListener("storage", ({ key }) => {
    if (key === KEY && !held()) act();
  });
}

/** The tabs that have a place; the one that was looked at last comes first. */
function holders() {
  return (localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean);
}

function others() {
  return holders().filter((id) => id !== own);
}

function put(ids) {
  localStorage.setItem(KEY, ids.join(" "));
}
