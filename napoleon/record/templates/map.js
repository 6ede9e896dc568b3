// The map: what is drawn in the page is its first position, and other positions are put together
// from the fragments that differ from it.

const shown = new Map();
const first = new Map();
const fragments = at("fragments").content.querySelector("svg").children;

/** What a fragment stands for: a place, fan, link or territory by its id, or all lines, or trails. */
function keyOf(element) {
  const [name, id] = Object.entries(element.dataset)[0];
  return `${name} ${id}`;
}

const parts = ["place", "fan", "link", "territory", "lines", "trails"]
  .map((it) => `[data-${it}]`).join(", ");
for (const element of at("map").querySelectorAll(parts)) {
  shown.set(keyOf(element), element);
  first.set(keyOf(element), element);
}

/** What frame number `index` shows in other ways than the first one, fragment by fragment. */
function drawnAt(index) {
  const wanted = new Map(first);
  for (const frame of frames.slice(0, index + 1)) {
    for (const number of frame.drawn) wanted.set(keyOf(fragments[number]), fragments[number]);
  }
  return wanted;
}

/** Show the map of frame number `index`; what has changed in it gets a thick edge. */
function showMap(index) {
  const changed = new Set(frames[index].drawn.map((number) => keyOf(fragments[number])));
  for (const [key, fragment] of drawnAt(index)) {
    const element = fragment.cloneNode(true);
    element.classList.toggle("changed", changed.has(key));
    shown.get(key).replaceWith(element);
    shown.set(key, element);
  }
  bringIn([...changed].map((key) => shown.get(key)));
}
