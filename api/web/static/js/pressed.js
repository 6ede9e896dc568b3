/** What the reader presses: it stays until they let go, or the click would reach nothing. */

/** Milliseconds after which news no longer waits, should nobody tell that the reader has let go. */
const LONGEST = 30_000;

let over = Promise.resolve();

addEventListener("pointerdown", () => {
  over = new Promise((resolve) => {
    // The click is told right after the pointer is up.
    const letGo = () => setTimeout(resolve);
    addEventListener("pointerup", letGo, { once: true });
    addEventListener("pointercancel", letGo, { once: true });
    setTimeout(resolve, LONGEST);
  });
}, { capture: true });

/** Resolves when nothing is pressed any more. */
export function released() {
  return over;
}
