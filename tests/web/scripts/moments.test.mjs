import assert from "node:assert/strict";
import { test } from "node:test";

import { byKind, indexOf, nextMark } from "../js/moments.js";
import { filled } from "../js/texts.js";

const RESTS = [3, 7, 8, 20];
const MARKS = [
  { version: 1, at: 3, kind: "turn" }, { version: 6, at: 7, kind: "combat" },
  { version: 15, at: 20, kind: "turn" },
];

test("a version belongs to the last position at rest that is not after it", () => {
  assert.deepEqual([1, 3, 6, 7, 19, 20, 99].map((it) => indexOf(RESTS, it)), [0, 0, 0, 1, 2, 3, 3]);
});

test("turns are found forwards and back", () => {
  assert.equal(nextMark(MARKS, "turn", 3, false), 20);
  assert.equal(nextMark(MARKS, "turn", 20, true), 3);
  assert.equal(nextMark(MARKS, "turn", 20, false), undefined);
});

test("marks are grouped by kind", () => {
  assert.deepEqual([...byKind(MARKS)].map(([kind, marks]) => [kind, marks.length]), [
    ["turn", 2], ["combat", 1],
  ]);
});

test("values take the place of their names in a text", () => {
  const told = filled("Orders at %(place)s: %(count)s", { place: "Ligny", count: 0 });
  assert.equal(told, "Orders at Ligny: 0");
});
