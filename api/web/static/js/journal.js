/** The journal: its newest entries in sight, and behind each "why" its numbers and clauses. */

import { askText, Refused, Unreachable } from "./api.js";
import { element } from "./elements.js";
import { onShown } from "./fragments.js";
import { tell } from "./notices.js";

const section = document.getElementById("journal");

/** Let every "why" fetch its reasons when it is opened. Without a script it links to them. */
export function start() {
  // The event of details does not bubble, but it is seen on its way down.
  section.addEventListener("toggle", ({ target }) => {
    if (target.open && target.dataset.part) fill(target);
  }, true);
  onShown(toEnd);
  section.addEventListener("opened", toEnd);
  toEnd();
}

/** Where the journal scrolls in its own box, the end of it is what is new. */
function toEnd() {
  section.scrollTop = section.scrollHeight;
}

async function fill(details) {
  const { part } = details.dataset;
  delete details.dataset.part;
  const reasons = element("div", { class: "reasons" });
  try {
    reasons.innerHTML = await askText(part);
    details.querySelector("a").replaceWith(reasons);
    details.scrollIntoView({ block: "nearest" });
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    details.dataset.part = part;
    details.open = false;
    tell(error.message, "error");
  }
}
