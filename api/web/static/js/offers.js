/** Offers: as buttons, from lists, by plus and minus, and by pointing at pieces and places. */

import { fitting, key, pointAt } from "./choosing.js";
import * as chooser from "./chooser.js";
import * as digits from "./digits.js";
import { button, element } from "./elements.js";
import * as following from "./following.js";
import * as map from "./map.js";
import * as pointing from "./pointing.js";
import { isSharing } from "./sharing.js";
import * as steppers from "./steppers.js";
import { _ } from "./texts.js";

/** What has been chosen of each decision, so that it outlives a new drawing of the section. */
const choices = new Map();

let section;
let asked = [];
let giveAll;
/** The decisions that the map was last moved to. */
let attended;

/** Take over the offers in `inside`; `give` gives several orders in answer to a question. */
export function start(inside, give) {
  section = inside;
  giveAll = give;
  const follow = (places) => ({ target }) => {
    const offer = target.closest("button[data-places]");
    if (offer) map.mark("pointed", places(offer));
  };
  for (const event of ["pointerover", "focusin"]) section.addEventListener(event, follow(placesOf));
  for (const event of ["pointerout", "focusout"]) {
    section.addEventListener(event, follow(chosenPlaces));
  }
  map.start(point, following.takes);
  // What is folded has no digits until it is opened.
  section.addEventListener("toggle", () => digits.number(section), { capture: true });
  refresh();
}

/** Read what is offered now, and draw what is to be chosen. */
export function refresh() {
  asked = JSON.parse(document.getElementById("offers-data")?.textContent ?? "[]");
  for (const decision of questions()) drawQuestion(decision);
  digits.number(section);
  markOffered();
}

/** The question that an order is offered for; undefined if there is none. */
export function questionOf(order) {
  return questions().find((it) => pointing.offerOf(dataOf(it).offers, order));
}

/** The ids of the decisions that the reader is asked for. */
export function questionIds() {
  return questions().map((it) => it.dataset.decision);
}

function questions() {
  return [...section.querySelectorAll(".question")];
}

/** The offers of a question as data, `{decision, offers, ways, labels}`. */
function dataOf(decision) {
  return asked.find((it) => it.decision === decision.dataset.decision);
}

/** How one of the offers is chosen: shared out, from lists, or as one of a few buttons. */
function mannerOf(decision) {
  const { offers } = dataOf(decision);
  if (isSharing(offers)) return "sharing";
  return decision.querySelector(".offers ul") ? "few" : "lists";
}

const NOTHING = { sharing: 0, lists: [], few: pointing.NOTHING };

function chosenOf(decision) {
  return choices.get(decision.dataset.decision) ?? NOTHING[mannerOf(decision)];
}

function choose(decision, chosen) {
  choices.set(decision.dataset.decision, chosen);
  refresh();
}

/** The offers that use the card of that id, each with the question that it answers. */
export function using(card) {
  return questions().flatMap((decision) => dataOf(decision).offers
    .filter((offer) => uses(offer, card)).map((offer) => ({ decision, offer })));
}

/** The fields of an order that name cards. */
const OF_CARDS = ["card", "cards", "give"];

function uses({ order, pieces }, card) {
  return pieces.includes(card)
    || OF_CARDS.some((field) => [order[field]].flat().some((it) => String(it) === card));
}

/** Give an offer in answer to its question; from lists it is chosen, and left to be given. */
export function take({ decision, offer }) {
  if (mannerOf(decision) === "few") {
    buttonOf(decision, offer).click();
    return;
  }
  choose(decision, Object.entries(offer.order).map(([field, value]) => [field, key(value)]));
  focusOpen();
}

function placesOf(offer) {
  return offer.dataset.places.split(" ").filter(Boolean);
}

/** Whether a line of a decision may be an order that is asked about. */
export function mayBeFinal(decision, line) {
  const { offers } = dataOf(decision);
  const meant = offers.filter((offer) => offer.line.toLowerCase() === line.toLowerCase());
  return (meant.length ? meant : offers).some(({ final }) => final);
}

/** Mark what the orders that are left are about; whatever an order names can be pointed at. */
function markOffered() {
  const all = questions();
  const offered = all.flatMap((decision) => dataOf(decision).offers.flatMap(({ places }) => places));
  const goals = all.flatMap((decision) => (
    mannerOf(decision) === "few" ? pointing.goals(dataOf(decision), chosenOf(decision)) : []));
  map.mark("chosen", all.flatMap(leftPlaces));
  map.mark("goal", goals);
  map.mark("pointed", chosenPlaces());
  map.pick(all.flatMap(pickedPieces), all.flatMap(fittingPieces));
  map.open([...offered, ...goals], all.flatMap(openPieces));
  const ids = questionIds().join(" ");
  if (ids !== attended) map.attend(offered);
  attended = ids;
}

/** The places of the orders of a decision that agree with what is chosen. */
function leftPlaces(decision) {
  const { offers } = dataOf(decision);
  const chosen = chosenOf(decision);
  const left = { sharing: () => offers, lists: fitting, few: pointing.left };
  return left[mannerOf(decision)](offers, chosen).flatMap(({ places }) => places);
}

/** The pieces of the stack that is chosen, by pointing at them or at where all of them stand. */
function pickedPieces(decision) {
  const chosen = chosenOf(decision);
  if (mannerOf(decision) !== "few" || chosen.pieces.length) return chosen.pieces ?? [];
  return pointing.piecesOf(pointing.ready(dataOf(decision).offers, chosen));
}

/** The pieces that can be pointed at after those that are chosen: whom these could fire at. */
function fittingPieces(decision) {
  const chosen = chosenOf(decision);
  if (mannerOf(decision) !== "few" || !chosen.pieces.length) return [];
  return pointing.left(dataOf(decision).offers, chosen).flatMap(({ pieces }) => pieces);
}

/** The pieces that can be pointed at by themselves. */
function openPieces(decision) {
  return dataOf(decision).offers.flatMap(({ order, pieces }) => [...pieces, ...shared(order)]);
}

/** The pieces among which an order shares something out. */
function shared(order) {
  const shares = Object.values(order).filter((it) => it?.constructor === Object);
  return shares.flatMap((it) => Object.keys(it));
}

/** The places of what has been chosen so far, if that says anything. */
function chosenPlaces() {
  return questions().flatMap((decision) => {
    const { offers } = dataOf(decision);
    const chosen = chosenOf(decision);
    const manner = mannerOf(decision);
    if (manner === "few") return chosen.place ? [chosen.place] : [];
    if (manner !== "lists" || !chosen.length) return [];
    const left = fitting(offers, chosen);
    return (left[0]?.places ?? []).filter((id) => left.every(({ places }) => places.includes(id)));
  });
}

/** A place was pointed at, or a piece that stands there. */
function point(place, piece) {
  for (const decision of questions()) {
    const data = dataOf(decision);
    const chosen = chosenOf(decision);
    const manner = mannerOf(decision);
    if (manner === "sharing") {
      const next = steppers.more(data, chosen, piece);
      if (next !== undefined) choose(decision, next);
    } else if (manner === "lists") {
      choose(decision, pointAt(data.offers, chosen, place));
      focusOpen();
    } else {
      pointAmongFew(decision, data, chosen, place, piece);
    }
  }
}

function pointAmongFew(decision, data, chosen, place, piece) {
  const orders = pointing.leading(data, chosen, place);
  if (piece && pointing.isListed(data.offers, piece)) {
    choose(decision, pointing.toggled(data.offers, chosen, piece, map.held()));
  } else if (orders) {
    choices.delete(decision.dataset.decision);
    if (orders.length > 1) giveAll(decision, orders);
    else buttonOf(decision, pointing.offerOf(data.offers, orders[0])).click();
  } else {
    choose(decision, chosen.place === place ? pointing.NOTHING : { place, pieces: [] });
    focusOpen();
  }
}

function buttonOf(decision, offer) {
  const buttons = [...decision.querySelectorAll("button[data-line]")];
  return buttons.find((it) => it.dataset.line === offer.line);
}

/** What the map cannot answer takes the focus: the order itself, or a number. */
function focusOpen() {
  section.querySelector(".question .ready, .question .numbers button")?.focus();
}

function drawQuestion(decision) {
  const manner = mannerOf(decision);
  if (manner === "few") {
    filterButtons(decision);
    return;
  }
  const data = dataOf(decision);
  let box = decision.querySelector(".chooser");
  if (!box) {
    box = element("div", { class: "chooser" });
    decision.querySelector("h3").after(box);
    for (const it of decision.querySelectorAll("form.offers, p.quiet")) it.hidden = true;
  }
  const next = (chosen) => choose(decision, chosen);
  const drawn = manner === "lists" ? chooser : steppers;
  drawn.draw(box, data, chosenOf(decision), next, (...said) => form(decision, ...said));
}

/** A form that gives an offer, with what every form of the decision says. */
function form(decision, offer, only, words) {
  const said = [...decision.querySelector("form").querySelectorAll("input[type=hidden]")];
  return element("form", {}, ...said.map((it) => it.cloneNode()),
    element("button", {
      name: "order",
      value: JSON.stringify(offer.order),
      class: only && "primary ready",
      "data-line": offer.line,
      "data-places": offer.places.join(" "),
      "data-final": offer.final,
      "aria-label": words && offer.does,
    }, words ?? element("span", { class: "does" }, offer.does),
    !words && offer.follows && element("span", { class: "follows" }, offer.follows)));
}

/** Of few offers, those that agree with what was pointed at remain until all are asked for again. */
function filterButtons(decision) {
  const { offers } = dataOf(decision);
  const chosen = chosenOf(decision);
  // Where each card goes by itself the board is asked, and not a list of all their orders.
  const left = new Set(chosen.apart ? [] : pointing.left(offers, chosen).map(({ line }) => line));
  const one = pointing.ready(offers, chosen);
  for (const it of decision.querySelectorAll("button[data-line]")) {
    it.hidden = !left.has(it.dataset.line);
    it.classList.toggle("ready", it.dataset.line === one?.line);
  }
  for (const it of decision.querySelectorAll(".offers li")) {
    it.hidden = !it.querySelector("button[data-line]:not([hidden])");
  }
  const all = !chosen.place && !chosen.pieces.length;
  for (const it of decision.querySelectorAll("details.group")) showGroup(it, all);
  decision.querySelector(".filter")?.remove();
  if (all) return;
  const begin = () => {
    choose(decision, pointing.NOTHING);
    decision.querySelector("summary, button[data-line]")?.focus();
  };
  const values = { place: map.placeName(chosen.place), count: left.size };
  const several = _("Where do these %(count)s cards go?", { count: chosen.pieces.length });
  const told = chosen.apart ? several : chosen.place ? _("Orders at %(place)s: %(count)s", values)
    : _("Orders of this stack: %(count)s", values);
  const first = decision.querySelector(".offers > ul, .offers > details");
  first.before(element("p", { class: "filter", role: "status" },
    told, " ", button(_("Show all"), begin, { class: "plain" })));
}

/** A group of offers is open while some of them are pointed out; then it is as it was before. */
function showGroup(group, all) {
  const left = group.querySelector("li:not([hidden])");
  group.hidden = !left;
  if (all && "pointed" in group.dataset) {
    delete group.dataset.pointed;
    group.open = false;
  } else if (!all && left && !group.open) {
    group.dataset.pointed = "";
    group.open = true;
  }
}
