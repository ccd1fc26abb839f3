// What every answer says of the installation in its headers.

import { createStore, useStore } from './store.ts'

interface Marks {
  isFenced: boolean
  isSandbox: boolean
}

const store = createStore<Marks>({ isFenced: false, isSandbox: false })

/** By whoever receives an answer. */
export function noteMarks(headers: Headers): void {
  const next = { isFenced: headers.has('samvad-fenced'), isSandbox: headers.has('samvad-sandbox') }
  const marks = store.get()
  if (next.isFenced !== marks.isFenced || next.isSandbox !== marks.isSandbox) store.set(next)
}

export const useMarks = (): Marks => useStore(store)
