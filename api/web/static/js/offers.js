/** Offers: chosen from lists step by step, or as buttons, and by pointing at places of the map. */

import { fitting, pointAt } from "./choosing.js";
import * as chooser from "./chooser.js";
import { button, element } from "./elements.js";
import * as map from "./map.js";
import { _ } from "./texts.js";

/** What has been chosen of each decision, so that it outlives a new drawing of the section. */
const choices = new Map();

let section;
let many = [];

/** Take over the offers in `inside`. */
export function start(inside) {
  section = inside;
  const follow = (places) => ({ target }) => {
    const offer = target.closest("button[data-places]");
    if (offer) map.mark("pointed", places(offer));
  };
  for (const event of ["pointerover", "focusin"]) section.addEventListener(event, follow(placesOf));
  for (const event of ["pointerout", "focusout"]) {
    section.addEventListener(event, follow(chosenPlaces));
  }
  map.start(point);
  refresh();
  map.reveal();
}

/** Read what is offered now, and draw what is to be chosen. */
export function refresh() {
  many = JSON.parse(document.getElementById("offers-data")?.textContent ?? "[]");
  for (const decision of section.querySelectorAll(".question")) {
    if (lists(decision)) drawLists(decision);
    else filterButtons(decision);
  }
  markOffered();
}

function placesOf(offer) {
  return offer.dataset.places.split(" ").filter(Boolean);
}

function chosenOf(decision) {
  return choices.get(decision.dataset.decision) ?? [];
}

/** The offers of a decision as data, `{decision, offers, labels}`, if they are many. */
function lists(decision) {
  return many.find((it) => it.decision === decision.dataset.decision);
}

/** Mark the places of the orders that are left; any that an order names can be pointed at. */
function markOffered() {
  const questions = [...section.querySelectorAll(".question")];
  map.mark("chosen", questions.flatMap((decision) => places(decision, chosenOf(decision))));
  map.mark("pointed", chosenPlaces());
  map.open(questions.flatMap((decision) => places(decision, [])));
}

/** The places of the orders of a decision that agree with what is `chosen`. */
function places(decision, chosen) {
  const data = lists(decision);
  if (data) return fitting(data.offers, chosen).flatMap((offer) => offer.places);
  return [...decision.querySelectorAll("li:not([hidden]) > button")].flatMap(placesOf);
}

/** The places of what has been chosen so far, if that says anything. */
function chosenPlaces() {
  return [...section.querySelectorAll(".question")].flatMap((decision) => {
    const chosen = chosenOf(decision);
    const data = lists(decision);
    if (!chosen.length) return [];
    if (!data) return chosen;
    const left = fitting(data.offers, chosen);
    return (left[0]?.places ?? []).filter((id) => left.every(({ places }) => places.includes(id)));
  });
}

function point(place) {
  for (const decision of section.querySelectorAll(".question")) {
    const data = lists(decision);
    const chosen = chosenOf(decision);
    if (data) choices.set(decision.dataset.decision, pointAt(data.offers, chosen, place));
    else choices.set(decision.dataset.decision, chosen.includes(place) ? [] : [place]);
  }
  refresh();
  focusOpen();
}

/** What the map cannot answer takes the focus: the order itself, or a list of numbers. */
function focusOpen() {
  const [list] = [...section.querySelectorAll(".questions select")].slice(-1);
  const numbers = list?.value === "" && [...list.options].every(({ value }) => !isNaN(value));
  (section.querySelector(".question .ready") ?? (numbers ? list : undefined))?.focus();
}

/** Of many offers one is chosen step by step; the one list of all is for who has no script. */
function drawLists(decision) {
  const data = lists(decision);
  let box = decision.querySelector(".chooser");
  if (!box) {
    box = element("div", { class: "chooser" });
    decision.querySelector("h3").after(box);
    for (const it of decision.querySelectorAll("form.offers, p.quiet")) it.hidden = true;
  }
  const next = (chosen) => {
    choices.set(decision.dataset.decision, chosen);
    refresh();
  };
  chooser.draw(box, data, chosenOf(decision), next, (offer, only) => form(decision, offer, only));
}

/** A form that gives an offer, with what every form of the decision says. */
function form(decision, offer, only) {
  const said = [...decision.querySelector("form").querySelectorAll("input[type=hidden]")];
  return element("form", {}, ...said.map((it) => it.cloneNode()),
    element("button", {
      name: "order",
      value: JSON.stringify(offer.order),
      class: only && "primary ready",
      "data-places": offer.places.join(" "),
    }, offer.line));
}

/** Of few offers those that name the place pointed at remain, until all are asked for again. */
function filterButtons(decision) {
  const [place] = chosenOf(decision);
  const offers = [...decision.querySelectorAll("button[data-places]")];
  const left = offers.filter((offer) => !place || placesOf(offer).includes(place));
  for (const offer of offers) {
    (offer.closest("li") ?? offer).hidden = !left.includes(offer);
    offer.classList.toggle("ready", left.length === 1 && left[0] === offer && Boolean(place));
  }
  decision.querySelector(".filter")?.remove();
  if (!place) return;
  const all = () => {
    choices.delete(decision.dataset.decision);
    refresh();
    offers[0]?.focus();
  };
  const values = { place: map.placeName(place), count: left.length };
  const told = _("Orders at %(place)s: %(count)s", values);
  decision.querySelector("ul").before(element("p", { class: "filter", role: "status" },
    told, " ", button(_("Show all"), all, { class: "plain" })));
}
