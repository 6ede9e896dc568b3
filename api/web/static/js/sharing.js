/**
 * Points that are shared out: a field of an order that says how many each piece gets, or how many of
 * each kind. Every offer is a legal way to share, so each step leads from one to the nearest other.
 */

/** The parts of an order as `[[path, number], ...]`: a path is a piece, and a kind if there are. */
export function parts(order) {
  const [shared] = Object.values(order).filter(isShare);
  return Object.entries(shared ?? {}).flatMap(([piece, it]) => (
    typeof it === "number" ? [[[piece], it]]
      : Object.entries(it).map(([kind, number]) => [[piece, kind], number])));
}

function isShare(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  const all = Object.values(value);
  return all.length > 0 && all.every((it) => typeof it === "number" || isShare(it));
}

/** Whether all of `offers` share something out, and there is a choice. */
export function isSharing(offers) {
  return offers.length > 1 && offers.every(({ order }) => parts(order).length > 0);
}

/** By path as text how many it gets in an order. */
export function shares(order) {
  return new Map(parts(order).map(([path, number]) => [path.join(" "), number]));
}

/** The place in `offers` of the nearest way to share in which `path` gets `by` more; or undefined. */
export function stepped(offers, at, path, by) {
  const now = shares(offers[at].order);
  let best;
  let least = Infinity;
  offers.forEach(({ order }, number) => {
    const other = shares(order);
    if ((other.get(path) ?? 0) - (now.get(path) ?? 0) !== by) return;
    const names = new Set([...now.keys(), ...other.keys()]);
    const far = [...names].reduce(
      (sum, it) => sum + Math.abs((now.get(it) ?? 0) - (other.get(it) ?? 0)), 0);
    if (far < least) [best, least] = [number, far];
  });
  return best;
}
