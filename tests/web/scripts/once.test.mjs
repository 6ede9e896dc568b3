import assert from "node:assert/strict";
import { test } from "node:test";

const heard = {};
globalThis.addEventListener = (name, act) => { heard[name] = act; };
globalThis.document = { forms: [] };
await import("../js/once.js");

/** Whether the form is sent when it is submitted so many milliseconds after the page was opened. */
function sent(form, timeStamp, { defaultPrevented = false } = {}) {
  let prevented = defaultPrevented;
  const preventDefault = () => { prevented = true; };
  heard.submit({ target: form, timeStamp, defaultPrevented, preventDefault });
  return !prevented;
}

test("a form is sent once while the answer is on its way", () => {
  const form = { method: "post" };
  assert.deepEqual([0, 90, 9000, 10_000].map((at) => sent(form, at)), [true, false, false, true]);
  assert.ok(sent({ method: "post" }, 10_001), "another form");
});

test("what only asks is sent as often as one likes", () => {
  const form = { method: "get" };
  assert.ok(sent(form, 0) && sent(form, 1));
});

test("what a script sends in its own way is none of its business", () => {
  const form = { method: "post" };
  sent(form, 0, { defaultPrevented: true });
  assert.ok(sent(form, 1));
});

test("who comes back to the page may send it again", () => {
  const form = { method: "post" };
  document.forms = [form];
  sent(form, 0);
  heard.pageshow({ persisted: true });
  assert.ok(sent(form, 1));
});
