import assert from "node:assert/strict";
import { test } from "node:test";

import { parser } from "../js/sse.js";

const STREAM = 'retry: 1000\n\nid: 41\nevent: position\ndata: {"version":41}\n\n: nothing new\n\n'
  + 'id: 42\nevent: event\ndata: {"text":"été"}\n\nevent: gone\ndata: {}\n\n';

const MESSAGES = [
  { id: "41", event: "position", data: '{"version":41}' },
  { id: "42", event: "event", data: '{"text":"été"}' },
  { id: undefined, event: "gone", data: "{}" },
];

test("a stream gives its messages, without comments and delays", () => {
  assert.deepEqual(parser()(STREAM), MESSAGES);
});

test("wherever a stream is cut, it gives the same messages", () => {
  for (const stream of [STREAM, STREAM.replaceAll("\n", "\r\n"), STREAM.replaceAll("\n", "\r")]) {
    for (let cut = 0; cut <= stream.length; cut += 1) {
      const read = parser();
      const found = [...read(stream.slice(0, cut)), ...read(stream.slice(cut)), ...read("\n")];
      assert.deepEqual(found, MESSAGES, `cut at ${cut}`);
    }
  }
});

test("a message that is not whole yet is kept back", () => {
  const read = parser();
  assert.deepEqual(read("id: 7\ndata: 1\n"), []);
  assert.deepEqual(read("data: 2\n\n"), [{ id: "7", event: "message", data: "1\n2" }]);
});
