/** Points shared out by plus and minus, and one button that gives the whole of it. */

import { button, element } from "./elements.js";
import { parts, shares, stepped } from "./sharing.js";
import { _ } from "./texts.js";

/**
 * Draw into `box` the way to share that is `at` among the offers of `data`. `next` is called with
 * another one, and `form` makes the form that gives an offer.
 */
export function draw(box, data, at, next, form) {
  const { offers, labels } = data;
  const paths = [...new Set(offers.flatMap(({ order }) => (
    parts(order).map(([path]) => path.join(" ")))))];
  const now = shares(offers[at].order);
  const focused = document.activeElement?.dataset.step;
  box.replaceChildren(
    element("ul", { class: "shares" }, ...paths.map((path) => row(path))),
    form(offers[at], true));
  const again = [...box.querySelectorAll("[data-step]")].find((it) => it.dataset.step === focused);
  again?.focus();

  function row(path) {
    const name = path.split(" ").map((it) => labels[it] ?? it).join(", ");
    const step = (sign, by, words) => {
      const other = stepped(offers, at, path, by);
      return button(sign, () => other !== undefined && next(other), {
        "aria-label": `${words}: ${name}`,
        "aria-disabled": String(other === undefined),
        "data-step": `${path} ${by}`,
      });
    };
    return element("li", {},
      element("span", { class: "whose" }, name),
      step("−", -1, _("One less")),
      element("output", {}, String(now.get(path) ?? 0)),
      step("+", 1, _("One more")));
  }
}

/** The way to share that is next when a piece is pointed at; undefined if it gets no more. */
export function more({ offers }, at, piece) {
  const paths = parts(offers[at].order).map(([path]) => path).filter(([it]) => it === piece);
  return paths.map((path) => stepped(offers, at, path.join(" "), 1)).find((it) => it !== undefined);
}
