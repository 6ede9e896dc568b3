/** Swapping the inside of a section so that the reader hardly notices. */

import { mend } from "./mend.js";

const SCROLLED = ".scroll, [data-scroll]";
const TYPED = "input:not([type=hidden]), select, textarea";

/**
 * Fill `section` with `news`, HTML or patches of it; focus, scrolling, opened details and what was
 * typed are kept.
 */
export function swap(section, news) {
  const restore = [details, scrolling, typing, focus].map((kept) => kept(section));
  if (typeof news === "string") section.innerHTML = news;
  else mend(section, news);
  restore.forEach((put) => put());
}

function details(section) {
  const open = new Map(listed(section, "details").map((it) => [name(it), it.open]));
  return () => {
    const known = listed(section, "details").filter((it) => open.has(name(it)));
    for (const it of known) it.open = open.get(name(it));
  };
}

function scrolling(section) {
  const places = listed(section, SCROLLED).map((box) => [box.scrollLeft, box.scrollTop]);
  return () => {
    listed(section, SCROLLED).forEach((box, number) => {
      [box.scrollLeft, box.scrollTop] = places[number] ?? [0, 0];
    });
  };
}

/** What the reader has typed or ticked, except in hidden fields, which are the server's. */
function typing(section) {
  const changed = listed(section, TYPED).filter((it) => it.id && isChanged(it));
  const values = new Map(changed.map((it) => [it.id, [it.value, it.checked]]));
  return () => {
    for (const it of listed(section, TYPED)) {
      if (values.has(it.id) && fits(it, values.get(it.id)[0])) {
        [it.value, it.checked] = values.get(it.id);
      }
    }
  };
}

function isChanged(field) {
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  const drawn = [...field.options].find((it) => it.defaultSelected) ?? field.options[0];
  return field.value !== drawn?.value;
}

/** Whether a field can have a value: a list may not have what was chosen from it any more. */
function fits(field, value) {
  return field.tagName !== "SELECT" || [...field.options].some((it) => it.value === value);
}

function focus(section) {
  const focused = document.activeElement;
  if (!section.contains(focused) || focused === section) return () => {};
  const wanted = name(focused);
  const kind = focused.localName;
  return () => {
    const same = listed(section, kind).find((it) => name(it) === wanted);
    (same ?? fallback(section)).focus({ preventScroll: true });
  };
}

/** The section itself takes the focus if what had it is gone: it must not jump to the top. */
function fallback(section) {
  if (!section.hasAttribute("tabindex")) section.tabIndex = -1;
  return section;
}

/** What identifies an element in two drawings of a section. */
function name(it) {
  return it.id || it.getAttribute("href") || it.querySelector("summary")?.textContent
    || it.textContent;
}

function listed(section, selector) {
  return [...section.querySelectorAll(selector)];
}
