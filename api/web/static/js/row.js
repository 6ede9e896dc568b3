/** Orders in a row: one form for all, each chosen from a list of its own or by pointing at a place. */

const FORM = "form.series";

/** Whether a question is answered so. */
export function isRow(question) {
  return question.querySelector(FORM) !== null;
}

/** The orders that are chosen in such a form. */
export function orders(form) {
  return lists(form).map((it) => JSON.parse(it.value));
}

/** The places to which one of the orders that are still to be chosen may lead. */
export function places(question) {
  const waiting = lists(question).filter((it) => !it.value);
  return [...new Set(waiting.flatMap((it) => [...it.options]).flatMap(named))];
}

/** Let the first order that may lead to a place, and is not chosen yet, lead there. */
export function point(question, place) {
  const leads = (option) => named(option).includes(place);
  const list = lists(question).find((it) => !it.value && [...it.options].some(leads));
  if (!list) return;
  list.value = [...list.options].find(leads).value;
  (lists(question).find((it) => !it.value) ?? question.querySelector(`${FORM} button`)).focus();
}

function lists(inside) {
  return [...inside.querySelectorAll("select[name=step]")];
}

/** Whatever the order of an option names. */
function named({ value }) {
  return value ? Object.values(JSON.parse(value)) : [];
}
