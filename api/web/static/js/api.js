/** Asking the service, and telling in words what went wrong. */

import { holder } from "./about.js";
import { _ } from "./texts.js";

/** An answer that is not a success; `problem` has `code`, `clause` and `detail` in words. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail);
    this.status = status;
    this.problem = problem;
  }
}

/** Nobody answered: the network, or a service that is just being started. */
export class Unreachable extends Error {}

/** Headers that say for which seat the browser's cookies are to count. */
export function identity() {
  return holder ? { "Napoleon-Seat": holder } : {};
}

/**
 * What the service answers, read from JSON. Throws Refused, Unreachable, and what an aborted fetch
 * throws.
 */
export async function ask(address, options) {
  return (await answered(address, options)).json();
}

/** What the service answers, as it is. Throws what `ask` throws. */
export async function askText(address, options) {
  return (await answered(address, options)).text();
}

async function answered(address, { headers = {}, ...options } = {}) {
  const sent = {
    Accept: "application/json",
    "Accept-Language": document.documentElement.lang,
    ...identity(),
    ...headers,
  };
  let answer;
  try {
    answer = await fetch(address, { cache: "no-cache", ...options, headers: sent });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(_("The service cannot be reached."), { cause: error });
  }
  if (answer.ok) return answer;
  const { status } = answer;
  const body = await answer.json().catch(() => ({}));
  const detail = body.detail ?? _("The service failed (status %(status)s).", { status });
  if ([502, 503, 504].includes(status)) throw new Unreachable(detail);
  throw new Refused(status, { code: "", clause: null, ...body, detail });
}

/** An order, carried out once however often it is sent. The key is kept while nobody answers. */
export function give(address, body, { version, key }) {
  const headers = {
    "Content-Type": "application/json",
    "Idempotency-Key": key,
    "If-Match": version === "*" ? "*" : `"${version}"`,
  };
  return ask(address, { method: "POST", headers, body: JSON.stringify(body) });
}
