/** Private notes are kept quietly while one writes, and never over what another window has kept. */

import { identity } from "./api.js";
import { _ } from "./texts.js";

/** Milliseconds without a letter after which what was written is kept. */
const PAUSE = 1500;
/** Milliseconds after which it is tried again if nobody answered. */
const AGAIN = 15000;
/** What a form may be answered with. */
const ANSWERS = [200, 409, 422];

const place = document.getElementById("own-notes");

/** What the server is known to have. */
let kept;
let waiting;
let isSending = false;
/** Whether the reader has to decide what becomes of two texts. */
let isHeld = false;

/** Take over the field of the notes, where there is one. */
export function start() {
  if (!field()) return;
  kept = field().value;
  place.addEventListener("input", () => {
    if (!isHeld) later(PAUSE);
  });
  place.addEventListener("submit", (event) => {
    event.preventDefault();
    isHeld = false;
    keep();
  });
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => document.hidden && leave());
  addEventListener("beforeunload", (event) => {
    if (isHeld && isOpen()) event.preventDefault();
  });
}

function field() {
  return place?.querySelector("textarea");
}

function isOpen() {
  return field().value !== kept;
}

function later(delay) {
  clearTimeout(waiting);
  mark(isOpen() ? _("Not kept yet") : _("Kept"));
  if (isOpen()) waiting = setTimeout(() => keep(), delay);
}

function mark(text) {
  const state = place.querySelector(".kept-state");
  if (state.textContent !== text) state.textContent = text;
}

function asked(form, options) {
  const body = new URLSearchParams(new FormData(form));
  const headers = { Accept: "text/html", ...identity() };
  return fetch(form.dataset.beside, { method: "POST", body, headers, ...options });
}

async function keep(options) {
  clearTimeout(waiting);
  if (isSending) {
    waiting = setTimeout(() => keep(), PAUSE);
    return;
  }
  const sent = field().value;
  isSending = true;
  try {
    const answer = await asked(place.querySelector("form"), options);
    if (!ANSWERS.includes(answer.status)) throw new Error(answer.status);
    show(sent, answer.ok, await answer.text());
  } catch {
    mark(_("Not kept. What you wrote is still there, and is tried again."));
    waiting = setTimeout(() => keep(), AGAIN);
  } finally {
    isSending = false;
  }
}

/** What was typed since it was sent stays in the field, with the cursor where it is. */
function show(sent, isKept, html) {
  const before = field();
  const { value, selectionStart, selectionEnd } = before;
  const hadFocus = document.activeElement === before;
  const isChanged = !isKept || place.querySelector(".wrong");
  if (isChanged) {
    place.innerHTML = html;
    field().value = value;
    if (hadFocus || !isKept) {
      field().focus({ preventScroll: true });
      field().setSelectionRange(selectionStart, selectionEnd);
    }
  } else {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    place.querySelector("[name=version]").value = fresh.querySelector("[name=version]").value;
  }
  isHeld = !isKept;
  if (!isKept) return;
  kept = sent;
  later(PAUSE);
}

/** The page may be gone before an answer comes. */
function leave() {
  if (!isHeld && isOpen()) keep({ keepalive: true });
}
