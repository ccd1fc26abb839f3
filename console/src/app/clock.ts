// The current time for relative timestamps: one timer for the whole page.

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
  // A timestamp received just now must not be in the future.
  if (at - now >= MINUTE_MS / 1000) now = at
  return now
}

/** Unix seconds, updated every minute. */
export const useMinute = (): number => useSyncExternalStore(listen, current)

/** A value derived from the current time; rerenders only when it changes, at most once a minute. */
export const useByMinute = <Said extends string | number | null>(of: (now: number) => Said): Said =>
  useSyncExternalStore(listen, () => of(current()))
