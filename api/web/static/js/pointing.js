/**
 * Orders chosen by pointing: pieces make a stack, and a place is where it goes. All that is known
 * about a game is that an offer has `pieces`, by their ids, that it may have a `target`, and which
 * `ways` may follow it.
 *
 * What is chosen is `{place, pieces}`: the id of a place or empty, and a list of ids of pieces. Where
 * it says `apart`, each of these has an order of its own, which are given one after the other.
 */

import { key } from "./choosing.js";

export const NOTHING = { place: "", pieces: [] };

/** Whether any of `offers` has the piece. */
export function isListed(offers, piece) {
  return offers.some(({ pieces }) => pieces.includes(piece));
}

/**
 * The offers with the places where their pieces stand among theirs. `standing` says which pieces
 * stand where, by place; a piece that is drawn in several places stands nowhere in particular.
 */
export function placed(offers, standing) {
  const places = new Map();
  for (const [place, pieces] of standing) {
    for (const piece of pieces) places.set(piece, places.has(piece) ? null : place);
  }
  return offers.map((offer) => {
    const there = offer.pieces.map((piece) => places.get(piece)).filter(Boolean);
    return { ...offer, places: [...new Set([...offer.places, ...there])] };
  });
}

/**
 * What is chosen when a place is pointed at that no order leads to: all orders there. But first, if
 * several pieces there could each lead on, and none with all of them, the one that stands first, as
 * their chief does.
 */
export function atPlace(offers, chosen, place, standing) {
  if (chosen.place === place) return NOTHING;
  const all = { place, pieces: [] };
  if (ready(offers, all)) return all;
  const leading = offers.filter(({ pieces, places, ways }) => (
    ways !== null && pieces.length === 1 && places.includes(place)));
  const first = (standing.get(place) ?? []).find((it) => leading.some(({ pieces }) => pieces[0] === it));
  const again = chosen.pieces.length === 1 && chosen.pieces[0] === first;
  if (leading.length > 1 && first !== undefined && !again) return { place: "", pieces: [first] };
  return all;
}

/** The offers that agree with what is `chosen`. */
export function left(offers, { place, pieces, apart }) {
  if (apart) return [...together(offers, pieces).values()].flat();
  if (pieces.length) {
    return offers.filter((offer) => pieces.every((it) => offer.pieces.includes(it)));
  }
  return offers.filter((offer) => !place || offer.places.includes(place));
}

/**
 * The one offer that is `chosen`, if there is one: by its pieces, or by its place, as the only one
 * there or the one that lists all the pieces that any other does.
 */
export function ready(offers, chosen) {
  if (chosen.apart) return undefined;
  const found = left(offers, chosen);
  if (chosen.pieces.length) {
    const same = found.filter((offer) => offer.pieces.length === chosen.pieces.length);
    return same.length === 1 ? same[0] : undefined;
  }
  if (!chosen.place || found.length < 2) return chosen.place ? found[0] : undefined;
  const all = new Set(found.flatMap(({ pieces }) => pieces));
  const whole = found.filter(({ pieces }) => all.size && new Set(pieces).size === all.size);
  return whole.length === 1 ? whole[0] : undefined;
}

/** The pieces of an offer; none without one. */
export function piecesOf(offer) {
  return offer ? offer.pieces : [];
}

/** By the id of a place where each of `pieces` goes by one order of the same kind: these orders. */
function together(offers, pieces) {
  const found = new Map();
  for (const offer of offers) {
    const [piece, ...others] = offer.pieces;
    if (!offer.target || others.length || !pieces.includes(piece)) continue;
    const same = found.get(offer.target) ?? [];
    if (same.every(({ order }) => order.order === offer.order.order)) same.push(offer);
    found.set(offer.target, same);
  }
  const isWhole = (it) => it.length === pieces.length
    && new Set(it.map((offer) => offer.pieces[0])).size === pieces.length;
  return new Map([...found].filter(([, it]) => isWhole(it)));
}

/**
 * What is chosen after a piece was pointed at: it joins the stack, leaves it, or begins another.
 * Cards that are `held` in a hand join those that can go to the same place.
 */
export function toggled(offers, chosen, piece, held = []) {
  const rest = chosen.pieces.filter((it) => it !== piece);
  const joined = chosen.pieces.includes(piece) ? rest : [...rest, piece];
  const stack = { place: "", pieces: joined };
  if (!joined.length || left(offers, stack).length) return stack;
  const apart = { ...stack, apart: true };
  const fits = joined.every((it) => held.includes(it)) && left(offers, apart).length;
  return fits ? apart : { place: "", pieces: [piece] };
}

/**
 * The orders that lead to `place`, one after the other: one that has it as its target, or one that
 * is chosen, or has a target of its own, with the shortest way on. Undefined if none does, or if
 * several would do.
 */
export function leading({ offers, ways }, chosen, place) {
  if (chosen.apart) {
    return together(offers, chosen.pieces).get(place)?.map(({ order }) => order);
  }
  const found = left(offers, chosen);
  const direct = found.filter(({ target }) => target === place);
  if (direct.length) return direct.length === 1 ? [direct[0].order] : undefined;
  const begin = beginnings(offers, chosen);
  const all = begin.filter((offer) => ways[offer.ways]?.[place])
    .map((offer) => [offer.order, ...ways[offer.ways][place]]);
  return all.sort((a, b) => a.length - b.length)[0];
}

/** The offers by which a way can begin: what is chosen, the only one with ways, or any target. */
function beginnings(offers, chosen) {
  const one = ready(offers, chosen);
  if (one) return [one];
  const found = left(offers, chosen);
  const able = found.filter(({ ways }) => ways !== null);
  return able.length === 1 ? able : found.filter(({ target }) => target);
}

/** The places that `leading` leads to by what is `chosen`. */
export function goals({ offers, ways }, chosen) {
  if (chosen.apart) return [...together(offers, chosen.pieces).keys()];
  const begin = beginnings(offers, chosen);
  return begin.flatMap((offer) => [offer.target, ...Object.keys(ways[offer.ways] ?? {})])
    .filter(Boolean);
}

/** The offer of that order. */
export function offerOf(offers, order) {
  return offers.find((offer) => key(offer.order) === key(order));
}
