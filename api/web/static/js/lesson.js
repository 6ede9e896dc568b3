/** The lesson of a first game: each of its steps is seen, and tells what came of the last order. */

import { onShown } from "./fragments.js";

const section = document.getElementById("orders");

let told = "";

/** Bring up what is told whenever it is something else. */
export function start() {
  told = text();
  onShown(() => {
    if (text() === told) return;
    told = text();
    section.scrollTop = 0;
  });
}

/** What a lesson tells to who follows its steps; null for everybody else. */
export function followed() {
  return section?.querySelector("aside.lesson[data-followed]") ?? null;
}

function text() {
  return section?.querySelector("aside.lesson")?.textContent ?? "";
}
