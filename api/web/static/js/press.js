/**
 * The press beside the board: letters come by themselves, what is written is sent without leaving
 * the page, and the tab and the title say how much is unread.
 */

import { storageKey } from "./about.js";
import { askText, identity, Refused, Unreachable } from "./api.js";
import { onHead } from "./fragments.js";
import { tell } from "./notices.js";
import { released } from "./pressed.js";
import { swap } from "./swap.js";
import * as title from "./title.js";
import { _ } from "./texts.js";

const KEY = storageKey("press");
/** One order causes several events, which come at once. */
const SETTLED = 150;

const section = document.getElementById("press");
const count = document.getElementById("unread");

let asking;

/** Take over the writing lines, and follow what is written. */
export function start() {
  for (const book of [section, document.getElementById("diary")]) {
    book?.addEventListener("submit", (event) => {
      event.preventDefault();
      send(book, event.target);
    });
    book?.addEventListener("keydown", (event) => {
      const typing = event.target.localName === "textarea";
      if (!typing || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      event.target.form.requestSubmit();
    });
  }
  section.addEventListener("change", onlyOneKind);
  section.addEventListener("opened", read);
  document.addEventListener("visibilitychange", read);
  onHead(() => {
    clearTimeout(asking);
    asking = setTimeout(renew, SETTLED);
  });
  read();
}

/** Everybody, or some of them. */
function onlyOneKind({ target }) {
  if (target.name !== "to" || !target.checked) return;
  for (const box of target.form.querySelectorAll("[name=to]")) {
    if ((box.value === "all") !== (target.value === "all")) box.checked = false;
  }
}

async function renew() {
  try {
    const html = await askText(section.dataset.address, { headers: { Accept: "text/html" } });
    await released();
    put(section, html);
  } catch (error) {
    // What was not fetched comes with the next look.
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
  }
}

function put(book, html) {
  swap(book, html);
  read();
}

async function send(book, form) {
  const body = new URLSearchParams(new FormData(form));
  const headers = { Accept: "text/html", ...identity() };
  let answer;
  try {
    answer = await fetch(form.dataset.beside, { method: "POST", body, headers });
  } catch {
    tell(_("Nobody answers. What you wrote is still there."), "warning");
    return;
  }
  const html = await answer.text();
  if (![200, 422, 403, 409, 429].includes(answer.status) || !html.includes("data-beside")) {
    tell(_("It could not be sent. What you wrote is still there."), "warning");
    return;
  }
  if (answer.ok) form.reset();
  // What was sent is not typed any more; what was refused is.
  book.innerHTML = html;
  book.querySelector("textarea")?.focus({ preventScroll: true });
  read();
}

function newest() {
  return Math.max(0, ...letters().map((it) => Number(it.dataset.letter)));
}

function letters() {
  return [...section.querySelectorAll("[data-letter]:not(.mine)")];
}

/** What is before the eyes of the reader is read; how much is not is told. */
function read() {
  const before = Math.max(
    Number(localStorage.getItem(KEY)), Number(section.querySelector("[data-read]").dataset.read));
  const unread = letters().filter((it) => Number(it.dataset.letter) > before);
  for (const it of letters()) it.classList.toggle("new", unread.includes(it));
  const isSeen = section.checkVisibility() && !document.hidden;
  if (isSeen && unread.length) {
    localStorage.setItem(KEY, newest());
    const address = new URL(section.dataset.address, location.href);
    address.searchParams.set("read", "yes");
    askText(address, { headers: { Accept: "text/html" } }).catch(() => {});
  }
  say(isSeen ? 0 : unread.length);
}

function say(unread) {
  count.textContent = unread || "";
  count.title = unread ? _("Unread letters") : "";
  title.countLetters(unread);
}
