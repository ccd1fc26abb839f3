// The present, for what says how long ago something was: one timer for the whole page.

import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = seconds()

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = seconds()
    for (const each of listeners) each()
  }, MINUTE_MS)
  return () => listeners.delete(listener)
}

function current(): number {
  const at = seconds()
  // Nothing that has just come is to be from the future.
  if (at - now >= MINUTE_MS / 1000) now = at
  return now
}

/** Unix seconds, anew every minute. */
export const useMinute = (): number => useSyncExternalStore(listen, current)

/** What is to be said of the present: drawn anew only where that is something else than a minute ago. */
export const useByMinute = <Said extends string | number | null>(of: (now: number) => Said): Said =>
  useSyncExternalStore(listen, () => of(current()))
