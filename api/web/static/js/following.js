/**
 * What is to follow an order: lines that are written beside it, or added by pointing while the box
 * for that is ticked. They are sent with whatever order of that question is given.
 */

import * as map from "./map.js";

const ADDING = "details.then[open] input[data-adding]:checked";

let section;

/** Let pointing at offers in `inside` add them to the list while its reader wants that. */
export function start(inside) {
  section = inside;
  // Before the form is sent, and before anything is chosen.
  section.addEventListener("click", (event) => {
    const offer = event.target.closest("button[data-line]");
    const list = offer && listOf(offer);
    if (!list || !isAdding(offer)) return;
    event.preventDefault();
    event.stopPropagation();
    add(list, offer.dataset.line);
  }, { capture: true });
}

/** The lines that are to follow an order of the question that `form` belongs to. */
export function linesOf(form) {
  const typed = listOf(form)?.value ?? "";
  return typed.split(/[\n;]/).map((line) => line.trim()).filter(Boolean);
}

/** Add a place that was pointed at to the list; whether the reader wants that. */
export function takes(place) {
  const ticked = section.querySelector(ADDING);
  const list = ticked && listOf(ticked);
  if (!list) return false;
  const name = map.placeName(place);
  const last = list.value.split("\n").at(-1);
  const before = list.dataset.place ?? "";
  // The next place of a march stands in a line of its own that begins like the one before.
  if (before && last.endsWith(before)) add(list, last.slice(0, -before.length) + name);
  else write(list, list.value + (/(^|\s)$/.test(list.value) ? "" : " ") + name);
  list.dataset.place = name;
  return true;
}

function listOf(inside) {
  return inside.closest(".question")?.querySelector("textarea[name=then]");
}

function isAdding(inside) {
  return Boolean(inside.closest(".question").querySelector(ADDING));
}

function add(list, line) {
  write(list, [list.value.trimEnd(), line].filter(Boolean).join("\n"));
  delete list.dataset.place;
}

function write(list, text) {
  list.value = text;
  list.scrollTop = list.scrollHeight;
}
