/** The map as something to point at: places of orders are marked, and pointing at one tells it. */

import { button, element } from "./elements.js";
import { onShown } from "./fragments.js";
import { _ } from "./texts.js";

const SIZES = [0.7, 1, 1.5, 2, 3];

const section = document.getElementById("map");
/** What is marked, by the class that the picture has for it. */
const marked = { chosen: new Set(), pointed: new Set() };

/** What can be pointed at. */
let opened = new Set();

let pointedAt = () => {};
let size = SIZES.indexOf(1);

/** Take over the map; `act` is told the id of a place that is pointed at. */
export function start(act) {
  if (!section) return;
  pointedAt = act;
  section.addEventListener("click", (event) => point(event));
  section.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") point(event);
  });
  onShown(() => {
    redraw();
    addSizes();
  });
  addSizes();
}

/** Scroll the map in its box so that the places of orders are seen, if it does not fit in. */
export function reveal() {
  const box = section?.querySelector(".map");
  const places = section?.querySelectorAll(".place.chosen") ?? [];
  if (!places.length) return;
  const centres = [...places].map((place) => {
    const { left, right } = place.getBoundingClientRect();
    return (left + right) / 2;
  });
  const middle = (Math.min(...centres) + Math.max(...centres)) / 2;
  const { left, width } = box.getBoundingClientRect();
  box.scrollLeft += middle - left - width / 2;
}

/**
 * Mark the places of `ids` as `kind`, and no others: "chosen" are those that an order can be about,
 * "pointed" those of the order that the reader is about to give.
 */
export function mark(kind, ids) {
  marked[kind] = new Set(ids);
  redraw();
}

/** Let the places of `ids`, and no others, be pointed at. */
export function open(ids) {
  opened = new Set(ids);
  redraw();
}

/** Name of a place as the map has it; the id if it is not on it. */
export function placeName(id) {
  return document.querySelector(`#place-${CSS.escape(id)} .name`)?.textContent ?? id;
}

function redraw() {
  for (const place of section?.querySelectorAll("[data-place]") ?? []) {
    for (const [kind, ids] of Object.entries(marked)) {
      place.classList.toggle(kind, ids.has(place.dataset.place));
    }
    const kind = opened.has(place.dataset.place) ? "button" : "link";
    if (place.localName === "a") place.setAttribute("role", kind);
  }
}

function point(event) {
  const place = event.target.closest?.("[data-place]");
  if (!place || !opened.has(place.dataset.place)) return;
  event.preventDefault();
  pointedAt(place.dataset.place);
}

/** Buttons for the size of the map, which scrolls in its box when it is larger than that. */
function addSizes() {
  if (!section?.querySelector("svg") || section.querySelector(".sizes")) return;
  const resize = (by) => () => {
    size = Math.min(SIZES.length - 1, Math.max(0, size + by));
    section.style.setProperty("--size", SIZES[size]);
    section.toggleAttribute("data-enlarged", SIZES[size] > 1);
  };
  section.prepend(element("div", { class: "sizes" },
    button("−", resize(-1), { "aria-label": _("Smaller map") }),
    button("+", resize(1), { "aria-label": _("Larger map") })));
}
