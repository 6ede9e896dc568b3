/** Cards of a hand: one of them is open at a time, with all that it says and what it can do now. */

import { button, element } from "./elements.js";
import { onShown } from "./fragments.js";
import * as offers from "./offers.js";
import { _ } from "./texts.js";

const CARD = "#card-";

const section = document.getElementById("hand");
/** The id of the card that is open; empty for none. */
let opened = "";

/** Take over the hands; without a script all that cards say lies below them. */
export function start() {
  if (!section) return;
  section.addEventListener("click", (event) => {
    const card = event.target.closest(`.fan a[href^="${CARD}"]`);
    if (!card) return;
    event.preventDefault();
    const id = nameOf(card.getAttribute("href"));
    open(opened === id ? "" : id);
  });
  section.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !opened) return;
    const before = linkTo(opened);
    opened = "";
    draw();
    before?.focus();
  });
  addEventListener("hashchange", follow);
  onShown(draw);
  draw();
  follow();
}

/** Whether a question that is open can be answered by a card of a hand. */
export function areAsked() {
  return [...section?.querySelectorAll(".fan a[data-piece]") ?? []]
    .some((it) => offers.using(it.dataset.piece).length);
}

/** Open the card that the address names. */
function follow() {
  if (!location.hash.startsWith(CARD)) return;
  open(nameOf(decodeURIComponent(location.hash)));
}

function open(id) {
  opened = id;
  draw();
  textOf(id)?.scrollIntoView({ block: "nearest" });
}

function nameOf(hash) {
  return hash.slice(CARD.length);
}

function draw() {
  for (const it of section.querySelectorAll(".opened")) it.classList.remove("opened");
  for (const it of section.querySelectorAll(".fan a")) {
    it.setAttribute("aria-expanded", nameOf(it.getAttribute("href")) === opened);
  }
  const text = textOf(opened);
  if (!text) return;
  text.classList.add("opened");
  linkTo(opened)?.classList.add("opened");
  const box = text.querySelector(".can-do");
  if (box) box.replaceChildren(...abilities(opened));
}

function textOf(id) {
  return id ? document.getElementById(`card-${id}`) : null;
}

function linkTo(id) {
  return section.querySelector(`.fan a[data-piece="${CSS.escape(id)}"]`);
}

/** What a card can do now: a button for each order that uses it. */
function abilities(id) {
  const found = offers.using(id);
  if (!found.length) return [_("This card can do nothing now.")];
  const items = found.map((it) => element("li", {}, button(it.offer.does, () => offers.take(it))));
  return [element("strong", {}, _("What this card can do now")), element("ul", {}, ...items)];
}
