/** The board of a battle, over the page: it stays until it is closed, and can be opened again. */

import { holder } from "./about.js";
import { askText, Refused, Unreachable } from "./api.js";
import { button, element } from "./elements.js";
import { onShown, position } from "./fragments.js";
import { tell } from "./notices.js";
import { _ } from "./texts.js";

const LINK = "a[data-battle]";

const heading = element("h2", { id: "battle-panel-title", tabindex: "-1" });
const content = element("div");
// A dialog of its own kind would take the focus from whoever is giving an order.
const panel = element("div",
  { class: "battle-panel", role: "dialog", "aria-labelledby": heading.id, hidden: true },
  element("header", {}, heading, button(_("Close"), close)), content);

/** Where the battle that is shown can be read; null while none is. */
let shown = null;
/** The version of the last battle that is known of, which does not open by itself. */
let known = 0;
/** Where the focus goes back to. */
let opener = null;

/** Open a battle that a link leads to here, and one that begins before the eyes of the reader. */
export function start() {
  document.body.append(panel);
  known = Number(newest()?.dataset.battle ?? 0);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(LINK);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    opener = link;
    open(link).then(() => heading.focus());
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  onShown(follow);
}

/**
 * A battle that goes on is shown as far as it has come; a new one opens without taking focus. A
 * lesson tells of its battles itself, and would be covered on a phone.
 */
function follow() {
  const link = newest();
  const version = Number(link?.dataset.battle ?? 0);
  if (position.at === null && version > known) {
    known = version;
    if (!document.querySelector("aside.lesson")) open(link);
  } else if (shown && !content.querySelector("[data-over]")) {
    open(shown);
  }
}

/** The link to the last battle of the position. */
function newest() {
  return document.querySelector(`#map ${LINK}`);
}

async function open(link) {
  const address = new URL(link.href, location.href);
  address.searchParams.set("part", "1");
  if (holder) address.searchParams.set("seat", holder);
  try {
    content.innerHTML = await askText(address);
    shown = { href: link.href };
    heading.textContent = content.firstElementChild.dataset.title;
    panel.hidden = false;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    tell(error.message, "error");
  }
}

function close() {
  panel.hidden = true;
  shown = null;
  const back = opener?.isConnected ? opener : newest();
  opener = null;
  back?.focus();
}
