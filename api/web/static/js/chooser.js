/** Choosing one of many offers from lists: a question for each field, then the order as a line. */

import { choose, fitting, onlyOfItsVerb, questions } from "./choosing.js";
import { button, element } from "./elements.js";
import { _ } from "./texts.js";

let made = 0;

/**
 * Draw the lists of `data`, which is `{decision, offers, labels}`, into `box`, as far as `chosen`.
 * `next` is called with what is chosen next, and `form` makes the form that gives an offer.
 */
export function draw(box, data, chosen, next, form) {
  const simple = onlyOfItsVerb(data.offers);
  if (!box.firstChild) {
    box.append(
      element("div", { class: "questions" }),
      element("div", { class: "answer" }),
      element("div", { class: "others" }, ...simple.map((offer) => form(offer))));
  }
  const offers = data.offers.filter((offer) => !simple.includes(offer));
  const asked = questions(offers, chosen);
  const ask = (field, value) => next(choose(offers, chosen, field, value));
  const numbers = numbersLeft(offers, asked);
  const lists = numbers ? asked.slice(0, -1) : asked;
  drawQuestions(box.querySelector(".questions"), lists, data.labels, ask);
  const answers = asked.filter((it) => it.chosen !== undefined).map((it) => [it.field, it.chosen]);
  const place = box.querySelector(".answer");
  if (numbers) drawNumbers(place, fieldName(asked.at(-1).field, data.labels), numbers, next, form);
  else drawAnswer(place, fitting(offers, answers), answers.length, next, form);
}

/** If nothing but a number is left to be chosen, the offers by it, `[[number, offer], ...]`. */
function numbersLeft(offers, asked) {
  const last = asked.at(-1);
  if (!last || last.chosen !== undefined) return null;
  const answers = asked.slice(0, -1).map((it) => [it.field, it.chosen]);
  const left = fitting(offers, answers);
  const numbers = left.map((offer) => [offer.order[last.field], offer]);
  const each = new Set(numbers.map(([number]) => number));
  const plain = asked.length > 1 && numbers.every(([number]) => typeof number === "number");
  return plain && each.size === left.length ? numbers : null;
}

/** A button for each number, which gives the order; the largest one is the readiest. */
function drawNumbers(place, name, numbers, next, form) {
  delete place.dataset.line;
  const most = numbers.at(-1)[0];
  place.replaceChildren(
    element("p", { class: "quiet", role: "status" }, name, " ",
      button(_("Begin again"), () => next([]), { class: "plain" })),
    element("div", { class: "numbers" },
      ...numbers.map(([number, offer]) => form(offer, number === most, String(number)))));
}

/** A list that still asks the same stays as it is, so that typing in it is not disturbed. */
function drawQuestions(place, asked, labels, ask) {
  asked.forEach((question, number) => {
    const known = JSON.stringify([question.field, question.keys]);
    let field = place.children[number];
    if (field?.dataset.known !== known) {
      const fresh = list(question, labels, ask);
      fresh.dataset.known = known;
      if (field) field.replaceWith(fresh);
      else place.append(fresh);
      field = fresh;
    }
    const select = field.querySelector("select");
    select.onchange = () => ask(question.field, select.value || undefined);
    select.value = question.chosen ?? "";
  });
  while (place.children.length > asked.length) place.lastChild.remove();
}

function list({ field, keys }, labels) {
  made += 1;
  const id = `step-${made}`;
  const options = keys.map((it) => element("option", { value: it }, words(JSON.parse(it), labels)));
  const select = element("select", { id, "data-field": field },
    element("option", { value: "" }, _("Choose…")), ...options);
  const label = element("label", { for: id }, fieldName(field, labels));
  return element("div", { class: "field" }, label, select);
}

function fieldName(field, labels) {
  if (field === "order") return _("Order");
  const name = labels[field] ?? field;
  return name[0].toUpperCase() + name.slice(1);
}

/** A value of an order in words. */
function words(value, labels) {
  if (value === null || value === "") return _("none");
  if (typeof value === "boolean") return value ? _("yes") : _("no");
  if (Array.isArray(value)) return value.map((it) => words(it, labels)).join(", ") || _("none");
  if (typeof value !== "object") return labels[value] ?? String(value);
  const named = ([name, it]) => `${labels[name] ?? name} ${words(it, labels)}`;
  return Object.entries(value).map(named).join(", ") || _("none");
}

/** The order when only one is left, and until then how many there are. */
function drawAnswer(place, left, count, next, form) {
  const again = count ? button(_("Begin again"), () => next([]), { class: "plain" }) : null;
  if (left.length === 1) {
    const [offer] = left;
    if (place.dataset.line !== offer.line) place.replaceChildren(form(offer, true));
    place.dataset.line = offer.line;
  } else {
    delete place.dataset.line;
    const told = _("Orders to choose from: %(count)s", { count: left.length });
    place.replaceChildren(element("p", { class: "quiet", role: "status" }, told));
  }
  place.querySelector(".plain")?.remove();
  if (again) place.lastElementChild.append(" ", again);
}
