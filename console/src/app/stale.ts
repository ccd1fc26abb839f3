// A page loaded before an update: offers a reload when there is a newer build, or when a part of the page no longer
// exists.

import { consoleRequest } from './console-request.ts'
import { createStore, useStore } from './store.ts'

const store = createStore(false)

/** Once, when the page begins. */
export function watchForStale(): void {
  addEventListener('vite:preloadError', () => {
    // Without the server nothing can be loaded, old or new.
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
