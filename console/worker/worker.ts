// The console's service worker: shows the page while the server is unreachable, and push notifications. It stores no
// account data, and answers nothing that the server could answer. Why: docs/decisions/console.md.

import { isPage, isPart, keepShell, pageOf, partOf, takeOver } from './shell.ts'
import { renew } from './subscription.ts'
import { opened, shown } from './told.ts'

declare const self: ServiceWorkerGlobalScope

// A new worker takes over at once: its responses depend on no particular build of an open page.
self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(takeOver(self)))

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate' && isPage(pathname)) event.respondWith(pageOf(event))
  else if (isPart(pathname)) event.respondWith(partOf(event.request))
})

self.addEventListener('push', (event) => event.waitUntil(shown(self, event.data?.text() ?? null)))
self.addEventListener('notificationclick', (event) => event.waitUntil(opened(self, event.notification)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
