/** The map as something to point at: places of orders are marked, and pointing at one tells it. */

import * as beside from "./beside.js";
import * as dragging from "./dragging.js";
import * as fan from "./fan.js";
import { onShown } from "./fragments.js";
import * as inspector from "./inspector.js";
import * as laying from "./laying.js";
import * as limits from "./limits.js";
import { tell } from "./notices.js";
import * as zoom from "./zoom.js";

const section = document.getElementById("map");
/** What is marked, by the class that the picture has for it. */
const marked = { chosen: new Set(), goal: new Set(), pointed: new Set() };
/** The pieces that make up the stack that is chosen, and those that could be pointed at next. */
let picked = new Set();
let fitting = new Set();

/** What can be pointed at. */
let opened = new Set();
/** The pieces that can be pointed at by themselves. */
let openedPieces = new Set();

/** The place that is looked at, without an order in mind; null if none is. */
let lookedAt = null;

/** Whether the map has been moved to what matters to the reader. */
let attended = false;

let pointedAt = () => {};
/** Whether a place that is pointed at is wanted for something else, whatever is offered there. */
let takes = () => false;

/**
 * Take over the map; `act` is told the id of a place that is pointed at, unless `taken` says of it
 * that it is wanted for something else. `light` is told what the pointer is over, and `drag` what
 * can be dragged, is, and where to; see `dragging.js`.
 */
export function start(act, taken, light, drag) {
  if (!section) return;
  pointedAt = act;
  takes = taken;
  section.addEventListener("click", (event) => point(event));
  section.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") point(event);
  });
  for (const event of ["pointerover", "focusin"]) {
    section.addEventListener(event, ({ target }) => {
      const { place, piece } = dragging.under(target) ?? {};
      light(place, piece);
    });
  }
  for (const event of ["pointerleave", "focusout"]) section.addEventListener(event, () => light());
  dragging.start(section, { ...drag, over: (place) => mark("pointed", [place]) });
  onShown(redraw);
  beside.start(zoom.turn);
  zoom.start();
  fan.start(section);
  inspector.start(section);
  laying.start(section, pointedAt);
}

/**
 * Mark the places of `ids` as `kind`, and no others: "chosen" are those that an order can be about,
 * "pointed" those of the order that the reader is about to give.
 */
export function mark(kind, ids) {
  marked[kind] = new Set(ids);
  redraw();
}

/**
 * The pieces on the map and on boards beside it, by the ids of their places, as they are drawn. One
 * that fights is on the map and on the board of its battle, and stands there.
 */
export function standing() {
  const drawn = [...section?.querySelectorAll(":is([data-place], [data-fan]) [data-piece]") ?? []];
  const onMap = (piece) => piece.closest("#board-of-map") !== null;
  const fighting = new Set(drawn.filter((it) => !onMap(it)).map((it) => it.dataset.piece));
  const found = new Map();
  for (const piece of drawn) {
    if (onMap(piece) && fighting.has(piece.dataset.piece)) continue;
    const { place } = dragging.under(piece);
    found.set(place, [...(found.get(place) ?? []), piece.dataset.piece]);
  }
  return found;
}

/** Let the places of `ids` be pointed at, and the pieces of `pieces` by themselves, and no others. */
export function open(ids, pieces = []) {
  opened = new Set(ids);
  openedPieces = new Set(pieces);
  redraw();
}

/** Write beside each of the goals, and no others, how many may go there; see `limits.js`. */
export function limit(goals) {
  if (section) limits.draw(section, goals);
}

/** Mark the pieces of `ids`, and no others, as picked, and those of `next` as what may follow. */
export function pick(ids, next) {
  picked = new Set(ids);
  fitting = new Set(next);
  redraw();
}

/** The ids of the cards that wait on the board, and of which several can be laid together. */
export function held() {
  const cards = section?.querySelectorAll("[data-held] [data-piece]") ?? [];
  return [...cards].map((it) => it.dataset.piece);
}

/**
 * See the board that has what `ids` name; the first time as large as can be, later only if it is
 * out of sight.
 */
export function attend(ids) {
  beside.follow(ids);
  if (!ids.length || (attended && !zoom.isHidden(ids))) return;
  attended = true;
  zoom.look(ids);
}

/** Name of a place as the map, or a board beside it, has it; the id if it is on none. */
export function placeName(id) {
  return section?.querySelector(`[data-place="${CSS.escape(id)}"] .name`)?.textContent ?? id;
}

function redraw() {
  for (const place of section?.querySelectorAll("[data-place]") ?? []) {
    for (const [kind, ids] of Object.entries(marked)) {
      place.classList.toggle(kind, ids.has(place.dataset.place));
    }
    const kind = opened.has(place.dataset.place) ? "button" : "link";
    if (place.localName === "a") place.setAttribute("role", kind);
  }
  for (const piece of section?.querySelectorAll("[data-piece]") ?? []) {
    const { piece: id } = piece.dataset;
    piece.classList.toggle("picked", picked.has(id));
    piece.classList.toggle("may", fitting.has(id) && !picked.has(id));
    if (piece.localName === "a") piece.setAttribute("role", openedPieces.has(id) ? "button" : "link");
    piece.classList.toggle("open", openedPieces.has(piece.dataset.piece));
  }
  for (const list of section?.querySelectorAll(".fan") ?? []) {
    const place = section.querySelector(`[data-place="${CSS.escape(list.dataset.fan)}"]`);
    place?.classList.toggle("holding", Boolean(list.querySelector(".picked")));
  }
  // Where some pieces may act, all others are quiet.
  section?.classList.toggle("asks", openedPieces.size > 0);
  fan.refresh();
  markRow();
}

function point(event) {
  const place = event.target.closest?.("[data-place], [data-fan]");
  if (!place) return;
  const id = place.dataset.place ?? place.dataset.fan;
  const piece = event.target.closest("[data-piece]")?.dataset.piece;
  if (takes(id)) {
    event.preventDefault();
    return;
  }
  if (opened.has(id) || openedPieces.has(piece)) {
    event.preventDefault();
    pointedAt(id, openedPieces.has(piece) ? piece : undefined);
  } else if (event.target.closest('a[href^="#card-"]')) {
    // A card that waits leads to what it says.
  } else if (event.detail && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    // Keys follow the link to the row of the place; the hand stays at the map.
    event.preventDefault();
    lookedAt = id;
    markRow();
    const titled = event.target.closest("[data-piece], [data-place]").title;
    tell(typeof titled === "string" ? titled : titleOf(id));
  }
}

/** All that is seen of a place in words. */
function titleOf(id) {
  return section.querySelector(`[data-place="${CSS.escape(id)}"] > title`).textContent;
}

/** Mark the row of the place that is looked at in the table of areas. */
function markRow() {
  document.querySelector("tr.looked-at")?.classList.remove("looked-at");
  if (lookedAt) document.getElementById(`area-${lookedAt}`)?.classList.add("looked-at");
}
