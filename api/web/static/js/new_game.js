/** Draws the screen of a new game again when a choice changes what else is offered.
 *
 * The service draws the same for who presses its button. What is typed meanwhile stays. */

const form = document.getElementById("setup");
let asked = 0;

/** What stands in the fields that somebody types into, by name. */
function typed() {
  const fields = form.querySelectorAll("input[type=text], input[type=email], input[type=number]");
  return new Map(Array.from(fields, (field) => [field.name, field.value]));
}

async function redraw(chosen) {
  const number = ++asked;
  const answer = await fetch(form.dataset.choices, {
    method: "POST",
    headers: { Accept: "text/html" },
    body: new URLSearchParams(new FormData(form)),
  });
  if (!answer.ok || number !== asked) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = drawn.getElementById("setup");
  if (!fresh || number !== asked) return;
  const unfolded = form.querySelector("details").open;
  const kept = typed();
  for (const field of fresh.querySelectorAll("input")) {
    if (kept.has(field.name) && field.type !== "radio") field.value = kept.get(field.name);
  }
  form.replaceChildren(...fresh.childNodes);
  form.querySelector("details").open = unfolded;
  hideButton();
  document.getElementById(chosen)?.focus({ preventScroll: true });
}

/** Who has a script needs no button to see what they have chosen. */
function hideButton() {
  form.querySelector("[data-show]").hidden = true;
}

form.addEventListener("change", ({ target }) => {
  if (target.type === "radio") redraw(target.id);
});
hideButton();
