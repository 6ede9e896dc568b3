// The positions of the game, as the data of the page have them.

"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const frames = data.frames;
const at = (id) => document.getElementById(id);

/** The views of frame number `index`: the whole ones before it, and all changes since. */
function viewsAt(index) {
  let whole = index;
  while (!frames[whole].views) whole -= 1;
  const views = structuredClone(frames[whole].views);
  for (const frame of frames.slice(whole + 1, index + 1)) {
    for (const change of frame.changes) carryOut(views, change);
  }
  return views;
}

/** Make a change, [path], [path, value] or [path, value, index], in `views`. */
function carryOut(views, change) {
  const [path, value, index] = change;
  const parent = path.slice(0, -1).reduce((node, step) => node[place(node, step)], views);
  const where = place(parent, path.at(-1));
  if (change.length === 3) parent.splice(index, 0, structuredClone(value));
  else if (change.length === 2) parent[where] = structuredClone(value);
  else if (Array.isArray(parent)) parent.splice(where, 1);
  else delete parent[where];
}

/** Where a step of a path leads: records of a list are named by their key. */
function place(parent, step) {
  if (!Array.isArray(parent)) return step;
  const key = data.keys.find((name) => parent.some((entry) => name in entry));
  return parent.findIndex((entry) => String(entry[key]) === step);
}
