// The map nearer and farther: it is as wide as it has to be for its letters to be read, its box
// scrolls, and what has changed comes into sight.

const STEP = 1.5;
const MOST = 12;
/** Pixels that letters of names have at least as the page opens. */
const READABLE = 10;

/** How many times larger than the whole map it is drawn; null before it has been. */
let times = null;
/** Whether its reader has said how large; until then it is as large as can be read. */
let isChosen = false;

function drawnMap() {
  return at("map").querySelector(":scope > svg");
}

/** How wide the map is when the whole of it is seen. */
function wholeWidth() {
  const { width, height } = drawnMap().viewBox.baseVal;
  const box = at("map");
  return Math.min(box.clientWidth, box.clientHeight * width / height);
}

/** How many times larger than the whole map its smallest names can be read. */
function readable() {
  const letters = [...drawnMap().querySelectorAll(".name")]
    .map((it) => parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().d);
  const now = drawnMap().clientWidth / wholeWidth();
  return letters.length ? now * READABLE / Math.min(...letters) : 1;
}

/** Draw the map `wanted` times as large as the whole of it, with the same middle as before. */
function zoom(wanted) {
  const [box, map] = [at("map"), drawnMap()];
  const middle = (start, seen, all) => (box[start] + box[seen] / 2) / box[all];
  const x = middle("scrollLeft", "clientWidth", "scrollWidth");
  const y = middle("scrollTop", "clientHeight", "scrollHeight");
  times = Math.min(MOST, Math.max(1, wanted));
  const { width, height } = map.viewBox.baseVal;
  const wide = wholeWidth() * times;
  map.style.width = `${wide}px`;
  map.style.height = `${wide * height / width}px`;
  box.scrollLeft = x * box.scrollWidth - box.clientWidth / 2;
  box.scrollTop = y * box.scrollHeight - box.clientHeight / 2;
}

/** Bring the places into sight that have changed; the first of them, if they lie too far apart. */
function bringIn(changed) {
  const found = changed.filter((it) => it.matches("[data-place]"))
    .map((it) => it.getBoundingClientRect());
  if (times === 1 || !found.length) return;
  const box = at("map");
  const frame = box.getBoundingClientRect();
  const around = (start, end, of) => (
    [Math.min(...of.map((it) => it[start])), Math.max(...of.map((it) => it[end]))]);
  const fits = (start, end) => {
    const [from, to] = around(start, end, found);
    return to - from <= frame[end] - frame[start];
  };
  const shown = fits("left", "right") && fits("top", "bottom") ? found : found.slice(0, 1);
  for (const [start, end, scrolled] of [["left", "right", "scrollLeft"], ["top", "bottom", "scrollTop"]]) {
    const [from, to] = around(start, end, shown);
    const isSeen = from >= frame[start] && to <= frame[end];
    if (!isSeen) box[scrolled] += (from + to - frame[start] - frame[end]) / 2;
  }
}

if (drawnMap()) {
  at("sizes").hidden = false;
  for (const [id, wanted] of [["smaller", () => times / STEP], ["larger", () => times * STEP], ["whole", () => 1]]) {
    at(id).addEventListener("click", () => {
      isChosen = true;
      zoom(wanted());
    });
  }
  new ResizeObserver(() => zoom(isChosen ? times : readable())).observe(at("map"));
}
