/** Buttons that copy the text of the element that `data-copy` names. Without a clipboard, as
 * without HTTPS, they stay hidden, and the text is marked by hand. */

const TOLD_FOR = 2000; // milliseconds

async function copy(button) {
  const label = button.textContent;
  const copied = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(copied.value ?? copied.textContent);
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = label), TOLD_FOR);
}

if (navigator.clipboard) {
  // Of the page and not of each button, as sections are swapped for others.
  document.documentElement.classList.add("copies");
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });
}
