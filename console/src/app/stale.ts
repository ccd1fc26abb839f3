// A page that was loaded before an update asks for parts that are not there any more: a reload is offered.

import { createStore, useStore } from './store.ts'

const store = createStore(false)

/** Once, when the page begins. */
export function watchForStale(): void {
  addEventListener('vite:preloadError', () => store.set(true))
}

export const useIsStale = (): boolean => useStore(store)
