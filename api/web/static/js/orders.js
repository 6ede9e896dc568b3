/** Giving orders: sent without leaving the page, each attempt once, refusals told beside it. */

import { resource } from "./about.js";
import { give, Refused, Unreachable } from "./api.js";
import { confirmed } from "./confirm.js";
import { element } from "./elements.js";
import { grow, onShown, show } from "./fragments.js";
import { tell } from "./notices.js";
import * as offers from "./offers.js";
import { known } from "./seen.js";
import { _ } from "./texts.js";

const RETRIES = 4;
const SECOND = 1000;
/** Sentences of what has happened that a notice tells; the journal has all of them. */
const TOLD = 4;
const FIELD = "field.";

const section = document.getElementById("orders");

let sending = false;

/** Take over the forms of the section; without a script they are sent as forms. */
export function start() {
  section.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(event.target, event.submitter);
  });
  offers.start(section);
  onShown(offers.refresh);
}

async function submit(form, button) {
  if (sending) return;
  sending = true;
  try {
    const attempt = attemptOf(new FormData(form, button), button);
    if (attempt.sure || await confirmed(attempt.line, attempt.kind)) {
      section.setAttribute("aria-busy", "true");
      await carried(await sent(attempt));
    }
  } catch (error) {
    await failed(form, error);
  } finally {
    sending = false;
    section.removeAttribute("aria-busy");
  }
}

/** What is sent: one order or one line, for one decision at one version, with a key of its own. */
function attemptOf(fields, button) {
  const line = fields.get("line")?.trim();
  const order = line ? { lines: [line] } : orderOf(fields);
  const decision = fields.get("decision");
  const behalf = fields.get("for");
  return {
    address: resource("orders", behalf ? { for: behalf } : {}),
    body: decision ? { ...order, decision } : order,
    version: fields.get("version"),
    key: crypto.getRandomValues(new BigUint64Array(2)).join("-"),
    line: line || (fields.has("writes") ? fields.get("order") : button.textContent.trim()),
    kind: line ? "line" : order.order,
    sure: fields.has("sure") || "sure" in button.dataset,
  };
}

/** The order that was chosen, or a verb with what was typed into its fields. */
function orderOf(fields) {
  const verb = fields.get("verb");
  if (verb === null) return JSON.parse(fields.get("order"));
  const typed = [...fields].filter(([name]) => name.startsWith(FIELD));
  const entries = typed.map(([name, value]) => [name.slice(FIELD.length), value]);
  return { order: verb, ...Object.fromEntries(entries) };
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
  tell(story(answer.events), "good");
  focusQuestion();
}

/** The last sentences of some events as one text. */
function story(events) {
  return events.map((event) => event.text).filter(Boolean).slice(-TOLD).join(" ");
}

async function failed(form, error) {
  // What somebody writes as JSON may be none.
  if (error instanceof Unreachable || error instanceof SyntaxError) {
    refuse(form, error.message, {});
  } else if (!(error instanceof Refused)) {
    throw error;
  } else if (error.status === 412) {
    grow(error.problem.version);
    await show(null);
    const late = _("Others acted first, so the order was not carried out.");
    tell(`${late} ${story(error.problem.events)}`, "warning");
    focusQuestion();
  } else {
    refuse(form, error.message, error.problem);
  }
}

/** Tell a refusal beside the order, with its code and a link to its clause. */
function refuse(form, detail, { code, clause }) {
  section.querySelector("#refusal")?.remove();
  const rules = document.body.dataset.rules;
  const cited = clause && element("a", { class: "clause", href: `${rules}#${clause}` }, clause);
  const attributes = { id: "refusal", class: "notice error", role: "alert", tabindex: "-1" };
  const told = element("div", attributes,
    element("p", {}, element("strong", {}, _("The order was not carried out.")), " ", detail),
    code && element("p", { class: "quiet" }, element("code", {}, code), " ", cited));
  form.before(told);
  told.focus();
}

/** Several orders in a row are fluent: the focus goes to the next question, or to whose it is. */
function focusQuestion() {
  const question = section.querySelector(".question h3") ?? document.getElementById("now");
  question.tabIndex = -1;
  question.focus({ preventScroll: true });
  question.scrollIntoView({ block: "nearest" });
}
