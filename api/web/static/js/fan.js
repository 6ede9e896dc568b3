/**
 * Stacks that are folded on the map, and opened as a list beside their place: by pointing at them,
 * by the focus, and for good by a tap or Enter. Only one is open; Escape folds it.
 */

import { onShown } from "./fragments.js";
import { settle } from "./unfolding.js";

/** Milliseconds that a stack stays open after the pointer has left it, as its list is beside it. */
const STAYS = 400;

let section = null;
let folding = 0;
/** The places whose fans are open: one that stays, and one that is only pointed at. */
const opened = { kept: "", pointed: "" };
/** Where the pointer was when it moved last. */
const hand = { x: NaN, y: NaN };

/** Open and fold the stacks of the map in `map`. */
export function start(map) {
  section = map;
  opened.kept = map.querySelector(".fan.opened")?.dataset.fan ?? "";
  section.addEventListener("pointerover", ({ target, pointerType, clientX, clientY }) => {
    // Where a list has moved away from a hand that is still, nothing is pointed at.
    const still = clientX === hand.x && clientY === hand.y;
    if (pointerType !== "touch" && !still) point(placeOf(target));
  });
  section.addEventListener("pointermove", ({ clientX, clientY }) => {
    Object.assign(hand, { x: clientX, y: clientY });
  });
  section.addEventListener("pointerleave", () => point(""));
  section.addEventListener("focusin", ({ target }) => {
    // A hand that clicks points by itself.
    if (target.matches(":focus-visible")) set("pointed", placeOf(target));
  });
  section.addEventListener("focusout", () => set("pointed", ""));
  section.addEventListener("click", ({ target }) => {
    if (target.closest?.("[data-fan]")) return;
    set("kept", target.closest?.(".plate") ? placeOf(target) : "");
  });
  section.addEventListener("keydown", (event) => {
    if (event.key === "Enter") open(event);
  });
  // After a click on a list the focus is nowhere.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) fold(event);
  });
  section.addEventListener("seen", refresh);
  onShown(show);
}

/** What is seen of the map has changed, or what can be pointed at there. */
export function refresh() {
  const fan = section?.querySelector(".fan.opened");
  if (fan) settle(fan, placeNamed(fan.dataset.fan), false);
}

/** The place whose stack an element belongs to: the mark of a place shows nothing but its name. */
function placeOf(target) {
  const fan = target.closest?.("[data-fan]");
  if (fan) return fan.dataset.fan;
  const place = target.closest?.("[data-place]");
  return place && (target === place || target.closest(".plate")) ? place.dataset.place : "";
}

/** The pointer is at a stack, or at none: it may be on its way to the list. */
function point(place) {
  clearTimeout(folding);
  if (place && fanOf(place)) set("pointed", place);
  else folding = setTimeout(() => set("pointed", ""), STAYS);
}

function open(event) {
  const place = event.target.closest?.("[data-place]");
  if (!place || !fanOf(place.dataset.place)) return;
  set("kept", place.dataset.place);
  event.preventDefault();
}

function fold(event) {
  if (!opened.kept && !opened.pointed) return;
  Object.assign(opened, { kept: "", pointed: "" });
  show();
  event.stopPropagation();
}

function set(how, place) {
  if (opened[how] === place) return;
  opened[how] = place;
  show();
}

function fanOf(place) {
  return section.querySelector(`.fan[data-fan="${CSS.escape(place)}"]`);
}

function placeNamed(place) {
  return section.querySelector(`[data-place="${CSS.escape(place)}"]`);
}

function show() {
  const shown = opened.pointed || opened.kept;
  for (const fan of section.querySelectorAll(".fan")) {
    const opening = !fan.classList.contains("opened");
    const open = fan.classList.toggle("opened", fan.dataset.fan === shown);
    if (open) settle(fan, placeNamed(shown), opening);
  }
}
