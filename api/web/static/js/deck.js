/** A deck that is being made: cards are found by words, and what is counted is told at once. */

import { button, element } from "./elements.js";
import { onShown } from "./fragments.js";
import { _ } from "./texts.js";

const BOX = "input[type=checkbox]";

/** What is searched for, and stays so when the pool is drawn again. */
let wanted = "";

/** Take over the pool, which lies where the map would; without a script its boxes are ticked. */
export function start() {
  const stage = document.getElementById("map");
  if (!stage) return;
  stage.addEventListener("input", ({ target }) => {
    if (target.id === "deck-search") wanted = target.value.trim().toLowerCase();
    draw();
  });
  stage.addEventListener("change", draw);
  onShown(draw);
  draw();
}

function draw() {
  const builder = document.querySelector(".deck-builder");
  if (!builder) return;
  find(builder);
  count(builder);
  list(builder);
}

/** Show the cards that have every word that is searched for. */
function find(builder) {
  const words = wanted.split(/\s+/);
  for (const it of builder.querySelectorAll(".pooled")) {
    it.hidden = !words.every((word) => it.dataset.words.includes(word));
  }
  for (const it of builder.querySelectorAll("fieldset")) {
    it.hidden = !it.querySelector(".pooled:not([hidden])");
  }
}

function copiesOf(card) {
  return card.querySelectorAll(`${BOX}:checked`).length;
}

/** Tell how far each deck has come, and whether it is legal or why not. */
function count(builder) {
  const over = [], lacking = [];
  for (const pool of builder.querySelectorAll(".pool")) {
    const cards = [...pool.querySelectorAll(".pooled")];
    const totals = document.querySelector(`.totals[data-deck="${pool.dataset.deck}"]`);
    for (const it of totals?.children ?? []) {
      const { limit, least, most } = it.dataset;
      const value = cards.reduce((sum, card) => (
        sum + copiesOf(card) * (JSON.parse(card.dataset.weights)[limit] ?? 0)), 0);
      it.querySelector("b").textContent = value;
      const what = it.querySelector("span").textContent;
      const above = most === undefined ? 0 : value - Number(most);
      const below = Number(least) - value;
      it.classList.toggle("wrong", above > 0 || below > 0);
      if (above > 0) over.push(`${what} ${above}`);
      if (below > 0) lacking.push(`${what} ${below}`);
    }
  }
  const begun = Boolean(builder.querySelector(`${BOX}:checked`));
  document.querySelector(".deck-form .actions button")?.classList.toggle("primary", begun);
  const verdict = document.querySelector(".deck-form .verdict");
  if (!verdict) return;
  const wrong = [
    ...(over.length ? [_("Too many: %(what)s.", { what: over.join(", ") })] : []),
    ...(lacking.length ? [_("Still to come: %(what)s.", { what: lacking.join(", ") })] : []),
  ];
  verdict.textContent = wrong.length ? wrong.join(" ") : _("This deck is legal.");
  verdict.classList.toggle("good", !wrong.length);
}

/** The deck beside the pool; a card that is pointed at is taken out of it again. */
function list(builder) {
  const cards = [...builder.querySelectorAll(".pooled")].filter(copiesOf);
  builder.querySelector(".taken ol").replaceChildren(...cards.map((card) => {
    const copies = copiesOf(card);
    const name = card.querySelector("b").textContent;
    const out = () => {
      [...card.querySelectorAll(`${BOX}:checked`)].at(-1).checked = false;
      draw();
    };
    return element("li", { class: card.className.replace("pooled", "") },
      button(copies > 1 ? `${name} ×${copies}` : name, out, {
        class: "plain", title: _("Take it out") }));
  }));
}
