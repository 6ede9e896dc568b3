/** How long something has lasted, as short as may be, kept up to date while the page is open. */

import { onShown } from "./fragments.js";
import { _ } from "./texts.js";

const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60]];
/** Milliseconds between two looks at the clock. */
const OFTEN = 30_000;

const language = document.documentElement.lang;

/** Let every time that is marked so tell how long ago it was; without a script it tells when. */
export function start() {
  onShown(draw);
  setInterval(draw, OFTEN);
  draw();
}

function draw() {
  for (const time of document.querySelectorAll("time[data-since]")) {
    time.title ||= time.textContent;
    time.textContent = brief((Date.now() - Date.parse(time.dateTime)) / 1000);
  }
}

function brief(seconds) {
  const found = UNITS.find(([, length]) => seconds >= length);
  if (!found) return _("just now");
  const [unit, length] = found;
  const style = { style: "unit", unit, unitDisplay: "short" };
  return new Intl.NumberFormat(language, style).format(Math.floor(seconds / length));
}
