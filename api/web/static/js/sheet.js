/** On a phone the orders take turns with the books: a tab of their own brings them up. */

/** What the address names where no book is wanted. */
const OF_ORDERS = ["", "#orders", "#now"];

const tab = document.querySelector(".to-orders");

/** Take over the tab; orders are seen at first, unless the address names a book. */
export function start() {
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    unfold();
  });
  addEventListener("hashchange", unfoldIfNamed);
  say(OF_ORDERS.includes(location.hash));
}

/** Bring up the orders. */
export function unfold() {
  say(true);
}

/** Let a book be seen instead. */
export function fold() {
  say(false);
}

function unfoldIfNamed() {
  if (location.hash === "#orders") unfold();
}

function say(isSeen) {
  document.body.toggleAttribute("data-orders", isSeen);
  if (isSeen) tab.setAttribute("aria-current", "true");
  else tab.removeAttribute("aria-current");
}
