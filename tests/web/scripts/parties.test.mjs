import assert from "node:assert/strict";
import { test } from "node:test";

import { goals, NOBODY, orders, piecesAt, pointed } from "../js/parties.js";

const march = (road) => ({ order: "march", road });
const FOOT = {
  place: "beaumont", arm: "Foot", pieces: ["f1", "f2", "f3"], field: "unit",
  goals: [
    { place: "thuin", order: march("b-t"), room: 2 },
    { place: "solre", order: march("b-s"), room: 8 },
    { place: "binche", after: "thuin", order: march("t-b"), room: 2, costs: true },
  ],
};
const HORSE = {
  place: "beaumont", arm: "Horse", pieces: ["h1"], field: "unit",
  goals: [
    { place: "thuin", order: march("b-t"), room: 2 },
    { place: "binche", after: "thuin", order: march("t-b"), room: 2 },
    { place: "mons", after: "binche", order: march("b-m"), room: 1 },
  ],
};
const AWAY = {
  place: "ligny", arm: "Foot", pieces: ["g1"], field: "unit",
  goals: [{ place: "thuin", order: march("l-t"), room: 1 }],
};
const ALL = [FOOT, HORSE, AWAY];

const chosen = (...pieces) => ({ place: "", pieces });
const places = (...pieces) => goals(ALL, pieces).map(({ place }) => place);

test("those who are chosen go where each of them may", () => {
  assert.deepEqual(places("f1"), ["thuin", "solre", "binche"]);
  assert.deepEqual(places("f1", "h1"), ["thuin", "binche"]);
  assert.deepEqual(places("f1", "g1"), ["thuin"]);
  assert.deepEqual(places(), []);
});

test("a goal says for how many there is room, and whether it costs one of them something", () => {
  const [thuin, binche] = goals(ALL, ["f1", "h1"]);
  assert.deepEqual(thuin, { place: "thuin", room: 2, costs: false, fits: true });
  assert.deepEqual(binche, { place: "binche", room: 2, costs: true, fits: true });
  assert.equal(goals(ALL, ["f1", "f2", "h1"])[0].fits, false);
  // Those of another place come by another road.
  assert.equal(goals(ALL, ["f1", "h1", "g1"])[0].fits, true);
});

test("each goes all the way by orders of its own", () => {
  assert.deepEqual(orders(ALL, ["h1", "f2"], "binche"), [
    { order: "march", road: "b-t", unit: "f2" }, { order: "march", road: "t-b", unit: "f2" },
    { order: "march", road: "b-t", unit: "h1" }, { order: "march", road: "t-b", unit: "h1" },
  ]);
});

test("where they stand stands for all of them, and pointing there again for nobody", () => {
  const whole = pointed(ALL, NOBODY, "beaumont").chosen;
  assert.deepEqual(whole, { place: "beaumont", pieces: ["f1", "f2", "f3", "h1"], whole: true });
  assert.deepEqual(pointed(ALL, whole, "beaumont").chosen, NOBODY);
  assert.deepEqual(pointed(ALL, whole, "ligny").chosen.pieces, ["g1"]);
  assert.deepEqual(piecesAt(ALL, "beaumont", "Horse"), ["h1"]);
});

test("a piece joins, leaves, or is the first of others", () => {
  assert.deepEqual(pointed(ALL, chosen("f1"), "beaumont", "f2").chosen.pieces, ["f1", "f2"]);
  assert.deepEqual(pointed(ALL, chosen("f1", "f2"), "beaumont", "f1").chosen.pieces, ["f2"]);
  const whole = pointed(ALL, NOBODY, "beaumont").chosen;
  assert.deepEqual(pointed(ALL, whole, "beaumont", "f2").chosen, chosen("f2"));
  const apart = { ...AWAY, goals: [{ place: "wavre", order: march("l-w"), room: 1 }] };
  assert.deepEqual(pointed([FOOT, apart], chosen("f1"), "ligny", "g1").chosen, chosen("g1"));
});

test("a goal gives the orders, or says that there is no room", () => {
  assert.deepEqual(pointed(ALL, chosen("f1"), "solre").orders, [
    { order: "march", road: "b-s", unit: "f1" }]);
  assert.equal(pointed(ALL, chosen("f1", "f2", "f3"), "thuin").narrow.room, 2);
  assert.equal(pointed(ALL, chosen("f1"), "nowhere"), undefined);
});
