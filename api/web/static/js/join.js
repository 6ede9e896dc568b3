/** Fills in a nonce that this browser has made: 128 random bits. */

const BYTES = 16;

for (const field of document.querySelectorAll("[data-nonce]")) {
  if (!field.value) {
    const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}
