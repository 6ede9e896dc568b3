/**
 * Choosing one of many offers step by step: first the verb, then its fields one by one. All that is
 * known about a game is that an offer is an order with fields, and which places of the map it
 * names.
 *
 * An offer is `{order: {order: verb, ...}, line, places: [id, ...]}`. What has been chosen is a
 * list of `[field, key]` in the order of choosing; keys are values as text, to be compared.
 */

const VERB = "order";

/** A value of a field as text: the same text for the same value. */
export function key(value) {
  return JSON.stringify(value ?? null);
}

/** The offers that agree with all that is `chosen`. */
export function fitting(offers, chosen) {
  const fits = ({ order }) => chosen.every(([field, wanted]) => key(order[field]) === wanted);
  return offers.filter(fits);
}

/** The offers whose verb no other has, so that nothing is to be chosen; none if all are so. */
export function onlyOfItsVerb(offers) {
  const counts = new Map();
  for (const { order } of offers) counts.set(order[VERB], (counts.get(order[VERB]) ?? 0) + 1);
  const found = offers.filter(({ order }) => counts.get(order[VERB]) === 1);
  return found.length === offers.length ? [] : found;
}

/** The fields of `offers` to be asked for in turn, the verb first, places before numbers. */
function fieldsOf(offers) {
  const names = new Set(offers.flatMap(({ order }) => Object.keys(order)));
  names.delete(VERB);
  const isNumber = (field) => offers.every(({ order }) => typeof (order[field] ?? 0) === "number");
  const asked = [...names].sort((one, other) => isNumber(one) - isNumber(other));
  return [VERB, ...asked];
}

/**
 * The questions that lead to one offer, as `{field, keys, chosen}`: what has been chosen, in the
 * order of choosing, then the next field for which there is a choice. `keys` are what can be
 * chosen, in the order of the offers, and `chosen` is one of them or undefined.
 */
export function questions(offers, chosen) {
  const made = new Map(chosen);
  const asked = [];
  let left = offers;
  for (const field of new Set([...made.keys(), ...fieldsOf(offers)])) {
    const keys = [...new Set(left.map(({ order }) => key(order[field])))];
    const choice = keys.includes(made.get(field)) ? made.get(field) : undefined;
    if (keys.length > 1) asked.push({ field, keys, chosen: choice });
    if (keys.length > 1 && choice === undefined) break;
    if (choice !== undefined) left = fitting(left, [[field, choice]]);
  }
  return asked;
}

/** What remains `chosen` when `field` becomes `value`: what was chosen before it, then this. */
export function choose(offers, chosen, field, value) {
  const before = [];
  for (const question of questions(offers, chosen)) {
    if (question.field === field) break;
    if (question.chosen !== undefined) before.push([question.field, question.chosen]);
  }
  return value === undefined ? before : [...before, [field, value]];
}

/** Whether a value names `place`: it is the id, or a list that has it. */
function names(value, place) {
  return Array.isArray(value) ? value.includes(place) : value === place;
}

/**
 * What is `chosen` after `place` was pointed at on the map: it answers the next question if it can,
 * otherwise what was chosen is given up as far as needed. The same list if no offer has the place.
 */
export function pointAt(offers, chosen, place) {
  for (let kept = chosen.length; kept >= 0; kept -= 1) {
    const start = chosen.slice(0, kept);
    const left = fitting(offers, start).filter((offer) => offer.places.includes(place));
    const open = fieldsOf(left).filter((field) => !start.some(([name]) => name === field));
    for (const field of open) {
      const matching = left.filter(({ order }) => names(order[field], place));
      const keys = new Set(matching.map(({ order }) => key(order[field])));
      if (keys.size === 1) return agreeing(offers, start, matching, field);
    }
    if (left.length && left.length < fitting(offers, start).length) return common(offers, left);
  }
  return chosen;
}

/** `start`, and then what all `matching` offers have in common up to `field`, if they agree. */
function agreeing(offers, start, matching, field) {
  const fields = fieldsOf(offers);
  const upto = fields.slice(0, fields.indexOf(field) + 1);
  const found = new Map(start);
  for (const name of upto) {
    const keys = new Set(matching.map(({ order }) => key(order[name])));
    if (keys.size === 1) found.set(name, [...keys][0]);
  }
  return fields.filter((name) => found.has(name)).map((name) => [name, found.get(name)]);
}

/** All choices on which the offers that are `left` agree. */
function common(offers, left) {
  const keysOf = (field) => new Set(left.map(({ order }) => key(order[field])));
  const shared = fieldsOf(offers).filter((field) => keysOf(field).size === 1);
  return shared.map((field) => [field, key(left[0].order[field])]);
}
