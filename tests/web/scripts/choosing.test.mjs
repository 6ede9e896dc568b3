import assert from "node:assert/strict";
import { test } from "node:test";

import {
  choose, fitting, key, onlyOfItsVerb, pointAt, questions,
} from "../js/choosing.js";

const MOVES = ["france", "rhineland"].flatMap((origin) =>
  ["italy", "spain"].flatMap((to) =>
    [1, 2].map((armies) => ({
      order: { order: "move", armies, origin, to }, line: `${origin} ${to} ${armies}`,
      places: [origin, to],
    }))));
const END = { order: { order: "end" }, line: "end", places: [] };

const asked = (chosen) => questions(MOVES, chosen).map((it) => [it.field, it.chosen]);

test("an offer that has its verb for itself needs no lists", () => {
  assert.deepEqual(onlyOfItsVerb([...MOVES, END]), [END]);
  assert.deepEqual(onlyOfItsVerb([END]), []);
});

test("fields are asked for one by one, places before numbers", () => {
  assert.deepEqual(asked([]), [["origin", undefined]]);
  const origin = choose(MOVES, [], "origin", key("france"));
  assert.deepEqual(asked(origin), [["origin", key("france")], ["to", undefined]]);
  const to = choose(MOVES, origin, "to", key("spain"));
  const all = choose(MOVES, to, "armies", key(2));
  assert.deepEqual(fitting(MOVES, all).map((it) => it.line), ["france spain 2"]);
});

test("what leaves no choice is not asked for", () => {
  const few = MOVES.filter(({ order }) => order.origin === "france" && order.armies === 1);
  assert.deepEqual(questions(few, []).map((it) => it.field), ["to"]);
});

test("another answer to a question takes back the answers after it", () => {
  const chosen = [["origin", key("france")], ["to", key("spain")], ["armies", key(1)]];
  assert.deepEqual(choose(MOVES, chosen, "to", key("italy")), [
    ["origin", key("france")], ["to", key("italy")],
  ]);
  assert.deepEqual(choose(MOVES, chosen, "origin", undefined), []);
});

test("an answer that is offered no more is not kept", () => {
  assert.deepEqual(asked([["origin", key("austria")]]), [["origin", undefined]]);
});

test("pointing at places answers one question after the other", () => {
  const from = pointAt(MOVES, [], "france");
  assert.deepEqual(asked(from), [["origin", key("france")], ["to", undefined]]);
  const to = pointAt(MOVES, from, "spain");
  assert.deepEqual(fitting(MOVES, to).map((it) => it.line), ["france spain 1", "france spain 2"]);
});

test("pointing elsewhere begins anew there, and at nothing changes nothing", () => {
  const chosen = pointAt(MOVES, pointAt(MOVES, [], "france"), "spain");
  const other = pointAt(MOVES, chosen, "rhineland");
  assert.deepEqual(fitting(MOVES, other).map((it) => it.order.origin), Array(4).fill("rhineland"));
  assert.equal(pointAt(MOVES, chosen, "sweden"), chosen);
});

test("pointing at a destination first leaves the origin to be asked for", () => {
  const chosen = pointAt(MOVES, [], "italy");
  assert.deepEqual(asked(chosen), [["to", key("italy")], ["origin", undefined]]);
});

test("pointing at the end of a road chooses the order along it", () => {
  const roads = ["ligny-wavre", "ligny-namur"].map((road) => ({
    order: { order: "step", road }, line: road, places: road.split("-"),
  }));
  const chosen = pointAt([...roads, END], [], "namur");
  assert.deepEqual(fitting([...roads, END], chosen), [roads[1]]);
  assert.deepEqual(pointAt(roads, [], "ligny"), []);
});

test("lists of blocks and empty values can be chosen", () => {
  const offers = [["ney"], ["ney", "reille"]].map((blocks) => ({
    order: { order: "activate", area: "ligny", blocks, card: null }, line: "", places: ["ligny"],
  }));
  const [blocks] = questions(offers, []);
  assert.deepEqual(blocks.keys, [key(["ney"]), key(["ney", "reille"])]);
});
