/** The first nine orders that can be seen have digits, and may be given by them. */

const MOST = 9;

/** Number the orders of the first question in `section`, as they can be seen now. */
export function number(section) {
  for (const it of section.querySelectorAll("[data-digit]")) {
    delete it.dataset.digit;
    it.removeAttribute("aria-keyshortcuts");
  }
  orders(section).slice(0, MOST).forEach((it, place) => {
    it.dataset.digit = place + 1;
    it.setAttribute("aria-keyshortcuts", place + 1);
  });
}

/** Give the order with a digit, if there is one. */
export function give(section, digit) {
  orders(section)[Number(digit) - 1]?.click();
}

/** Give the order that stops or passes, if there is one. */
export function stop(section) {
  orders(section).findLast((it) => "stops" in it.dataset)?.click();
}

function orders(section) {
  const asked = section.querySelector(".question");
  const buttons = [...(asked?.querySelectorAll("button[name=order]") ?? [])];
  return buttons.filter((it) => it.checkVisibility());
}
