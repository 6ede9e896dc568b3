/**
 * Where the list of a stack is seen: where the server has put it, if all of that is in sight and it
 * covers no place. Else it comes in, beside its own stack and beside what an order may lead to. Once
 * it is open it moves only if it has to: somebody may be choosing in it.
 */

/** Pixels of a list before it is drawn larger or smaller, as in `picture/fans.py`. */
const [ROW, COLUMN, HEAD, PADDING] = [22, 132, 26, 6];
const MOST_COLUMNS = 4;
/** Pixels from one spot that is tried to the next, and between a list and the edge. */
const STEP = 12;
const EDGE = 3;
/** What it costs to cover a target or the own stack, or any other place: in pixels of distance. */
const COVERED = 4000;
const ASIDE = 300;
/** The shares of its size that a list may be drawn in, one after the other. */
const SMALLER = [1, 0.8, 0.64];

/** How each list was drawn by the server. */
const homes = new WeakMap();

/** Move the list of `place` to where all of it is seen; `opening` if it has just been opened. */
export function settle(fan, place, opening) {
  const drawn = fan.ownerSVGElement;
  const sheet = fan.querySelector(":scope > .sheet");
  if (!sheet || !place || !drawn.clientWidth) return;
  const [view, own] = [sightOf(drawn), boxOf(place.querySelector(".mark"))];
  const hard = [own, ...[...place.querySelectorAll(".plate")].map(boxOf),
    ...marks(drawn, ":is(.chosen, .goal)")];
  const soft = marks(drawn, "[data-place]");
  const fits = (shunned) => {
    const here = boxOf(sheet);
    return isWithin(here, view) && !shunned.some((it) => meet(here, it));
  };
  if (!opening && fits(hard)) return;
  goHome(fan, sheet);
  if (fits([...hard, ...soft])) return;
  const scale = boxOf(sheet).width / Number(sheet.getAttribute("width"));
  const { columns, ...spot } = spotFor(fan, scale, view, own, { hard, soft });
  lay(fan, sheet, { columns });
  stand(fan, drawn, spot, own);
}

/** Where a list covers nothing that it may not; the smaller the less room there is. */
function spotFor(fan, scale, view, own, kept) {
  let found;
  for (const share of SMALLER) {
    const size = sized(fan, scale, view, share);
    const spot = best(size, view, own, kept);
    if (!found || spot.cost < found.cost) found = { ...size, ...spot };
    if (found.cost < COVERED) break;
  }
  return found;
}

function boxOf(it) {
  return it.getBoundingClientRect();
}

/** The marks of those places of the map that are selected. */
function marks(drawn, selected) {
  return [...drawn.querySelectorAll(`.places ${selected} > .mark`)].map(boxOf);
}

/** As the server has drawn it. */
function goHome(fan, sheet) {
  if (!homes.has(fan)) {
    const columns = Math.round((Number(sheet.getAttribute("width")) + 4 - 2 * PADDING) / COLUMN);
    const lead = fan.querySelector(":scope > .lead");
    homes.set(fan, {
      transform: fan.getAttribute("transform"), columns, lead: lead.getAttribute("d"),
    });
  }
  const home = homes.get(fan);
  fan.setAttribute("transform", home.transform);
  fan.querySelector(":scope > .lead").setAttribute("d", home.lead);
  lay(fan, sheet, { columns: home.columns });
}

/** What is seen of a picture: it may be larger than the window. */
function sightOf(drawn) {
  const { left, top, right, bottom } = drawn.getBoundingClientRect();
  return {
    left: Math.max(left, 0) + EDGE,
    top: Math.max(top, 0) + EDGE,
    right: Math.min(right, innerWidth) - EDGE,
    bottom: Math.min(bottom, innerHeight) - EDGE,
  };
}

/** How many columns, and how large, so that there is room: as the server has it, if that can be, by a `share`. */
function sized(fan, scale, view, share) {
  const count = fan.querySelectorAll(".row").length;
  const home = homes.get(fan).columns;
  const [width, height] = [view.right - view.left, view.bottom - view.top];
  const choices = [home, ...Array.from({ length: MOST_COLUMNS }, (_, at) => at + 1)].map((columns) => {
    const wide = columns * COLUMN + 2 * PADDING - 4;
    const high = HEAD + Math.ceil(count / columns) * ROW + 4;
    const by = share * Math.min(1, width / (wide * scale), height / (high * scale));
    return { columns, by, wide: wide * scale * by, high: high * scale * by };
  });
  const most = Math.max(...choices.map(({ by }) => by));
  return choices.find(({ by }) => by === most);
}

/** Its rows in so many columns. */
function lay(fan, sheet, { columns }) {
  const rows = fan.querySelectorAll(".row");
  const high = Math.ceil(rows.length / columns);
  rows.forEach((row, at) => {
    const [x, y] = [PADDING + Math.floor(at / high) * COLUMN, HEAD + (at % high) * ROW];
    row.setAttribute("transform", `translate(${x},${y})`);
  });
  sheet.setAttribute("width", columns * COLUMN + 2 * PADDING - 4);
  sheet.setAttribute("height", HEAD + high * ROW + 4);
}

/** The spot in sight that covers least, close to the mark `own`. */
function best({ wide, high }, view, own, { hard, soft }) {
  const [x, y] = [own.left + own.width / 2, own.top + own.height / 2];
  let found = { left: view.left, top: view.top, cost: Infinity };
  for (const top of steps(view.top, view.bottom - high)) {
    for (const left of steps(view.left, view.right - wide)) {
      const box = { left, top, right: left + wide, bottom: top + high };
      const away = Math.hypot(
        Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      const cost = away + COVERED * hard.filter((it) => meet(box, it)).length
        + ASIDE * soft.filter((it) => meet(box, it)).length;
      if (cost < found.cost) found = { left, top, cost };
    }
  }
  return found;
}

function steps(from, to) {
  const count = Math.max(0, Math.floor((to - from) / STEP));
  return [...Array.from({ length: count + 1 }, (_, at) => from + at * STEP), Math.max(from, to)];
}

/** Draw it where it stands, with the line to its mark. */
function stand(fan, drawn, { left, top, wide, high, by }, own) {
  const matrix = drawn.getScreenCTM();
  const unit = Number(/scale\(([\d.]+)\)/.exec(homes.get(fan).transform)[1]) * by;
  const [x, y] = [(left - matrix.e) / matrix.a, (top - matrix.f) / matrix.d];
  fan.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)}) scale(${unit})`);
  const local = (across, down) => [
    (across - left) / matrix.a / unit, (down - top) / matrix.d / unit].map((it) => it.toFixed(1));
  const [middle, over] = [own.left + own.width / 2, own.top + own.height / 2];
  const end = local(
    Math.min(Math.max(middle, left), left + wide), Math.min(Math.max(over, top), top + high));
  fan.querySelector(":scope > .lead").setAttribute("d", `M${local(middle, over)}L${end}`);
}

function isWithin(box, view) {
  return box.left >= view.left && box.top >= view.top
    && box.right <= view.right && box.bottom <= view.bottom;
}

function meet(one, other) {
  return one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
}
