/**
 * Boards beside the map, such as those of battles: one of them, or the map, is seen at a time.
 * Without a script they lie one below the other.
 */

import { onShown } from "./fragments.js";

const MAP = "board-of-map";

const section = document.getElementById("map");
/** The id of the board that is seen, and of the one that the reader has not turned away from. */
let current = MAP;
let turned = () => {};

/** Take over the boards; `act` is told the ids of two of them when the reader sees the second. */
export function start(act) {
  turned = act;
  section.addEventListener("click", (event) => {
    const tab = event.target.closest(".boards a");
    if (!tab) return;
    event.preventDefault();
    turnTo(boardOf(tab));
  });
  onShown(draw);
  draw();
}

/** See the board on which something of `places` is, and the map if they are on no other. */
export function follow(places) {
  const has = (board) => places.some((it) => (
    board.querySelector(`[data-place="${CSS.escape(it)}"]`)));
  turnTo(boards().find((it) => it.id !== MAP && has(it))?.id ?? MAP);
}

function turnTo(id) {
  const before = current;
  current = id;
  draw();
  if (current !== before) turned(before, current);
}

/** What is seen stays so while it is there; a battle that is over leaves the map. */
function draw() {
  if (!boards().some(({ id }) => id === current)) current = MAP;
  for (const board of boards()) board.hidden = board.id !== current;
  for (const tab of section.querySelectorAll(".boards a")) {
    if (boardOf(tab) === current) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
}

function boards() {
  return [...section.querySelectorAll(".map")];
}

function boardOf(tab) {
  return tab.getAttribute("href").slice(1);
}
