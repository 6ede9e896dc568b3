/** Sends a form once, however often its button is pressed while the answer is on its way. */

/** Milliseconds after which it may be sent again: by then the reader has stopped the sending. */
const ON_ITS_WAY = 10_000;

const sent = new WeakMap();

addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (event.timeStamp - sent.get(form) < ON_ITS_WAY) event.preventDefault();
  else sent.set(form, event.timeStamp);
});

// A reader who comes back to a page that the browser has kept finds its forms as they were.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) for (const form of document.forms) sent.delete(form);
});
