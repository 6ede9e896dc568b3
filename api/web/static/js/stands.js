/** The forms of those who march together: boxes that follow what is pointed at, and the other way. */

import { button, element } from "./elements.js";
import { goals, piecesAt, wholeOf } from "./parties.js";
import { _ } from "./texts.js";

/** Let the forms of a question show what is `chosen`; `choose` is told what is chosen in them. */
export function draw(decision, parties, chosen, choose) {
  const left = new Map(goals(parties, chosen.pieces).map((it) => [it.place, it]));
  for (const form of decision.querySelectorAll("form.party")) {
    if (!form.querySelector(".picks")) begin(form, parties, choose);
    const boxes = boxesOf(form);
    for (const it of boxes) it.checked = chosen.pieces.includes(it.value);
    const count = boxes.filter((it) => it.checked).length;
    if (count) form.querySelector(".stand").open = true;
    form.querySelector(".chosen").textContent = told(count, boxes.length, left);
    for (const it of form.querySelectorAll("button[name=goal]")) {
      drawGoal(form, it, count ? left.get(it.value) : undefined);
    }
    for (const it of form.querySelectorAll(".dear")) it.hidden = !it.querySelector("li:not([hidden])");
  }
}

/** The button of a goal, in the list of those that cost those who are chosen something, or not. */
function drawGoal(form, it, goal) {
  const row = it.parentElement;
  row.hidden = !goal;
  it.disabled = Boolean(goal) && !goal.fits;
  if (goal) form.querySelector(goal.costs ? ".dear > ul" : ".stand > ul").append(row);
}

/** The boxes of a form. */
function boxesOf(form) {
  return [...form.querySelectorAll("input[name=piece]")];
}

/** Buttons for all pieces of a kind, and boxes that choose as soon as they are ticked. */
function begin(form, parties, choose) {
  const place = form.dataset.stand;
  const arms = [...new Set(parties.filter((it) => it.place === place).map(({ arm }) => arm))];
  const pick = (name, pieces, chosen) => button(name, () => choose(chosen), {
    "data-pieces": pieces.join(" "), class: "pick" });
  const all = piecesAt(parties, place);
  const kinds = arms.length < 2 ? [] : arms.map((arm) => {
    const pieces = piecesAt(parties, place, arm);
    return pick(arm, pieces, { place: "", pieces });
  });
  // They are picked on the map; the boxes are a second way.
  const who = form.querySelector(".who");
  who.open = false;
  form.querySelector(".stand").append(who);
  form.querySelector("summary").after(
    element("p", { class: "picks" }, pick(_("All"), all, wholeOf(place, all)), ...kinds),
    element("p", { class: "chosen quiet", role: "status" }));
  form.addEventListener("change", () => {
    const pieces = boxesOf(form).filter((it) => it.checked).map(({ value }) => value);
    choose({ place: "", pieces });
  });
}

function told(count, all, left) {
  if (!count) return _("Tick who goes, or point at them on the map.");
  const of = _("Chosen: %(count)s of %(all)s.", { count, all });
  const why = [...left.values()].some(({ fits }) => fits) ? ""
    : _("No road has room for all of them: choose fewer.");
  return [of, why].filter(Boolean).join(" ");
}
