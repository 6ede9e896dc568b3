/** Books behind tabs, one of which is open. Without a script the tabs are links to sections. */

import { storageKey } from "./about.js";
import * as sheet from "./sheet.js";

const KEY = storageKey("tab");
const KEYS = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (at, count) => count - 1,
};

const list = document.querySelector(".tabs ul");
const tabs = [...list.querySelectorAll("a")];

/** Take over the tabs; what the address or the last visit names is open at first, else `first`. */
export function start(first) {
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", list.parentElement.getAttribute("aria-label"));
  for (const tab of tabs) {
    tab.parentElement.setAttribute("role", "presentation");
    tab.setAttribute("role", "tab");
    tab.id = `tab-${name(tab)}`;
    tab.setAttribute("aria-controls", name(tab));
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      open(name(tab));
      sheet.fold();
    });
    const panel = panelOf(tab);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    panel.tabIndex = 0;
  }
  list.addEventListener("keydown", step);
  addEventListener("hashchange", followAddress);
  if (!open(localStorage.getItem(KEY) ?? first)) open(first);
  // The legend is folded where there is little room.
  document.getElementById("legend").open = matchMedia("(width >= 60rem)").matches;
  followAddress();
}

/** Open the book called `id`, or the one in which the element of that id is; false if none is. */
export function open(id) {
  const wanted = document.getElementById(id)?.closest(".panels > .part");
  if (!wanted) return false;
  for (const tab of tabs) {
    const isOpen = name(tab) === wanted.id;
    tab.setAttribute("aria-selected", isOpen);
    tab.tabIndex = isOpen ? 0 : -1;
    panelOf(tab).toggleAttribute("data-shown", isOpen);
  }
  wanted.dispatchEvent(new Event("opened"));
  localStorage.setItem(KEY, wanted.id);
  return true;
}

function followAddress() {
  const id = decodeURIComponent(location.hash.slice(1));
  if (!id || !open(id)) return;
  sheet.fold();
  const there = document.getElementById(id);
  if (there.matches("details")) there.open = true;
  there.scrollIntoView({ block: "nearest" });
}

function step(event) {
  const to = KEYS[event.key];
  const shown = tabs.filter((tab) => tab.checkVisibility());
  const at = shown.indexOf(event.target.closest("a"));
  if (!to || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const tab = shown[to(at, shown.length)];
  tab.focus();
  open(name(tab));
  sheet.fold();
}

function name(tab) {
  return tab.getAttribute("href").slice(1);
}

function panelOf(tab) {
  return document.getElementById(name(tab));
}
