// The installation's state in response headers.

import { createStore, useStore } from './store.ts'

interface Marks {
  isFenced: boolean
  /** Payments use test money; independent of the channels. */
  isTestMoney: boolean
}

const store = createStore<Marks>({ isFenced: false, isTestMoney: false })

/** Called for every response. */
export function noteMarks(headers: Headers): void {
  const next = { isFenced: headers.has('samvad-fenced'), isTestMoney: headers.has('samvad-test-money') }
  const marks = store.get()
  if (next.isFenced !== marks.isFenced || next.isTestMoney !== marks.isTestMoney) store.set(next)
}

export const useMarks = (): Marks => useStore(store)
