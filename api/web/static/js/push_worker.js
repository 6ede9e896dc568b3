/**
 * What a browser runs when the service tells it that a game waits, though no page may be open.
 *
 * No module, as not every browser runs those here. The words of a message come with it, in its
 * reader's language: see `api.people.telling.words`.
 */

const TITLE = "Napoleon";

/** Whether its reader has the page in sight to which a message leads. */
async function isInSight(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.some((it) => it.visibilityState === "visible" && it.url.startsWith(address));
}

async function show({ body, path, tag }) {
  const address = new URL(path, self.registration.scope).href;
  if (await isInSight(address)) return;
  await self.registration.showNotification(TITLE, {
    body,
    // One for each game: a newer message takes the place of an older one.
    tag,
    icon: new URL("icon-192.png", self.registration.scope).href,
    data: { address },
  });
}

async function open(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((it) => it.url.startsWith(address));
  await (there ? there.focus() : self.clients.openWindow(address));
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.address));
});

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
