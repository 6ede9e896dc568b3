/** Dragging pieces with a mouse: what is taken hold of is chosen, and goes where it is let go. */

/** Pixels that a pointer may stray without being meant to drag. */
const SLACK = 6;

/** What is held: where the pointer took hold of it, its place and its piece, and whether it moves. */
let held = null;

/**
 * Let pieces of `section` be dragged. `may` says whether those of a place, or a piece, can be; `take`
 * is told what is dragged, `over` the place that it is over, or "", and `drop` where it is let go.
 */
export function start(section, { may, take, over, drop }) {
  section.addEventListener("pointerdown", (event) => {
    const found = under(event.target);
    if (event.pointerType !== "mouse" || event.button || !found || !may(found)) return;
    // Cards are dragged as browsers drag; see `laying.js`.
    if (event.target.closest("[data-piece]") instanceof HTMLElement) return;
    // What is held here does not move the map.
    event.preventDefault();
    held = { ...found, x: event.clientX, y: event.clientY, moves: false };
  }, { capture: true });
  addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!held.moves && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
    if (!held.moves) take(held);
    held.moves = true;
    section.classList.add("dragging");
    over(placeAt(section, event)?.place ?? "");
  });
  addEventListener("pointerup", (event) => {
    const was = held;
    end(section);
    if (!was?.moves) return;
    addEventListener("click", swallow, { capture: true, once: true });
    // The click comes at once, or not at all.
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    const at = placeAt(section, event);
    over("");
    if (at && at.place !== was.place) drop(at.place);
  });
  for (const name of ["pointercancel", "blur"]) addEventListener(name, () => end(section));
}

function end(section) {
  held = null;
  section.classList.remove("dragging");
}

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** The place of an element of the map, and the piece, if it is one. */
export function under(target) {
  const { place: at, fan } = target.closest?.("[data-place], [data-fan]")?.dataset ?? {};
  const place = at ?? fan;
  return place === undefined ? null
    : { place, piece: target.closest("[data-piece]")?.dataset.piece };
}

function placeAt(section, { clientX, clientY }) {
  const target = document.elementFromPoint(clientX, clientY);
  return target && section.contains(target) ? under(target) : null;
}
