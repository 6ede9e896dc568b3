/**
 * The map, or a board in its place, nearer and farther: what of it is seen is the `viewBox` of its picture, which fills
 * its box and is never moved beyond an edge. All that moves it goes through `place`.
 */

import { button, element } from "./elements.js";
import { onShown } from "./fragments.js";
import { middleOf, standing, uncut } from "./framing.js";
import { _ } from "./texts.js";

/** How many times larger than the whole map it can be seen. */
const MOST = 8;
const STEP = 1.5;
const PER_PIXEL_OF_WHEEL = 1.003;
const PIXELS_OF_A_LINE = 30;
/** Pixels that a pointer may stray without being meant to drag. */
const SLACK = 6;
/** Units of the picture around a mark or a counter, and around all that is looked at. */
const EDGE = 10;
const MARGIN = 40;
/** Units that are free around the sign of a place in the box of its mark: an edge may cut them. */
const AROUND_SIGN = 8;
/** How many times larger than the whole map it is seen at most where something is looked at. */
const NEAREST = 3;
/** Pixels that letters of counters have at least where something is looked at. */
const READABLE = 10.05;
/** The share of its full size below which the letters of a map are too small to be read. */
const FULL = 0.9;
/** The share below which a map is seen from afar: hardly any of its letters can be read. */
const FAR = 0.72;
/** The share of the map beyond which the whole of it is as good to look at. */
const WORTHWHILE = 0.85;

const CENTRE = { x: 0.5, y: 0.5 };
const KEYS = {
  "+": () => carry(CENTRE, CENTRE, STEP),
  "=": () => carry(CENTRE, CENTRE, STEP),
  "-": () => carry(CENTRE, CENTRE, 1 / STEP),
  0: () => fit(),
  ArrowLeft: () => carry(CENTRE, { x: 0.65, y: 0.5 }),
  ArrowRight: () => carry(CENTRE, { x: 0.35, y: 0.5 }),
  ArrowUp: () => carry(CENTRE, { x: 0.5, y: 0.65 }),
  ArrowDown: () => carry(CENTRE, { x: 0.5, y: 0.35 }),
};

const section = document.getElementById("map");
/** Holds the section; the buttons stand after it: both outlive every drawing of the map. */
const board = document.getElementById("board");
/** The classes of the pieces that stand with those of the reader. */
const OWN = board?.dataset.own?.split(" ") ?? [];
/** The extents of the whole map, by its picture. */
const extents = new WeakMap();
/** The pointers that hold the map, each with where it is on the screen. */
const held = new Map();

/**
 * What of the map is seen: its middle, in units of the picture, and its size as a share of what is
 * seen when the whole map fits into the box.
 */
let seen = null;
/** What was seen of the boards that are not seen now, by their ids. */
const others = new Map();
/** The ids that are looked at for as long as nothing else has moved the map. */
let lookedAt = [];
/** Pixels that the map was dragged since it was taken hold of. */
let dragged = 0;

/** Take over the map, and every later picture of it. */
export function start() {
  const buttons = sizes();
  board.after(buttons);
  for (const it of [board, buttons]) it.addEventListener("keydown", press);
  section.addEventListener("wheel", turnWheel, { passive: false });
  section.addEventListener("pointerdown", hold);
  section.addEventListener("touchmove", keepPageStill, { passive: false });
  section.addEventListener("click", (event) => {
    // The end of dragging is no click on what lies there; a key is one whatever was before.
    if (event.detail && dragged >= SLACK) stop(event);
  }, { capture: true });
  section.addEventListener("dragstart", (event) => {
    if (picture()?.contains(event.target)) event.preventDefault();
  });
  section.addEventListener("focusin", ({ target }) => bringIn(target.closest("[data-place]")));
  addEventListener("pointermove", drag);
  for (const event of ["pointerup", "pointercancel"]) addEventListener(event, letGo);
  new ResizeObserver(() => (lookedAt.length ? look(lookedAt) : draw())).observe(section);
  onShown(draw);
  draw();
}

/** Another board is seen than `before`: each is seen again as it was left. */
export function turn(before, now) {
  others.set(before, seen);
  seen = others.get(now) ?? null;
  lookedAt = [];
  draw();
}

/** See the whole map. */
export function fit() {
  carry(CENTRE, CENTRE, 0);
}

/**
 * See all that `ids` name: on a map in letters of their full size, on a board as large as there is
 * room for, or all of it, if they lie so far apart that little would be gained. What stands on counters can be read: if there is no room for all
 * of it, the marks of the places go before their counters, and many before few.
 */
export function look(ids) {
  const found = ids.map(placeBoxes).filter(Boolean);
  const whole = wholeBox();
  if (!found.length || !whole) return;
  const close = around(found.map(({ all }) => all));
  const wide = widened(close, MARGIN);
  const needed = Math.max(wide.width / whole.width, wide.height / whole.height);
  // The letters of a map have one size: what is looked at is not nearer than all else.
  const nearest = picture().dataset.unit || needed > WORTHWHILE ? 1 : Math.max(needed, 1 / NEAREST);
  const share = Math.min(nearest, readableShare(whole, ".piece text"));
  const room = { width: whole.width * share, height: whole.height * share };
  const marks = around(most(found.map(({ mark }) => mark), room));
  const axis = (start, size) => {
    const half = room[size] / 2;
    const kept = close[size] <= room[size] ? close : marks;
    const spare = kept === marks ? AROUND_SIGN : 0;
    const range = [kept[start] + kept[size] - half - spare, kept[start] + half + spare];
    return { range, middle: between(range[0], close[start] + close[size] / 2, range[1]) };
  };
  const [x, y] = [axis("x", "width"), axis("y", "height")];
  const middle = { x: x.middle, y: y.middle };
  place({ ...framed(room, middle, { x: x.range, y: y.range }, ids), share });
  lookedAt = ids;
}

/**
 * The middle of what is seen so that little of the map is cut, within some ranges and close to
 * `middle`; what the places of `ids` hold is to be seen whole, or what the reader owns.
 */
function framed(room, middle, ranges, ids) {
  if (!picture().dataset.unit) return middle;
  const { extent } = wholeBox();
  const within = ([from, to], start, size) => {
    const half = Math.min(room[size], extent[size]) / 2;
    const ends = [extent[start] + half, extent[start] + extent[size] - half];
    return [between(ends[0], from, ends[1]), between(ends[0], to, ends[1])];
  };
  const places = new Set(ids);
  const isWanted = (it) => (ids ? places.has(it.place) : it.own);
  return uncut(standing(picture(), OWN), isWanted, room, middle, {
    x: within(ranges.x, "x", "width"), y: within(ranges.y, "y", "height"),
  });
}

/**
 * The largest share of the map at which the letters of what is selected can be read. Those of a
 * map have their full size where a pixel is as many units as the map says.
 */
function readableShare(whole, selected) {
  const { unit } = picture().dataset;
  if (unit) return Math.min(1, picture().clientWidth * unit / FULL / whole.width);
  const letters = [...picture().querySelectorAll(selected)]
    .map((it) => parseFloat(getComputedStyle(it).fontSize));
  if (!letters.length) return 1;
  return picture().clientWidth * Math.min(...letters) / READABLE / whole.width;
}

/** Of some boxes those that lie within `room` together with the most others. */
function most(boxes, room) {
  const groups = boxes.flatMap(({ x }) => boxes.map(({ y }) => boxes.filter((it) => (
    it.x >= x && it.x + it.width <= x + room.width
    && it.y >= y && it.y + it.height <= y + room.height))));
  return groups.reduce((best, it) => (it.length > best.length ? it : best), boxes.slice(0, 1));
}

/** The box around some boxes. */
function around(boxes) {
  const [x, y] = ["x", "y"].map((axis) => Math.min(...boxes.map((it) => it[axis])));
  const right = Math.max(...boxes.map((it) => it.x + it.width));
  const bottom = Math.max(...boxes.map((it) => it.y + it.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Whether anything that `ids` name is out of sight. */
export function isHidden(ids) {
  const frame = picture()?.getBoundingClientRect();
  return Boolean(frame) && ids.some((id) => {
    const box = picture().querySelector(`[data-place="${CSS.escape(id)}"] .mark`);
    const { x, y, width, height } = box?.getBoundingClientRect() ?? frame;
    const [across, down] = [x + width / 2, y + height / 2];
    return across < frame.left || across > frame.right || down < frame.top || down > frame.bottom;
  });
}

/** Where the mark of a place lies, and all of it with its counters, in units of the picture. */
function placeBoxes(id) {
  const drawn = picture()?.querySelector(`[data-place="${CSS.escape(id)}"]`);
  const [mark, ...pieces] = drawn?.querySelectorAll(".mark, .plate, .piece") ?? [];
  if (!mark) return null;
  const sign = widened(mark.getBBox(), EDGE);
  return { mark: sign, all: around([sign, ...pieces.map((it) => widened(pieceBox(it), EDGE))]) };
}

function pieceBox(piece) {
  const box = piece.getBBox();
  const { a: scale, e: x, f: y } = piece.transform.baseVal.consolidate().matrix;
  return { x, y, width: (box.x + box.width) * scale, height: (box.y + box.height) * scale };
}

function widened({ x, y, width, height }, by) {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/**
 * Show at `to` what is seen at `from`, and all of it `by` times as large, as far as the edges of
 * the map let it. Both are shares of the box. Gives whether that has changed anything.
 */
function carry(from, to, by = 1) {
  const whole = wholeBox();
  if (!whole) return false;
  const share = between(1 / MOST, seen.share / by, 1);
  const middle = (axis, size) => (
    seen[axis] + ((from[axis] - 0.5) * seen.share - (to[axis] - 0.5) * share) * size);
  return place({ x: middle("x", whole.width), y: middle("y", whole.height), share });
}

/** See what is `wanted`, but nothing beyond the edges; gives whether that has changed anything. */
function place(wanted) {
  const { extent, width, height } = wholeBox();
  const axis = (middle, start, length, room) => {
    // A box that is larger than the map has it in the middle.
    const half = Math.min(room, length) / 2;
    return between(start + half, middle, start + length - half);
  };
  const before = seen;
  seen = {
    x: axis(wanted.x, extent.x, extent.width, wanted.share * width),
    y: axis(wanted.y, extent.y, extent.height, wanted.share * height),
    share: wanted.share,
  };
  lookedAt = [];
  draw();
  return Object.keys(seen).some((it) => seen[it] !== before?.[it]);
}

function between(least, value, most) {
  return Math.min(most, Math.max(least, value));
}

function picture() {
  return section.querySelector(".map:not([hidden]) > svg");
}

/** Whether the map itself is seen, and no board beside it. */
function isMap() {
  return picture().parentElement.id === "board-of-map";
}

/** What is seen when the whole map fits into the box: its extent, and the size of the box. */
function wholeBox() {
  const drawn = picture();
  if (!drawn?.clientWidth || !drawn.clientHeight) return null;
  if (!extents.has(drawn)) {
    const { x, y, width, height } = drawn.viewBox.baseVal;
    extents.set(drawn, { x, y, width, height });
  }
  const extent = extents.get(drawn);
  const scale = Math.max(extent.width / drawn.clientWidth, extent.height / drawn.clientHeight);
  return { extent, width: drawn.clientWidth * scale, height: drawn.clientHeight * scale };
}

/**
 * What is seen first: as much of it as can be read. Of a map that is where the reader's own pieces
 * are, as nothing on it shrinks with the window; of a board beside it the corner where one begins
 * to read.
 */
function opening(whole) {
  const { extent } = whole;
  const { unit } = picture().dataset;
  const share = isMap() && !unit ? 1 : Math.min(1, readableShare(whole, ".name"));
  const room = { width: whole.width * share, height: whole.height * share };
  const axis = (start, size) => (
    extent[start] + (unit ? extent[size] : Math.min(room[size], extent[size])) / 2);
  const middle = { x: axis("x", "width"), y: axis("y", "height") };
  if (!unit || share === 1) return { ...middle, share };
  const own = middleOf(standing(picture(), OWN).filter((it) => it.own));
  const ranges = {
    x: [extent.x, extent.x + extent.width], y: [extent.y, extent.y + extent.height],
  };
  return { ...framed(room, own ?? middle, ranges), share };
}

function draw() {
  const whole = wholeBox();
  if (!whole) return;
  const { extent } = whole;
  seen ??= opening(whole);
  const [width, height] = [whole.width * seen.share, whole.height * seen.share];
  const box = [seen.x - width / 2, seen.y - height / 2, width, height];
  // The same view is the same text, whatever has led to it.
  picture().setAttribute("viewBox", box.map((it) => Number(it.toFixed(4))).join(" "));
  section.toggleAttribute("data-enlarged", seen.share < 1);
  const full = picture().clientWidth * picture().dataset.unit / width;
  section.toggleAttribute("data-far", full < FAR);
  section.dispatchEvent(new Event("seen"));
}

function sizes() {
  return element("div", { class: "sizes" },
    button("−", KEYS["-"], { "aria-label": _("Smaller map") }),
    button("+", KEYS["+"], { "aria-label": _("Larger map") }),
    button(_("Whole map"), fit, { class: "fit" }));
}

/** Where a point of the screen is in the box, as shares of it. */
function inBox({ x, y }) {
  const { left, top, width, height } = picture().getBoundingClientRect();
  return { x: (x - left) / width, y: (y - top) / height };
}

/** With Ctrl, as two fingers on a pad tell it, too; the wheel alone if there is no page to scroll. */
function turnWheel(event) {
  const meant = event.ctrlKey || event.metaKey || !isScrollable();
  if (!meant || !picture()?.contains(event.target)) return;
  event.preventDefault();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? PIXELS_OF_A_LINE : 1;
  const at = inBox({ x: event.clientX, y: event.clientY });
  carry(at, at, PER_PIXEL_OF_WHEEL ** (-event.deltaY * unit));
}

function isScrollable() {
  const page = document.documentElement;
  return page.scrollHeight > page.clientHeight || section.scrollHeight > section.clientHeight;
}

/** On the map its keys mean the map; an arrow that would not move it scrolls the page. */
function press(event) {
  const ours = event.target === section || event.target.closest(".map, .sizes");
  if (!ours || event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  const moved = KEYS[event.key]();
  if (moved || !event.key.startsWith("Arrow")) stop(event);
}

function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

function hold(event) {
  if (!held.size) dragged = 0;
  // What is taken hold of by itself does not move the map.
  if (event.button || event.defaultPrevented || !picture()?.contains(event.target)) return;
  held.set(event.pointerId, { x: event.clientX, y: event.clientY });
}

function letGo({ pointerId }) {
  held.delete(pointerId);
}

/** What is held follows the pointers; two of them that part enlarge it. */
function drag(event) {
  if (!held.has(event.pointerId) || !picture()) return;
  const before = grip();
  held.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const after = grip();
  dragged += Math.hypot(after.x - before.x, after.y - before.y) + (held.size > 1 ? SLACK : 0);
  if (dragged >= SLACK) carry(inBox(before), inBox(after), after.spread / before.spread);
}

/** The middle between the pointers, and how far they are from it. */
function grip() {
  const all = [...held.values()];
  const x = all.reduce((sum, it) => sum + it.x, 0) / all.length;
  const y = all.reduce((sum, it) => sum + it.y, 0) / all.length;
  return { x, y, spread: Math.hypot(all[0].x - x, all[0].y - y) || 1 };
}

/** One finger scrolls the page while the whole map is seen; anything else is meant for the map. */
function keepPageStill(event) {
  const ours = picture()?.contains(event.target);
  const meant = event.touches.length > 1 || seen?.share < 1;
  if (ours && meant && event.cancelable) event.preventDefault();
}

/** A place that gets the focus outside of what is seen comes into the middle. */
function bringIn(place) {
  if (!place || !picture()) return;
  const { x, y, width, height } = (place.querySelector(".mark") ?? place).getBoundingClientRect();
  const at = inBox({ x: x + width / 2, y: y + height / 2 });
  if ([at.x, at.y].some((it) => it < 0 || it > 1)) carry(at, CENTRE);
}
