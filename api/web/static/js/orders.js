/** Giving orders: sent without leaving the page, each attempt once, refusals told beside it. */

import { resource } from "./about.js";
import { give, Refused, Unreachable } from "./api.js";
import { confirmed } from "./confirm.js";
import { element } from "./elements.js";
import * as following from "./following.js";
import { grow, onShown, position, show } from "./fragments.js";
import { followed } from "./lesson.js";
import { clear, tell } from "./notices.js";
import * as offers from "./offers.js";
import { known } from "./seen.js";
import { _ } from "./texts.js";

const RETRIES = 4;
const SECOND = 1000;
const FIELD = "field.";
const NUMBER = /^[0-9]{1,9}$/;
/** The refusal that says that something else is asked first: what was ordered can follow it. */
const ASKED_FIRST = "DECISION_PENDING";

const section = document.getElementById("orders");

/** The decision that is being answered, and a promise that is kept when that is over. */
let sending = null;
/**
 * What is still to be given of several orders, when those before it have been carried out: the
 * version up to which they were, and what the page asked then.
 */
let left = [];
let done = 0;
let before = [];

/** Take over the forms of the section; without a script they are sent as forms. */
export function start() {
  section.addEventListener("submit", (event) => {
    if ("native" in event.target.dataset) return;
    event.preventDefault();
    submit(event.target, event.submitter);
  });
  following.start(section);
  offers.start(section, giveAll);
  onShown(({ answer }) => {
    offers.refresh();
    goOn(answer.changed);
  });
}

/** Give several orders, the first of them in answer to a question. */
async function giveAll(question, orders) {
  const form = question.querySelector("form");
  const attempt = attemptOf(new FormData(form), null, { orders });
  const answer = await carryOut(form, async () => true, attempt);
  const stopped = answer?.refused && answer.refused.code !== ASKED_FIRST;
  left = answer && !stopped ? orders.slice(answer.carried_out) : [];
  done = answer?.version;
  before = offers.questionIds();
  goOn(false);
}

/**
 * Others, or the seat itself, may be asked in between. When that is answered it goes on, unless
 * anything has changed on the boards since, or the reader is asked for something else: then they
 * decide again.
 */
function goOn(changed) {
  // The page may be behind the answer: another look at the game has overtaken the one at it.
  if (sending || !left.length || position.version < done) return;
  const question = offers.questionOf(left[0]);
  const overtaken = offers.questionIds().some((id) => !before.includes(id));
  if (changed || (!question && overtaken)) left = [];
  else if (question) giveAll(question, left);
}

async function submit(form, button) {
  const several = offers.severalOf(form, button);
  if (several) {
    giveAll(form.closest(".question"), several);
    return;
  }
  // A reader who orders something else instead does not want to go on.
  if (left.length && offers.questionOf(left[0]) === form.closest(".question")) left = [];
  const attempt = attemptOf(new FormData(form, button), button, null, following.linesOf(form));
  const sure = attempt.sure || !isFinal(form, button, attempt);
  await carryOut(form, async () => sure || confirmed(attempt.words, attempt.kind), attempt);
  goOn(false);
}

/** Send an attempt, if `agreed` says so, and show what came of it; gives the answer, if any. */
async function carryOut(form, agreed, attempt) {
  const decision = attempt.body.decision ?? "";
  // Twice the same is once. But what is asked next may be there before all is drawn.
  if (sending?.decision === decision) {
    const isOther = sending.key !== attempt.key;
    if (isOther) tell(_("An order is being sent; this one was not given."), "warning");
    return null;
  }
  if (sending) {
    await sending.over;
    if (sending) return null;
    // What was answered meanwhile was the reader's own: this question may still be open.
    attempt.version = section.querySelector(
      `.question[data-decision="${CSS.escape(decision)}"] input[name=version]`,
    )?.value ?? attempt.version;
  }
  let end;
  sending = { decision, key: attempt.key, over: new Promise((resolve) => { end = resolve; }) };
  try {
    if (!await agreed()) return null;
    section.setAttribute("aria-busy", "true");
    const answer = await sent(attempt);
    await carried(answer);
    return answer;
  } catch (error) {
    await failed(form, error);
    return null;
  } finally {
    sending = null;
    section.removeAttribute("aria-busy");
    end();
  }
}

/**
 * What is sent, for one decision at one version: one order, or several, and what is to follow. The
 * same order from the same page has the same key, in another tab as well, and is carried out once.
 */
function attemptOf(fields, button, said, then = []) {
  const line = fields.get("line")?.trim();
  const one = said ?? (line ? { lines: [line] } : orderOf(fields));
  const order = then.length ? { ...(one.order ? { orders: [one] } : one), then } : one;
  const decision = fields.get("decision");
  const behalf = fields.get("for");
  const body = decision ? { ...order, decision } : order;
  return {
    address: resource("orders", behalf ? { for: behalf } : {}),
    body,
    version: fields.get("version"),
    key: `${fields.get("key")}-${digest(JSON.stringify(body))}`,
    words: [line || wordsOf(button), ...then].filter(Boolean).join("; "),
    kind: button?.dataset.final === "always" ? null : line ? "line" : one.order,
    sure: fields.has("sure") || "sure" in (button?.dataset ?? {}),
  };
}

/** A number for a text, the same for the same one: FNV-1a of 64 bits. */
function digest(text) {
  const bytes = new TextEncoder().encode(text);
  const add = (sum, byte) => BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
  return bytes.reduce(add, 0xcbf29ce484222325n).toString(36);
}

/** What a button says, and what was chosen or typed beside it. */
function wordsOf(button) {
  if (!button) return undefined;
  const of = (label) => label.textContent.trim();
  const several = [...button.form.querySelectorAll("fieldset.boxes")].map((it) => [
    of(it.querySelector("legend")),
    [...it.querySelectorAll("label:has(:checked)")].map(of).join(", ")]);
  const typed = [...button.form.querySelectorAll(`[id][name^="${FIELD}"]`)]
    .map((it) => [of(it.labels[0]), it.value]);
  const said = [...several, ...typed].filter(([, value]) => value);
  const facts = said.map(([name, value]) => `${name}: ${value}`).join("; ");
  return [button.getAttribute("aria-label") ?? button.textContent.trim(), facts].filter(Boolean).join(": ");
}

/** Whether what is sent cannot be withdrawn, so that it is asked about; a line, if that may be. */
function isFinal(form, button, { body }) {
  const [line] = body.lines ?? [];
  if (line) return offers.mayBeFinal(form.closest(".question"), line);
  const [chosen] = form.elements.order?.selectedOptions ?? [button];
  return "final" in chosen.dataset;
}

/** The order that was chosen, or a verb with what was typed into its fields. */
function orderOf(fields) {
  const verb = fields.get("verb");
  if (verb === null) return JSON.parse(fields.get("order"));
  const list = fields.get("list");
  if (list) {
    return { order: verb, [list]: fields.getAll("item").filter(Boolean).map((it) => JSON.parse(it)) };
  }
  const several = fields.getAll("several");
  const typed = [...fields].filter(([name]) => name.startsWith(FIELD));
  const entries = typed.map(([name]) => [
    name.slice(FIELD.length),
    several.includes(name) ? fields.getAll(name).flatMap(listed) : fields.get(name)]);
  return { order: verb, ...Object.fromEntries(entries) };
}

/** What stands in one of several places, numbers as such; what is typed has commas between. */
function listed(value) {
  const words = value.split(",").map((it) => it.trim()).filter(Boolean);
  return words.map((it) => (NUMBER.test(it) ? Number(it) : it));
}

/** The answer. While nobody answers the same attempt is sent again, under the same key. */
async function sent(attempt) {
  for (let retry = 0; ; retry += 1) {
    try {
      return await give(attempt.address, attempt.body, attempt);
    } catch (error) {
      if (!(error instanceof Unreachable) || retry === RETRIES) throw error;
      tell(_("Nobody answers. The order is sent again."), "warning");
      await new Promise((resolve) => setTimeout(resolve, SECOND * 2 ** retry));
    }
  }
}

async function carried(answer) {
  grow(answer.version);
  known(answer.version);
  await show(null);
  // Of several orders one may not be possible any more; those before it were carried out.
  const { refused } = answer;
  const stopped = refused && refused.code !== ASKED_FIRST;
  // What came of the others stands in the news.
  if (stopped) tell(refused.detail, "warning");
  else clear();
  focusQuestion();
}

async function failed(form, error) {
  if (error instanceof Unreachable) {
    refuse(form, error.message, {});
  } else if (!(error instanceof Refused)) {
    throw error;
  } else if (error.status === 412) {
    // What is shown next may have no such form any more.
    const seat = form.closest(".question")?.dataset.seat;
    grow(error.problem.version);
    await show(null);
    const given = error.problem.events.filter(({ type }) => type === "order_given");
    tell(given.length && given.every(({ data }) => data.player === seat)
      ? _("You have answered this already, so this order was not carried out.")
      : _("Others acted first, so the order was not carried out."), "warning");
    focusQuestion();
  } else {
    refuse(form, error.message, error.problem);
  }
}

/** Tell a refusal beside what was typed, else before the orders, with a link to its rule. */
function refuse(form, detail, { code, clause }) {
  clear();
  section.querySelector("#refusal")?.remove();
  section.querySelector("[aria-describedby=refusal]")?.removeAttribute("aria-describedby");
  const rules = document.body.dataset.rules;
  const cited = clause && element("a", { class: "clause", href: `${rules}#${clause}` }, _("rule"));
  const attributes = {
    id: "refusal", class: "notice error", role: "alert", tabindex: "-1", "data-code": code };
  const told = element("div", attributes,
    element("p", {}, element("strong", {}, _("The order was not carried out.")), " ", detail, " ",
      cited));
  const line = form.elements.line;
  if (line) line.after(told);
  else form.before(told);
  line?.setAttribute("aria-describedby", "refusal");
  told.focus();
}

/** Several orders in a row flow: the focus goes to what is next, or to whose question it is. */
function focusQuestion() {
  const lesson = followed();
  const next = lesson ?? section.querySelector(".question h3") ?? document.getElementById("now");
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
  if (!lesson) next.scrollIntoView({ block: "nearest" });
}
