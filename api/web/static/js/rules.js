/** The rules: shows only the clauses that have every word of the search, while it is typed. */

/** Whether `text` has every word of `query` in it, whatever letters are capitals. */
export function has(text, query) {
  const found = text.toLowerCase();
  return query.toLowerCase().split(/\s+/).every((word) => found.includes(word));
}

function start(form) {
  const field = form.querySelector("input[type=search]");
  const status = form.querySelector("[data-found]");
  const chapters = document.querySelectorAll(".chapter");

  function filter() {
    let count = 0;
    for (const chapter of chapters) {
      let some = 0;
      for (const clause of chapter.querySelectorAll("dt")) {
        const text = clause.nextElementSibling;
        const isFound = has(`${clause.textContent} ${text.textContent}`, field.value.trim());
        clause.hidden = text.hidden = !isFound;
        some += isFound;
      }
      chapter.hidden = !some;
      count += some;
    }
    status.textContent = field.value.trim()
      ? status.dataset.found.replace("%(count)s", count)
      : "";
  }

  /** A link leads to a clause that the search has hidden: all are shown again. */
  function reveal() {
    const goal = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!goal?.closest(".chapter")) return;
    if (goal.hidden || goal.closest("[hidden]")) {
      field.value = "";
      filter();
    }
    goal.scrollIntoView();
  }

  field.addEventListener("input", filter);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    filter();
  });
  addEventListener("hashchange", reveal);
  filter();
  if (location.hash) reveal();
}

const form = globalThis.document?.querySelector("form[data-filter]");
if (form) start(form);
