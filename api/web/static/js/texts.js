/** Texts in the reader's language. The page carries those that the catalogue has. */

let translations;

/** `text`, which is English, as the reader's catalogue has it, with `values` for its `%(name)s`. */
export function _(text, values = {}) {
  translations ??= JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
  return filled(translations[text] ?? text, values);
}

/** `text` with `values` in the place of `%(name)s`. */
export function filled(text, values) {
  return text.replace(/%\((\w+)\)s/g, (gap, name) => values[name] ?? gap);
}
