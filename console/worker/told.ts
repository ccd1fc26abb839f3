// Shows what was pushed, and leads to the page that it tells of.

import { chosenFor, isSeen, type Open, shownOf } from './told-rules.ts'

interface OpenPage extends Open {
  client: WindowClient
}

/** Pages of the console, the last looked at first; also those that began before there was a worker. */
async function openPages({ clients }: ServiceWorkerGlobalScope): Promise<OpenPage[]> {
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  return all.map((client) => {
    const { pathname, search } = new URL(client.url)
    return { client, path: pathname + search, isFocused: client.focused }
  })
}

export async function shown(self: ServiceWorkerGlobalScope, text: string | null): Promise<void> {
  const one = shownOf(text)
  if (isSeen(one, await openPages(self))) return
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
