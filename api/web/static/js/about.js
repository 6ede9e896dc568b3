/** What the page says of itself: which game it shows, and for whom. */

const { game, seat: holder } = document.body.dataset;

/** Id of the game, and the seat whose token the browser keeps for it; empty for a spectator. */
export { game, holder };

/** The page's own path. */
export const path = `/games/${encodeURIComponent(game)}`;

/** A part of the game's page, such as `position`, with a query; what the reader chose stays. */
export function part(name, query = {}) {
  const kept = new URLSearchParams(location.search);
  const asked = new URLSearchParams();
  for (const field of ["seat", "lang", "level"]) {
    if (kept.has(field)) asked.set(field, kept.get(field));
  }
  if (holder) asked.set("seat", holder);
  for (const [field, value] of Object.entries(query)) if (value != null) asked.set(field, value);
  return `${path}/${name}?${asked}`;
}

/** A resource of the game in the API; the game itself without a name. */
export function resource(name = "", query = {}) {
  const asked = new URLSearchParams(query).toString();
  return `/api/v1${path}${name && `/${name}`}${asked && `?${asked}`}`;
}

/** Where the browser keeps this reader's things for the game. */
export function storageKey(thing) {
  return `napoleon.${thing}.${game}.${holder}`;
}
