/** The slider through the game: every position at rest, marks, and playing by itself. */

import { holder, part, path } from "./about.js";
import { ask, Refused, Unreachable } from "./api.js";
import { button, element } from "./elements.js";
import { onHead, onShown, position, show } from "./fragments.js";
import { byKind, indexOf, nextMark } from "./moments.js";
import { tell } from "./notices.js";
import { _ } from "./texts.js";

const SECOND = 1000;
const PACES = [0.5, 1, 2, 4];

const bar = document.getElementById("time");
const slider = document.getElementById("slider");

let moments = { rests: [position.version], marks: [] };
let timer;
let pace = 1;
/** What the turn of the position is called. */
let turn = slider.getAttribute("aria-valuetext");

/** Take over the slider, and every link to another position of the same game. */
export async function start() {
  bar.classList.add("scripted");
  bar.querySelector("label").classList.add("spoken");
  const line = element("div", { class: "line-of-time" });
  slider.replaceWith(line);
  line.append(slider);
  addControls();
  slider.addEventListener("input", () => go(moments.rests[slider.valueAsNumber]));
  slider.addEventListener("keydown", pageThroughTurns);
  bar.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", followLink);
  onShown(({ answer }) => follow(answer.turn));
  onHead(load);
  await load();
}

async function load() {
  try {
    moments = await ask(part("marks"));
  } catch (error) {
    report(error);
    return;
  }
  slider.min = 0;
  slider.max = moments.rests.length - 1;
  drawMarks();
  follow(turn);
}

/** Show the position at `version`; the newest one as the newest, which is followed from then on. */
export async function go(version) {
  slider.value = indexOf(moments.rests, version);
  try {
    await show(version >= moments.rests.at(-1) ? null : version);
  } catch (error) {
    pause();
    report(error);
  }
}

function report(error) {
  if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
  tell(error.message, "error");
}

/** Go `by` positions on, or back if it is negative. */
export function step(by) {
  // From where the slider is: the position that it asks for may not be there yet.
  const wanted = slider.valueAsNumber + by;
  return go(moments.rests[Math.min(moments.rests.length - 1, Math.max(0, wanted))]);
}

/** Go to the next turn, or to the one before. */
export function stepTurn(back) {
  const found = nextMark(moments.marks, "turn", moments.rests[slider.valueAsNumber], back);
  return found === undefined ? goTo(back ? "first" : "newest") : go(found);
}

/** Go to the first position, or to the newest. */
export function goTo(end) {
  return go(moments.rests.at(end === "first" ? 0 : -1));
}

/** The slider and what is beside it show where the page is. */
function follow(text) {
  noteNewest();
  const now = indexOf(moments.rests, position.version);
  slider.value = now;
  turn = text;
  const said = _("%(turn)s · order %(number)s", { turn, number: now + 1 });
  slider.setAttribute("aria-valuetext", said);
  document.getElementById("slider-text").textContent = said;
  bar.querySelector(".moments").value = "";
  for (const it of bar.querySelectorAll("[data-back]")) it.setAttribute("aria-disabled", now === 0);
  for (const it of bar.querySelectorAll("[data-on]")) {
    it.setAttribute("aria-disabled", now === moments.rests.length - 1);
  }
}

/** The newest position is at rest, and can be stepped back from before its mark has come. */
function noteNewest() {
  if (position.version <= moments.rests.at(-1)) return;
  moments.rests.push(position.version);
  slider.max = moments.rests.length - 1;
}

function pageThroughTurns(event) {
  const back = { PageUp: false, PageDown: true }[event.key];
  if (back === undefined) return;
  event.preventDefault();
  stepTurn(back);
}

/** A link to a position of this game, and nothing else, is followed in place. */
function followLink(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { origin, pathname, searchParams: asked } = new URL(link.href, location.href);
  const ours = origin === location.origin && pathname === path;
  const same = ours && (asked.get("seat") ?? "") === holder;
  const known = [...asked.keys()].every((name) => name === "at" || name === "seat");
  if (!same || !known || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  pause();
  if (asked.has("at")) go(Number(asked.get("at")));
  else goTo("newest");
}

function addControls() {
  const moving = (sign, words, act, attributes) => {
    const made = button(sign, () => { pause(); act(); }, { "aria-label": words, ...attributes });
    made.title = words;
    return made;
  };
  bar.querySelector(".steps").replaceChildren(
    moving("«", _("First position"), () => goTo("first"), { id: "first", "data-back": true }),
    moving("‹", _("Previous position"), () => step(-1), { id: "previous", "data-back": true }),
    button("", toggle, { id: "play" }),
    moving("›", _("Next position"), () => step(1), { id: "next", "data-on": true }),
    moving("»", _("Newest position"), () => goTo("newest"), { id: "newest", "data-on": true }));
  const speeds = PACES.map((it) => element("option", { value: it }, `${it}×`));
  const speed = element("select", { class: "pace", "aria-label": _("Speed") }, ...speeds);
  speed.value = pace;
  speed.addEventListener("change", () => { pace = Number(speed.value); });
  const jump = element("select", { class: "moments", "aria-label": _("Go to a moment") });
  jump.addEventListener("change", () => {
    if (jump.value) go(Number(jump.value));
  });
  const legend = bar.querySelector(".to-legend");
  bar.querySelector("form").append(element("div", { class: "choices" }, speed, jump, legend));
  sayPlaying();
}

/** Step on by itself, beginning again with the first position at the newest; or stop doing so. */
export function toggle() {
  if (timer) {
    pause();
    return;
  }
  const next = async () => {
    await step(1);
    if (timer && position.at !== null) timer = setTimeout(next, SECOND / pace);
    else pause();
  };
  if (position.at === null) goTo("first");
  timer = setTimeout(next, SECOND / pace);
  sayPlaying();
}

/** Stop stepping on. */
export function pause() {
  clearTimeout(timer);
  timer = undefined;
  sayPlaying();
}

function sayPlaying() {
  const play = document.getElementById("play");
  const words = timer ? _("Pause") : _("Play the game by itself");
  play.textContent = timer ? "❚❚" : "▶";
  play.title = words;
  play.setAttribute("aria-label", words);
}

/** Marks are where the thumb is at their position, and can be chosen from a list as well. */
function drawMarks() {
  const last = Math.max(1, moments.rests.length - 1);
  const ticks = element("div", { class: "ticks", "aria-hidden": "true" });
  for (const mark of moments.marks) {
    const tick = element("i", { class: mark.kind });
    tick.style.setProperty("--at", indexOf(moments.rests, mark.at) / last);
    ticks.append(tick);
  }
  bar.querySelector(".ticks")?.remove();
  slider.after(ticks);
  const kinds = [...byKind(moments.marks)].map(([kind, marks]) => {
    const options = marks.map((mark) => element("option", { value: mark.at }, mark.label));
    return element("optgroup", { label: kindName(kind) }, ...options);
  });
  bar.querySelector(".moments").replaceChildren(
    element("option", { value: "" }, _("Go to…")), ...kinds);
}

function kindName(kind) {
  const names = {
    turn: _("Turns"), combat: _("Combats"), seal: _("Seals"), ruling: _("Rulings"),
    rewind: _("Taken back"),
  };
  return names[kind] ?? kind;
}
