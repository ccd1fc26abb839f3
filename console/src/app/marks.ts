// What every answer says of the installation in its headers.

import { createStore, useStore } from './store.ts'

interface Marks {
  isFenced: boolean
  /** What is paid is test money; of the channels that says nothing. */
  isTestMoney: boolean
}

const store = createStore<Marks>({ isFenced: false, isTestMoney: false })

/** By whoever receives an answer. */
export function noteMarks(headers: Headers): void {
  const next = { isFenced: headers.has('samvad-fenced'), isTestMoney: headers.has('samvad-test-money') }
  const marks = store.get()
  if (next.isFenced !== marks.isFenced || next.isTestMoney !== marks.isTestMoney) store.set(next)
}

export const useMarks = (): Marks => useStore(store)
