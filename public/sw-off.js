// Takes the service worker away: served in place of /sw.js while SERVICE_WORKER=off. What it kept goes with it.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const key of await caches.keys()) await caches.delete(key);
    await self.registration.unregister();
  };
  event.waitUntil(forget());
});
