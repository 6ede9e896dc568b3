import assert from "node:assert/strict";
import { test } from "node:test";

/** What session.js does on the page at `address`: where it went, and what the address became. */
async function visited(address, dataset = {}, refused = null) {
  const done = { went: [], shown: [], sent: [], told: [] };
  const { origin, pathname, search, hash } = new URL(address);
  const replace = (where) => done.went.push(new URL(where, address).href);
  globalThis.location = { origin, pathname, search, hash, replace };
  const replaceState = (state, title, where) => done.shown.push(new URL(where, address).href);
  globalThis.history = { replaceState };
  const main = { dataset: { lostSeat: "my seat", lostDesk: "my desk" } };
  main.prepend = (notice) => done.told.push([notice.textContent, notice.way.href, notice.way.textContent]);
  const createElement = () => ({
    setAttribute() {},
    append(_, way) {
      this.way = way;
    },
  });
  globalThis.document = { body: { dataset }, createElement, getElementById: () => main };
  globalThis.addEventListener = () => {};
  globalThis.fetch = async (where, { body }) => {
    done.sent.push([where, body.get("token")]);
    const told = refused ? { detail: refused } : { location: "/games/g/join?seat=red" };
    return { ok: !refused, json: async () => told };
  };
  await import(`../js/session.js?${encodeURIComponent(address)}`);
  await new Promise((resolve) => setTimeout(resolve));
  return done;
}

test("a token leaves the address and goes to its own game", async () => {
  const done = await visited("http://here/games/g?at=3#token=g.red.secret");
  assert.deepEqual(done.shown, ["http://here/games/g?at=3"]);
  assert.deepEqual(done.sent, [["/games/g/session", "g.red.secret"]]);
  assert.deepEqual(done.went, ["http://here/games/g/join?seat=red"]);
});

test("whatever stands behind the word leaves the address", async () => {
  const done = await visited("http://here//evil.example/#token=%");
  assert.deepEqual(done.shown, ["http://here//evil.example/"]);
});

test("who comes from another site stays at this one", async () => {
  const address = "http://here//evil.example/x?y=1";
  assert.deepEqual((await visited(address, { crossSite: "" })).went, [address]);
  assert.deepEqual((await visited(address)).went, []);
});

test("a link that opens nothing leads to where a lost seat or desk is found again", async () => {
  const seat = await visited("http://here/games/g#token=g.red.dead", {}, "Dead.");
  assert.deepEqual(seat.told, [["Dead.", "/games/g/session#lost", "my seat"]]);
  assert.deepEqual(seat.went, []);
  const desk = await visited("http://here/#desk=dead", {}, "Dead.");
  assert.deepEqual(desk.told, [["Dead.", "/sign-in", "my desk"]]);
});
