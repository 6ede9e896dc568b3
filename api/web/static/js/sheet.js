/** The sheet of orders on a narrow screen, which can be folded so that the table is seen. */

import { button } from "./elements.js";
import { _ } from "./texts.js";

const sheet = document.getElementById("sheet");

/** Give the sheet its handle. */
export function start() {
  const handle = button("", () => {
    sheet.classList.toggle("folded");
    say();
  }, { class: "handle", "aria-controls": "orders" });
  const say = () => {
    const folded = sheet.classList.contains("folded");
    handle.setAttribute("aria-expanded", !folded);
    const [sign, words] = folded ? ["▲", _("Show the orders")] : ["▼", _("Fold the orders")];
    handle.textContent = `${sign} ${words}`;
  };
  sheet.prepend(handle);
  say();
}

/** Unfold it. */
export function unfold() {
  if (sheet.classList.contains("folded")) sheet.querySelector(".handle").click();
}
