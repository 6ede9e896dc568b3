/**
 * Whether the log still begins with what this browser was shown. The page keeps the last checkpoint
 * that it saw, and when it comes back it asks for a proof that the log was only added to since.
 */

import { game, path, resource } from "./about.js";
import { ask, askText, Refused, Unreachable } from "./api.js";
import { button, element } from "./elements.js";
import { _ } from "./texts.js";

const TOO_MANY = 429;

const KEY = `napoleon.record.${game}`;

/** Look once, after the page is there. */
export async function start() {
  // Browsers hash on pages that came by HTTPS, or from this machine.
  if (!crypto.subtle) return;
  try {
    await look();
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Refused)) throw error;
  }
}

async function look() {
  // First of all: another tab may keep a newer one while this one waits for an answer.
  const before = kept();
  const note = await askText(resource("checkpoint"), { headers: { Accept: "text/plain" } });
  const [, size, root] = note.split("\n");
  const now = { size: Number(size), root };
  if (before !== null && !(await isContinued(before, now))) warn(now);
  else if ((kept()?.size ?? 0) < now.size) keep(now);
}

function kept() {
  return JSON.parse(localStorage.getItem(KEY));
}

function keep(checkpoint) {
  localStorage.setItem(KEY, JSON.stringify(checkpoint));
}

async function isContinued(before, now) {
  if (before.size > now.size) return false;
  if (before.size === now.size) return before.root === now.root;
  const proof = await proofOf(before, now);
  return proof !== null && holds(before, now, proof.hashes.map(bytesOfHex));
}

/** Null if the service denies it; a service that is away, or is asked too often, denies nothing. */
async function proofOf(before, now) {
  try {
    return await ask(resource("proof", { from: before.size, to: now.size }));
  } catch (error) {
    if (error instanceof Refused && error.status !== TOO_MANY) return null;
    throw error;
  }
}

/** Check a proof of consistency as RFC 9162 does in 2.1.4.2. */
async function holds(before, now, proof) {
  const first = bytesOfBase64(before.root);
  const isPower = Number.isInteger(Math.log2(before.size));
  const [start, ...steps] = isPower ? [first, ...proof] : proof;
  if (!start) return false;
  let [older, newer] = [before.size - 1, now.size - 1];
  while (older % 2) [older, newer] = [half(older), half(newer)];
  let [olderRoot, newerRoot] = [start, start];
  for (const step of steps) {
    if (newer === 0) return false;
    if (older % 2 || older === newer) {
      olderRoot = await node(step, olderRoot);
      newerRoot = await node(step, newerRoot);
      while (older && older % 2 === 0) [older, newer] = [half(older), half(newer)];
    } else {
      newerRoot = await node(newerRoot, step);
    }
    [older, newer] = [half(older), half(newer)];
  }
  const isSame = (one, other) => one.every((byte, at) => byte === other[at]);
  return newer === 0 && isSame(olderRoot, first) && isSame(newerRoot, bytesOfBase64(now.root));
}

const half = (number) => Math.floor(number / 2);

async function node(left, right) {
  const hashed = await crypto.subtle.digest("SHA-256", new Uint8Array([1, ...left, ...right]));
  return new Uint8Array(hashed);
}

function bytesOfHex(text) {
  return Uint8Array.from(text.match(/../g), (digits) => parseInt(digits, 16));
}

function bytesOfBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** What was kept stays until the reader accepts what is there `now`. */
function warn(now) {
  const text = _("Something is wrong with the record of this game. What you saw of it was changed, or is gone. Perhaps a backup was restored: ask those who run the service.");
  const notice = element(
    "div",
    { id: "broken-record", class: "notice error", role: "alert" },
    element("p", {}, text),
    element(
      "p",
      { class: "actions" },
      element("a", { href: `${path}/record` }, _("See the record")),
      button(_("Go on from what is there now"), accept),
    ),
  );
  document.querySelector("main").prepend(notice);

  function accept() {
    keep(now);
    notice.remove();
  }
}
