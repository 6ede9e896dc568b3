/**
 * Pieces that go somewhere together. All that is known about a game is that a party is
 * `{place, arm, pieces, field, goals}`: pieces that stand in a place and may go the same ways. A
 * goal is `{place, after, order, room, costs}`: where each of them may go by that order, in which
 * `field` is to name the piece, once it has gone to the goal `after`, if there is one.
 *
 * What is chosen is `{place, pieces, whole}`: the ids of pieces, and if they are all that may go of
 * a place, that place.
 */

export const NOBODY = { place: "", pieces: [] };

/** The parties with the pieces of each that are chosen, `[[party, pieces], ...]`. */
function chosenOf(parties, pieces) {
  return parties.map((it) => [it, it.pieces.filter((piece) => pieces.includes(piece))])
    .filter(([, those]) => those.length);
}

/** Whether some party has the piece. */
export function isListed(parties, piece) {
  return parties.some(({ pieces }) => pieces.includes(piece));
}

/** All pieces of a place that may go somewhere; of one `arm`, if it is named. */
export function piecesAt(parties, place, arm) {
  const there = parties.filter((it) => it.place === place && (!arm || it.arm === arm));
  return there.flatMap(({ pieces }) => pieces);
}

/** The goals of all `pieces`: each place with how many may go there, and whether all of them may. */
export function goals(parties, pieces) {
  const chosen = chosenOf(parties, pieces);
  if (!chosen.length) return [];
  const sizes = new Map();
  for (const [{ place }, those] of chosen) sizes.set(place, (sizes.get(place) ?? 0) + those.length);
  const [[first]] = chosen;
  return first.goals.flatMap(({ place }) => {
    const all = chosen.map(([party]) => [party, party.goals.find((it) => it.place === place)]);
    if (all.some(([, goal]) => !goal)) return [];
    return [{
      place,
      room: Math.min(...all.map(([, goal]) => goal.room)),
      costs: all.some(([, goal]) => goal.costs),
      fits: all.every(([party, goal]) => sizes.get(party.place) <= goal.room),
    }];
  });
}

/** The orders by which all `pieces` go to `place`, one after the other. */
export function orders(parties, pieces, place) {
  return chosenOf(parties, pieces).flatMap(([party, those]) => (
    those.flatMap((piece) => way(party, place).map((order) => ({ ...order, [party.field]: piece })))));
}

function way({ goals: all }, place) {
  const goal = all.find((it) => it.place === place);
  const before = goal.after ? way({ goals: all }, goal.after) : [];
  return [...before, goal.order];
}

/**
 * What comes of pointing at a place, or at a piece there: `{chosen}`, what is chosen then, or
 * `{orders}`, what is to be given, or `{narrow}`, a goal without room for all; else undefined.
 */
export function pointed(parties, chosen, place, piece) {
  if (isListed(parties, piece)) return { chosen: toggled(parties, chosen, piece) };
  const goal = goals(parties, chosen.pieces).find((it) => it.place === place);
  if (goal?.fits) return { orders: orders(parties, chosen.pieces, place) };
  if (goal) return { narrow: goal };
  const there = piecesAt(parties, place);
  if (!there.length) return undefined;
  return { chosen: chosen.whole && chosen.place === place ? NOBODY : wholeOf(place, there) };
}

/** All of a place, chosen at once. */
export function wholeOf(place, pieces) {
  return { place, pieces, whole: true };
}

/** A piece leaves those that are chosen, joins them, or is the first of others. */
function toggled(parties, { pieces, whole }, piece) {
  if (whole) return { place: "", pieces: [piece] };
  if (pieces.includes(piece)) return { place: "", pieces: pieces.filter((it) => it !== piece) };
  const joined = [...pieces, piece];
  return { place: "", pieces: goals(parties, joined).length ? joined : [piece] };
}
