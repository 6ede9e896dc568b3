/** Buttons that copy the field which `data-copy` names. Without a clipboard, as without HTTPS, they
 * stay hidden, and the field is marked by hand. */

const TOLD_FOR = 2000; // milliseconds

async function copy(button) {
  const label = button.textContent;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = label), TOLD_FOR);
}

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}
