/** How long ago something was, kept up to date while the page is open. */

import { onShown } from "./fragments.js";

const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60]];
/** Milliseconds between two looks at the clock. */
const OFTEN = 30_000;

const words = new Intl.RelativeTimeFormat(document.documentElement.lang, {
  numeric: "auto", style: "short",
});

/** Let every time that is marked so tell how long ago it was; without a script it tells when. */
export function start() {
  onShown(draw);
  setInterval(draw, OFTEN);
  draw();
}

function draw() {
  for (const time of document.querySelectorAll("time[data-ago]")) {
    const seconds = Math.max(0, (Date.now() - Date.parse(time.dateTime)) / 1000);
    const [unit, length] = UNITS.find((it) => seconds >= it[1]) ?? ["second", 1];
    const amount = unit === "second" ? 0 : -Math.floor(seconds / length);
    time.textContent = words.format(amount, unit);
  }
}
