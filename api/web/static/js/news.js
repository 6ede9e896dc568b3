/** The strip of news: what it leads to is opened beside the board, and nothing is covered. */

import { position, show } from "./fragments.js";
import { known } from "./seen.js";
import * as sheet from "./sheet.js";
import * as tabs from "./tabs.js";

const strip = document.getElementById("news");

/** Let "new", "why" and "read it" open their books. Without a script they are links to them. */
export function start() {
  strip.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-book], a[data-moves]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if ("moves" in link.dataset) draw(event, link);
    else {
      event.preventDefault();
      open(link);
    }
  });
}

/** Arrows on the map for all that has moved since the reader was here, or none of them again. */
async function draw(event, link) {
  // An earlier position is drawn by the page that the link leads to.
  if (position.at !== null) return;
  event.preventDefault();
  position.moves = Number(link.dataset.moves) || null;
  await show(null);
  strip.querySelector("a[data-moves]")?.focus({ preventScroll: true });
}

function open(link) {
  const book = document.getElementById(link.dataset.book);
  tabs.open(book.id);
  sheet.fold();
  book.focus({ preventScroll: true });
  const told = document.getElementById(link.hash.slice(1));
  if (told?.localName === "details") {
    told.open = true;
    told.parentElement.scrollIntoView({ block: "nearest" });
  }
  if (!link.matches(".fresh")) return;
  book.querySelector(".paragraph.new")?.scrollIntoView({ block: "start" });
  // They are known from now on, and stay marked until something else happens.
  known(position.version);
  link.remove();
}
