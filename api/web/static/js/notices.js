/** What the page itself has to say: beside the orders, where it covers nothing, and until it is put away. */

import { button, element } from "./elements.js";
import { _ } from "./texts.js";

const place = element("div", { id: "notices", role: "status", "aria-live": "polite" });

/** Put the place for notices into the page; to be called before anything is told. */
export function start() {
  document.querySelector(".beside-map").prepend(place);
}

/** Tell `text`, instead of what was told before. `kind` is "warning", "error" or empty. */
export function tell(text, kind = "") {
  const close = button("×", clear, { class: "close", "aria-label": _("Put this notice away") });
  place.replaceChildren(
    element("div", { class: `notice ${kind}` }, element("p", {}, text), close));
}

/** Put away what was told. */
export function clear() {
  place.replaceChildren();
}
