/** Telling the reader what has happened: one place of the page that screen readers read out. */

import { button, element } from "./elements.js";
import { _ } from "./texts.js";

const STAYING = ["error", "warning"];
/** Milliseconds until a notice is noticed, and for reading one letter of it. */
const NOTICED = 4000;
const READ = 60;

const place = element("div", { id: "notices", role: "status", "aria-live": "polite" });

/** Put the place for notices into the page; to be called before anything is told. */
export function start() {
  document.body.append(place);
}

/**
 * Tell `text`. `kind` is "good", "warning", "error" or empty; errors stay until they are answered
 * by another notice or put away, others for as long as they take to read.
 */
export function tell(text, kind = "") {
  const close = button("×", clear, { class: "close", "aria-label": _("Put this notice away") });
  const notice = element("div", { class: `notice ${kind}` }, element("p", {}, text), close);
  place.replaceChildren(notice);
  if (STAYING.includes(kind)) return;
  setTimeout(() => notice.remove(), NOTICED + text.length * READ);
}

/** Put away what was told. */
export function clear() {
  place.replaceChildren();
}
