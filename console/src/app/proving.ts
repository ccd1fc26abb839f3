// Calls that wait for the user to authenticate again; the dialog is in sign-in/prove-again.tsx.

import { createStore, useStore } from './store.ts'

export type WhyProve = 'signed_out' | 'not_fresh'

interface Waiting {
  why: WhyProve
  promise: Promise<boolean>
  settle(isProven: boolean): void
}

const store = createStore<Waiting | null>(null)

/** True once the user has authenticated, false if they cancel. All calls of a page share one dialog. */
export function askAgain(why: WhyProve): Promise<boolean> {
  const waiting = store.get()
  if (waiting) return waiting.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (isProven: boolean) => {
    store.set(null)
    resolve(isProven)
  }
  store.set({ why, promise, settle })
  return promise
}

/** For the dialog: why it is open; null while it is closed. */
export const useWaiting = (): Waiting | null => useStore(store)
