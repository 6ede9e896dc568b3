/** Moments of a game on a line: the versions at which the table rests, and marks on it. */

/** Index in `versions`, ascending, of the last one that is not after `version`; 0 if all are. */
export function indexOf(versions, version) {
  let low = 0;
  let high = versions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (versions[middle] <= version) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** The position of the next mark of `kind` after `version`, or, back, of the last one before it. */
export function nextMark(marks, kind, version, back) {
  const versions = marks.filter((mark) => mark.kind === kind).map((mark) => mark.at);
  return back ? versions.findLast((it) => it < version) : versions.find((it) => it > version);
}

/** The marks of each kind, in the order in which the kinds first occur. */
export function byKind(marks) {
  const kinds = new Map();
  for (const mark of marks) kinds.set(mark.kind, [...(kinds.get(mark.kind) ?? []), mark]);
  return kinds;
}
