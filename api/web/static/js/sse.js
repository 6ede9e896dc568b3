/** Server-sent events, read from text as it comes in. */

/**
 * A function that takes a piece of a stream and returns the messages that it has completed, as
 * `{id, event, data}` with strings. `id` is undefined for a message that has none.
 */
export function parser() {
  let rest = "";
  return (piece) => {
    rest += piece;
    // A carriage return at the very end may be the first half of a line's end.
    const whole = rest.endsWith("\r") ? rest.slice(0, -1) : rest;
    const blocks = whole.replace(/\r\n?/g, "\n").split("\n\n");
    rest = blocks.pop() + rest.slice(whole.length);
    return blocks.map(message).filter((found) => found.data !== undefined);
  };
}

function message(block) {
  const found = { id: undefined, event: "message", data: undefined };
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") found.data = found.data === undefined ? value : `${found.data}\n${value}`;
    else if (name === "id" || name === "event") found[name] = value;
  }
  return found;
}
