// Live events: one connection for all of the browser's pages of an organization. The page that holds a lock reads the
// stream and broadcasts to the others; when it closes, another continues after the last event seen.

import type { SamvadEvent, StreamReset } from '@samvad/sdk'
import { useEffect, useEffectEvent } from 'react'
import { api } from './api.ts'
import { pauseUntilOnline, useIsOnline } from './online.ts'
import { createStore, useStore } from './store.ts'

export type LiveItem = SamvadEvent | StreamReset
type Handler = (item: LiveItem) => void

type Told = { kind: 'item'; item: LiveItem } | { kind: 'connection'; isThere: boolean }

const AGAIN_MS = 5000

const handlers = new Set<Handler>()
const isConnected = createStore(true)
let lastEventId: string | undefined

function hand(told: Told): void {
  if (told.kind === 'connection') return isConnected.set(told.isThere)
  if ('id' in told.item) lastEventId = told.item.id
  for (const handler of handlers) handler(told.item)
}

/** Until the signal aborts; `name` contains the user and the organization. */
export async function goLive(name: string, signal: AbortSignal): Promise<void> {
  lastEventId = undefined
  const others = new BroadcastChannel(`samvad.live.${name}`)
  others.addEventListener('message', ({ data }: MessageEvent<Told>) => hand(data))
  signal.addEventListener('abort', () => others.close())
  const tell = (told: Told) => {
    hand(told)
    if (!signal.aborted) others.postMessage(told)
  }
  while (!signal.aborted) {
    await navigator.locks
      .request(`samvad.live.${name}`, { signal }, () => readStream(tell, signal))
      .catch(() => undefined)
    if (signal.aborted) return
    tell({ kind: 'connection', isThere: false })
    await pauseUntilOnline(AGAIN_MS)
  }
}

async function readStream(tell: (told: Told) => void, signal: AbortSignal): Promise<void> {
  const onConnection = (isThere: boolean) => tell({ kind: 'connection', isThere })
  const options = { signal, onConnection, ...(lastEventId !== undefined && { lastEventId }) }
  for await (const item of api.events.stream(options)) tell({ kind: 'item', item: item as LiveItem })
}

const isOf = (type: string, patterns: readonly string[]): boolean =>
  patterns.some(
    (pattern) =>
      pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )

/** `useEvents(['message.*'], (event) => …)`: after missed events every handler gets a `reset`. */
export function useEvents(patterns: readonly string[], handler: Handler): void {
  const onItem = useEffectEvent(handler)
  const key = patterns.join(' ')
  useEffect(() => {
    const wanted = key.split(' ')
    const own: Handler = (item) => {
      if (item.type === 'reset' || isOf(item.type, wanted)) onItem(item)
    }
    handlers.add(own)
    return () => void handlers.delete(own)
  }, [key])
}

/** True while the event stream is connected and the browser has a network: spec 21.38. */
export function useIsConnected(): boolean {
  const isStreaming = useStore(isConnected)
  return useIsOnline() && isStreaming
}

/** Calls the listener each time the event stream is connected again. */
export const onStreamBack = (listener: () => void): (() => void) =>
  isConnected.subscribe(() => isConnected.get() && listener())
