/** Keys: what they do, a list of them to read, and a way to switch those of one character off. */

import { button, element } from "./elements.js";
import { OFF, TYPING } from "./keys.js";
import { _ } from "./texts.js";

let dialog;
let help;

/**
 * Let `keys`, a list of `[key, words, act]`, work; "?" and a button in `place` list them. One that
 * stands for several has them as its fourth, and is told which was pressed.
 */
export function start(keys, place) {
  help = [...keys, ["?", _("This list"), open]];
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || localStorage.getItem(OFF)) return;
    if (event.target.closest?.(TYPING) || document.querySelector("dialog[open]")) return;
    const found = help.find(([key, , , several = [key]]) => several.includes(event.key));
    if (!found) return;
    event.preventDefault();
    found[2](event.key);
  });
  place?.append(button(_("Keys"), open, { class: "plain keys", "aria-haspopup": "dialog" }));
}

function open() {
  dialog ??= made();
  dialog.showModal();
}

function made() {
  const elsewhere = [
    ["Enter", _("Confirm, where you are asked whether you are sure")],
    ["Esc", _("Close what lies over the page")],
    ["← →", _("On the slider: position by position")],
    ["Page ↑ ↓", _("On the slider: turn by turn")],
    ["Home End", _("On the slider: first and newest position")],
    ["+ − 0", _("On the map: larger, smaller, the whole map")],
    ["← → ↑ ↓", _("On the map: move what is seen of it")],
  ];
  const rows = [...help, ...elsewhere].flatMap(([key, words]) => [
    element("dt", {}, element("kbd", {}, key)), element("dd", {}, words),
  ]);
  const off = element("input", { type: "checkbox", checked: Boolean(localStorage.getItem(OFF)) });
  off.addEventListener("change", () => {
    if (off.checked) localStorage.setItem(OFF, "1");
    else localStorage.removeItem(OFF);
  });
  const close = () => made.close();
  const made = element("dialog", { class: "help", "aria-labelledby": "help-title" },
    element("h2", { id: "help-title" }, _("Keys")),
    element("dl", { class: "facts" }, ...rows),
    element("label", { class: "choice" }, off, _("Switch the keys of one character off")),
    element("p", { class: "actions" }, button(_("Close"), close, { autofocus: true })));
  document.body.append(made);
  return made;
}
