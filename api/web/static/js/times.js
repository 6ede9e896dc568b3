/** Times as the reader's clock has them: how long ago, or the day and the minute, where they are. */

const UNITS = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const EACH_MINUTE = 60_000;

/** How long ago `then` was at `now`, both in milliseconds, in the words of a language. */
export function ago(then, now, language) {
  const seconds = Math.round((then - now) / 1000);
  const [unit, length] = UNITS.find(([, it]) => Math.abs(seconds) >= it) ?? UNITS.at(-1);
  const told = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return told.format(Math.trunc(seconds / length), unit);
}

/** What tells a time with its day of the week, `width` being "long" or "short". */
export function withWeekday(language, width) {
  return new Intl.DateTimeFormat(language, {
    weekday: width, day: "numeric", month: width,
    hour: "2-digit", minute: "2-digit", hourCycle: "h23",
  });
}

/** Tell every time below `root` as the reader's clock has it. */
export function localise(root) {
  const language = document.documentElement.lang;
  const full = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  for (const time of root.querySelectorAll("time[datetime]")) {
    const then = Date.parse(time.dateTime);
    // How long something has lasted is told by another script.
    if (Number.isNaN(then) || "since" in time.dataset) continue;
    const { weekday } = time.dataset;
    const local = (weekday ? withWeekday(language, weekday) : full).format(then);
    const isAgo = "ago" in time.dataset;
    if (isAgo) time.title = local;
    const text = isAgo ? ago(then, Date.now(), language) : local;
    // Only what changes is written: observers of the page would be told of it.
    if (time.textContent !== text) time.textContent = text;
  }
}

if (globalThis.document) {
  localise(document);
  setInterval(() => localise(document), EACH_MINUTE);
  // What comes to the page later tells the time of the server.
  new MutationObserver(() => localise(document)).observe(document.body, {
    childList: true,
    subtree: true,
  });
}
