import assert from "node:assert/strict";
import { test } from "node:test";

import {
  atPlace, goals, leading, left, NOTHING, placed, ready, toggled,
} from "../js/pointing.js";

const offer = (line, pieces, more = {}) => ({
  order: { order: line }, line, places: ["ligny"], target: "", pieces, ways: null, ...more });
const ONE = offer("one", ["a"]);
const BOTH = offer("both", ["a", "b"], { ways: 0 });
const FAR = offer("far", ["c"], { places: ["wavre"], target: "wavre" });
const OFFERS = [ONE, BOTH, FAR];
const WAYS = [{ wavre: [{ order: "go", to: "sombreffe" }, { order: "go", to: "wavre" }] }];
const DATA = { offers: OFFERS, ways: WAYS };
const at = (place) => ({ place, pieces: [] });
const of = (...pieces) => ({ place: "", pieces });

test("what is pointed at leaves the orders that agree with it", () => {
  assert.deepEqual(left(OFFERS, NOTHING), OFFERS);
  assert.deepEqual(left(OFFERS, at("ligny")), [ONE, BOTH]);
  assert.deepEqual(left(OFFERS, of("a", "b")), [BOTH]);
});

test("where pieces stand stands for the order that has all of them", () => {
  assert.equal(ready(OFFERS, at("ligny")), BOTH);
  assert.equal(ready(OFFERS, of("a")), ONE);
  assert.equal(ready(OFFERS, NOTHING), undefined);
});

test("pieces join or leave a stack, and another stack begins where no order has both", () => {
  assert.deepEqual(toggled(OFFERS, of("a"), "b").pieces, ["a", "b"]);
  assert.deepEqual(toggled(OFFERS, of("a", "b"), "b").pieces, ["a"]);
  assert.deepEqual(toggled(OFFERS, of("a"), "c").pieces, ["c"]);
});

test("a goal is reached by the order with its way", () => {
  assert.deepEqual(leading(DATA, at("ligny"), "wavre").map((it) => it.order), ["both", "go", "go"]);
  assert.deepEqual(leading(DATA, of("c"), "wavre"), [FAR.order]);
  assert.equal(leading(DATA, of("a"), "wavre"), undefined);
  assert.deepEqual(goals(DATA, of("a", "b")), ["wavre"]);
});

const ARMIES = ["ney", "soult", "lannes"].map((it) => offer(it, [it], { places: [], ways: 0 }));
const STANDING = new Map([["ulm", ["soult", "ney", "fr"]], ["linz", ["lannes", "fr"]]]);

test("an order is about the places where its pieces stand", () => {
  const places = placed([...ARMIES, offer("all", ["fr"])], STANDING).map((it) => it.places);
  // What stands in several places says nothing of either.
  assert.deepEqual(places, [["ulm"], ["ulm"], ["linz"], ["ligny"]]);
});

test("where several armies stand, the first is chosen first, then all, then nothing", () => {
  const offers = placed(ARMIES, STANDING);
  const first = atPlace(offers, NOTHING, "ulm", STANDING);
  assert.deepEqual(first, { place: "", pieces: ["soult"] });
  const all = atPlace(offers, first, "ulm", STANDING);
  assert.deepEqual(all, { place: "ulm", pieces: [] });
  assert.deepEqual(atPlace(offers, all, "ulm", STANDING), NOTHING);
  assert.deepEqual(atPlace(offers, NOTHING, "linz", STANDING), { place: "linz", pieces: [] });
});

test("one order for all who stand there goes before that of the first of them", () => {
  const both = offer("both", ["ney", "soult"], { ways: 0 });
  const offers = placed([...ARMIES, both], STANDING);
  assert.deepEqual(atPlace(offers, NOTHING, "ulm", STANDING), { place: "ulm", pieces: [] });
});
