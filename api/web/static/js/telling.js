/** The desk: a browser is asked to tell its reader that a game waits, and says how that is done. */

const part = document.getElementById("telling");
const form = document.getElementById("tell-browser");

/** Bytes from base 64 for URLs, in which keys are told. */
export function bytes(text) {
  const padded = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(padded), (it) => it.charCodeAt(0));
}

/** Base 64 for URLs from bytes. */
export function inBase64(buffer) {
  const letters = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function registration() {
  return navigator.serviceWorker.register(part.dataset.worker);
}

/** The key under which the service writes to browsers. */
async function pushKey() {
  const asked = await fetch(part.dataset.asked, { headers: { "Napoleon-Desk": "1" } });
  if (!asked.ok) throw new Error("no key");
  return (await asked.json()).push_key;
}

/** A subscription under the key that the service has now; an older one would bring nothing. */
async function subscription() {
  const [{ pushManager }, key] = await Promise.all([registration(), pushKey()]);
  const known = await pushManager.getSubscription();
  if (known && inBase64(known.options.applicationServerKey) === key) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

async function subscribe(event) {
  event.preventDefault();
  try {
    // By the click, and never before: browsers ask their reader then.
    const { endpoint, keys } = (await subscription()).toJSON();
    Object.entries({ endpoint, ...keys }).forEach(([name, value]) => {
      form.elements[name].value = value;
    });
    form.submit();
  } catch {
    form.querySelector("[role=alert]").hidden = false;
  }
}

/** Whether the service tells this browser, under a key that it still has. */
async function isTold() {
  if (!part.querySelector("[data-own]")) return false;
  const known = await (await registration()).pushManager.getSubscription();
  return Boolean(known) && inBase64(known.options.applicationServerKey) === (await pushKey());
}

async function start() {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) return;
  form.hidden = await isTold();
  form.addEventListener("submit", subscribe);
}

if (part && form) start();
