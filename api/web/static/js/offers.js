/** Offers: as buttons, from lists, by plus and minus, and by pointing at pieces and places. */

import { fitting, key, pointAt } from "./choosing.js";
import * as chooser from "./chooser.js";
import * as digits from "./digits.js";
import { button, element } from "./elements.js";
import * as following from "./following.js";
import * as map from "./map.js";
import * as parties from "./parties.js";
import * as pointing from "./pointing.js";
import * as row from "./row.js";
import { isSharing } from "./sharing.js";
import * as stands from "./stands.js";
import { tell } from "./notices.js";
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
  map.start(point, following.takes, light, { may, take: pickUp, drop: point });
  // What is folded has no digits until it is opened.
  section.addEventListener("toggle", () => digits.number(section), { capture: true });
  refresh();
}

/** Read what is offered now, and draw what is to be chosen. */
export function refresh() {
  asked = JSON.parse(document.getElementById("offers-data")?.textContent ?? "[]");
  const standing = map.standing();
  for (const it of asked) it.offers = pointing.placed(listed(it), standing);
  for (const decision of questions()) drawQuestion(decision);
  digits.number(section);
  markOffered();
}

/** The offers of a question: what stands on the page of each, and what the data has besides. */
function listed({ decision, offers }) {
  const question = questions().find((it) => it.dataset.decision === decision);
  const drawn = question.querySelectorAll(".offers [data-line]");
  const empty = { target: "", pieces: [], ways: null, follows: "", price: "" };
  const known = (it, number) => (drawn[number] ? read(drawn[number], it) : {});
  return offers.map((it, number) => ({ ...empty, ...known(it, number), ...it }));
}

function read(drawn, { price, follows }) {
  const { line, places, final } = drawn.dataset;
  const words = drawn.querySelector(".does")?.textContent
    ?? drawn.getAttribute("aria-label") ?? drawn.textContent;
  const beside = [price, follows].filter(Boolean).join("; ");
  const does = beside && words.endsWith(`: ${beside}`)
    ? words.slice(0, -beside.length - 2) : words;
  return {
    order: JSON.parse(drawn.value), line, does,
    places: places.split(" ").filter(Boolean), final: final !== undefined,
  };
}

/** The question that an order is offered for; undefined if there is none. */
export function questionOf(order) {
  return questions().find((it) => pointing.offerOf(dataOf(it).offers, order));
}

/** The ids of the decisions that the reader is asked for. */
export function questionIds() {
  return questions().map((it) => it.dataset.decision);
}

/** The questions on the page, but for those that were drawn just now and have no data yet. */
function questions() {
  return [...section.querySelectorAll(".question")].filter(dataOf);
}

/** The offers of a question as data, `{decision, offers, ways, labels, parties}`. */
function dataOf(decision) {
  return asked.find((it) => it.decision === decision.dataset.decision);
}

/** Those who may go somewhere together in answer to a question; see `parties.js`. */
function partiesOf(decision) {
  return dataOf(decision).parties ?? [];
}

/** The pieces of parties that are chosen. */
function marchersOf(decision) {
  return (chosenOf(decision).pieces ?? []).filter((it) => parties.isListed(partiesOf(decision), it));
}

/**
 * The orders that a button of a form gives one after the other, if it gives several: its own, or
 * those by which the pieces that are ticked there go to a place.
 */
export function severalOf(form, sender) {
  if (form.matches(".series")) return row.orders(form);
  if (sender?.name === "orders") return JSON.parse(sender.value);
  if (sender?.name !== "goal") return null;
  const decision = form.closest(".question");
  return parties.orders(partiesOf(decision), marchersOf(decision), sender.value);
}

/** How an offer is chosen: in a row with others, shared out, from lists, or as one of a few buttons. */
function mannerOf(decision) {
  if (row.isRow(decision)) return "row";
  const { offers } = dataOf(decision);
  if (isSharing(offers)) return "sharing";
  return decision.querySelector(".offers ul") ? "few" : "lists";
}

const NOTHING = { sharing: 0, lists: [], few: pointing.NOTHING, row: [] };

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
  const offered = all.flatMap((decision) => [
    ...dataOf(decision).offers.flatMap(({ places }) => places),
    ...row.places(decision),
    ...partiesOf(decision).map(({ place }) => place)]);
  const limits = all.flatMap((it) => parties.goals(partiesOf(it), marchersOf(it)));
  const goals = all.flatMap((decision) => (
    mannerOf(decision) === "few" ? pointing.goals(dataOf(decision), chosenOf(decision)) : []));
  goals.push(...limits.filter(({ fits }) => fits).map(({ place }) => place));
  map.mark("chosen", all.flatMap(leftPlaces));
  map.mark("goal", goals);
  map.mark("pointed", chosenPlaces());
  map.pick(all.flatMap(pickedPieces), all.flatMap(fittingPieces));
  map.open([...offered, ...goals, ...limits.map(({ place }) => place)], all.flatMap(openPieces));
  map.limit(limits);
  const ids = questionIds().join(" ");
  if (ids !== attended) map.attend(offered);
  attended = ids;
}

/** The places of the orders of a decision that agree with what is chosen. */
function leftPlaces(decision) {
  const { offers } = dataOf(decision);
  const chosen = chosenOf(decision);
  const marchers = marchersOf(decision);
  const stand = partiesOf(decision)
    .filter(({ pieces }) => !marchers.length || pieces.some((it) => marchers.includes(it)))
    .map(({ place }) => place);
  if (row.isRow(decision)) return row.places(decision);
  const left = { sharing: () => offers, lists: fitting, few: pointing.left };
  return [...stand, ...left[mannerOf(decision)](offers, chosen).flatMap(({ places }) => places)];
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
  return [
    ...partiesOf(decision).flatMap(({ pieces }) => pieces),
    ...dataOf(decision).offers.flatMap(({ order, pieces }) => [...pieces, ...shared(order)])];
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
    if (manner === "row") {
      row.point(decision, place);
      markOffered();
    } else if (manner === "sharing") {
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
  const marched = parties.pointed(partiesOf(decision), chosen, place, piece);
  if (marched) follow(decision, marched);
  else pointAtOffers(decision, data, chosen, place, piece);
}

/** What came of pointing at parties: others are chosen, or they go. */
function follow(decision, { chosen, orders, narrow }) {
  if (orders) {
    choices.delete(decision.dataset.decision);
    giveAll(decision, orders);
  } else if (narrow) {
    const values = { place: map.placeName(narrow.place), count: narrow.room };
    tell(_("%(place)s has room for %(count)s of them: choose fewer.", values), "warning");
  } else choose(decision, chosen);
}

function pointAtOffers(decision, data, chosen, place, piece) {
  const orders = pointing.leading(data, chosen, place);
  if (piece && pointing.isListed(data.offers, piece)) {
    choose(decision, pointing.toggled(data.offers, chosen, piece, map.held()));
  } else if (orders) {
    choices.delete(decision.dataset.decision);
    if (orders.length > 1) giveAll(decision, orders);
    else buttonOf(decision, pointing.offerOf(data.offers, orders[0])).click();
  } else {
    choose(decision, pointing.atPlace(data.offers, chosen, place, map.standing()));
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
    stands.draw(decision, partiesOf(decision), chosenOf(decision), (it) => choose(decision, it));
    filterButtons(decision);
    return;
  }
  if (manner === "row") return;
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
    }, words ?? element("span", { class: "said" },
      element("span", { class: "does" }, offer.does),
      offer.follows && element("span", { class: "follows" }, offer.follows)),
    !words && offer.price && element("span", { class: "price" }, offer.price)));
}

/** Of few offers, those that agree with what was pointed at remain until all are asked for again. */
function filterButtons(decision) {
  const { offers } = dataOf(decision);
  // What those who march together have no part in, such as to end the march, stays as it is.
  const chosen = marchersOf(decision).length ? pointing.NOTHING : chosenOf(decision);
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

/** Let the orders stand out that are about a place, or a piece there, which is pointed at. */
function light(place, piece) {
  for (const decision of questions()) {
    const { offers } = dataOf(decision);
    const lit = new Set(offers.filter(({ places, pieces }) => (
      piece && pieces.includes(piece) ? true : places.includes(place))).map(({ line }) => line));
    for (const it of decision.querySelectorAll("button[data-line]")) {
      it.classList.toggle("lit", lit.has(it.dataset.line));
    }
    for (const it of decision.querySelectorAll("button[name=goal]")) {
      it.classList.toggle("lit", it.value === place);
    }
  }
}

/** Whether what stands in a place, or a piece there, can be dragged: it leads somewhere. */
function may({ place, piece }) {
  return questions().some((decision) => {
    const there = parties.piecesAt(partiesOf(decision), place);
    if (piece ? there.includes(piece) : there.length) return true;
    const { offers } = dataOf(decision);
    return mannerOf(decision) === "few" && offers.some(({ pieces, places, target, ways }) => (
      (piece ? pieces.includes(piece) : places.includes(place) && target !== place)
        && (target || ways !== null)));
  });
}

/** What is dragged is chosen: with a piece that is chosen already, all that are chosen. */
function pickUp({ place, piece }) {
  for (const decision of questions()) {
    const { pieces, place: at } = chosenOf(decision);
    if (mannerOf(decision) !== "few") continue;
    if (piece ? pieces.includes(piece) : at === place || holds(decision, place, pieces)) continue;
    const there = parties.piecesAt(partiesOf(decision), place);
    if (piece) choose(decision, { place: "", pieces: [piece] });
    else choose(decision, there.length ? parties.wholeOf(place, there) : { place, pieces: [] });
  }
}

/** Whether some of the pieces that are chosen stand in a place. */
function holds(decision, place, pieces) {
  return parties.piecesAt(partiesOf(decision), place).some((it) => pieces.includes(it));
}
