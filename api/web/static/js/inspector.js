/** What is under the pointer or has the focus on the map, told beside it in words. */

import { element } from "./elements.js";
import { onShown } from "./fragments.js";

/** The words are those of the picture's titles, which are read out anyway. */
const box = element("div", { class: "inspector", "aria-hidden": "true", hidden: true });

let section = null;

/** Tell of the pieces and places of the map in `map`. */
export function start(map) {
  section = map;
  section.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch") show(target);
  });
  section.addEventListener("pointerleave", hide);
  section.addEventListener("focusin", ({ target }) => show(target));
  section.addEventListener("focusout", hide);
  section.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") hide();
  });
  onShown(hide);
}

/** A place with all that stands there, and in bold the piece that is meant. */
function show(target) {
  const id = (({ place, fan }) => place ?? fan)(
    target.closest?.("g[data-place], svg a[data-place], [data-fan]")?.dataset ?? {});
  const place = id && section.querySelector(`svg [data-place="${CSS.escape(id)}"]`);
  if (!place) {
    hide();
    return;
  }
  const meant = target.closest("[data-piece]");
  // A stack that opens tells its pieces by itself, and of one of them there is more to say.
  if (!meant && section.querySelector(`.fan[data-fan="${CSS.escape(id)}"]`)) {
    hide();
    return;
  }
  const title = (it) => it.querySelector(":scope > title").textContent;
  const fan = section.querySelector(`[data-fan="${CSS.escape(id)}"]`);
  const pieces = [place, fan].flatMap((it) => [...it?.querySelectorAll("[data-piece]") ?? []])
    .map((it) => element("li", it === meant ? { class: "meant" } : {}, title(it)));
  const [words] = title(place).split(". ");
  box.replaceChildren(
    element("strong", {}, words), ...(pieces.length ? [element("ul", {}, ...pieces)] : []));
  const frame = place.closest(".map");
  if (box.parentElement !== frame) frame.append(box);
  // Not over what is meant.
  const [at, whole] = [place, frame].map((it) => it.getBoundingClientRect());
  box.classList.toggle("aside", at.left + at.width / 2 < whole.left + whole.width / 2);
  box.hidden = false;
}

function hide() {
  box.hidden = true;
}
