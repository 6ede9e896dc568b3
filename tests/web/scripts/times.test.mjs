import assert from "node:assert/strict";
import { test } from "node:test";

import { ago, withWeekday } from "../js/times.js";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const HOUR = 3_600_000;

test("times are told in words, in the language of the reader", () => {
  assert.equal(ago(NOW - 3 * HOUR, NOW, "en"), "3 hours ago");
  assert.equal(ago(NOW - 3 * HOUR, NOW, "fr"), "il y a 3 heures");
  assert.equal(ago(NOW - 24 * HOUR, NOW, "en"), "yesterday");
  assert.equal(ago(NOW - 90 * 24 * HOUR, NOW, "en"), "3 months ago");
  assert.equal(ago(NOW - 90_000, NOW, "en"), "1 minute ago");
  assert.equal(ago(NOW, NOW, "en"), "now");
});

test("a time of a clock is told with its day of the week", () => {
  const told = (language, width) => withWeekday(language, width).format(new Date(2026, 5, 3, 14));
  assert.equal(told("en-GB", "long"), "Wednesday 3 June at 14:00");
  assert.match(told("fr", "short"), /^mer\. 3 juin.* 14:00$/);
});
