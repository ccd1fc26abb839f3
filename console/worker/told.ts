// Shows push notifications, and opens their pages.

import { chosenFor, isSeen, type Open, shownOf } from './told-rules.ts'

interface OpenPage extends Open {
  client: WindowClient
}

/** A page that is suspended, or of a build without this protocol, does not reply in time; its first URL is used. */
const ANSWER_MS = 1000

/** All pages of the console, most recently focused first, including those opened before the worker started. */
async function openPages({ clients }: ServiceWorkerGlobalScope): Promise<OpenPage[]> {
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  return Promise.all(all.map(async (client) => ({ client, ...(await whereIs(client)) })))
}

/** Requested from the page itself: a client's `url` is its first one, wherever it has navigated since. */
function whereIs(client: WindowClient): Promise<Open> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const { pathname, search } = new URL(client.url)
    setTimeout(() => resolve({ path: pathname + search, isFocused: false }), ANSWER_MS)
    port1.addEventListener('message', ({ data }: MessageEvent<Open>) => resolve(data))
    port1.start()
    client.postMessage({ kind: 'where' }, [port2])
  })
}

export async function shown(self: ServiceWorkerGlobalScope, text: string | null): Promise<void> {
  const one = shownOf(text)
  if (one.isConversation && isSeen(one, await openPages(self))) return
  await self.registration.showNotification(one.title, one.options)
}

export async function opened(self: ServiceWorkerGlobalScope, notification: Notification): Promise<void> {
  notification.close()
  const { path } = notification.data as { path: string }
  const page = chosenFor(path, await openPages(self))
  if (!page) return void (await self.clients.openWindow(path))
  page.client.postMessage({ kind: 'go', path })
  await page.client.focus()
}
