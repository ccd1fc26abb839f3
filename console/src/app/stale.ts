// A page loaded before an update: offers a reload when there is a newer build, or when a part of the page no longer
// exists.

import { consoleRequest } from './console-request.ts'
import { createStore, useStore } from './store.ts'

const store = createStore(false)

/** Called once when the page starts. */
export function watchForStale(): void {
  addEventListener('vite:preloadError', () => {
    // While the server is unreachable no build can be loaded, old or new.
    void isServerThere().then((isThere) => isThere && store.set(true))
  })
}

export const noteNewBuild = (): void => store.set(true)

export const isServerThere = (): Promise<boolean> =>
  consoleRequest('GET', '/console/session').then(
    () => true,
    () => false,
  )

export const useIsStale = (): boolean => useStore(store)
