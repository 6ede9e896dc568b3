/**
 * Where a part of the map is seen so that its edges cut as little as can be: a stack or a name that
 * is half out of sight tells nothing, or something else.
 */

/** What a cut through an own stack, another one, or a name is worth, in units of the map. */
const OWN_STACK = 500;
const STACK = 300;
const NAME = 120;
/** What it is worth that one is seen whole that is wanted to be, as a share of a cut through it. */
const WANTED = 1.2;
/** How many spots are tried across, and down. */
const TRIED = 72;
/** Units by which what stands at the very edge may be out of sight. */
const SLACK = 1;

/** The stacks and names of the map that is drawn in `picture`, in its units; `own` are classes. */
export function standing(picture, own) {
  const { a, d, e, f } = picture.getScreenCTM();
  return [...picture.querySelectorAll(".places :is(.plate, .name)")].map((it) => {
    const { left, top, right, bottom } = it.getBoundingClientRect();
    const isOwn = own.some((look) => it.classList.contains(look));
    const stack = isOwn ? OWN_STACK : STACK;
    return {
      left: (left - e) / a,
      top: (top - f) / d,
      right: (right - e) / a,
      bottom: (bottom - f) / d,
      cut: it.classList.contains("plate") ? stack : NAME,
      place: it.closest("[data-place]").dataset.place,
      own: isOwn,
    };
  });
}

/** The middle of some of what stands there; null of nothing. */
export function middleOf(stands) {
  if (!stands.length) return null;
  const axis = (start, end) => (
    Math.min(...stands.map((it) => it[start])) + Math.max(...stands.map((it) => it[end]))) / 2;
  return { x: axis("left", "right"), y: axis("top", "bottom") };
}

/**
 * The middle of a part of that `width` and `height` that cuts least of what `stands` on the map and
 * shows most of what `isWanted`, as close as can be to the `middle` one. `x` and `y` say from where
 * to where it may be.
 */
export function uncut(stands, isWanted, { width, height }, middle, { x, y }) {
  let [found, least] = [middle, Infinity];
  const wanted = new Set(stands.filter(isWanted));
  for (const down of spots(y)) {
    for (const across of spots(x)) {
      const [left, top] = [across - width / 2 - SLACK, down - height / 2 - SLACK];
      const [right, bottom] = [left + width + 2 * SLACK, top + height + 2 * SLACK];
      let cost = Math.hypot(across - middle.x, down - middle.y) / 2;
      if (cost >= least) continue;
      for (const it of stands) {
        const whole = it.left >= left && it.right <= right && it.top >= top && it.bottom <= bottom;
        if (whole) continue;
        if (wanted.has(it)) cost += WANTED * it.cut;
        if (it.right > left && it.left < right && it.bottom > top && it.top < bottom) cost += it.cut;
        if (cost >= least) break;
      }
      if (cost < least) [found, least] = [{ x: across, y: down }, cost];
    }
  }
  return found;
}

function spots([from, to]) {
  if (to <= from) return [(from + to) / 2];
  return Array.from({ length: TRIED + 1 }, (_, at) => from + (to - from) * at / TRIED);
}
