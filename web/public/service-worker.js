// Shows a page of our own when a page cannot be loaded without a connection. It keeps nothing but that page: no screen,
// no answer of the API, so that nothing private or outdated is ever shown from a cache.
const CACHE = 'offline-1'
const PAGE = '/offline.html'
const FILES = [PAGE, '/offline.css', '/favicon.svg']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match(PAGE)))
  else if (FILES.includes(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => caches.match(request)))
})
