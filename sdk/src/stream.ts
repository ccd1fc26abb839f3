// Events in real time, in order, without gaps or repetitions, however often the connection is lost.

import { queryText } from './address.ts'
import { connect } from './connection.ts'
import { SamvadError } from './errors.ts'
import type { EventPattern, EventsOf, SamvadEvent } from './event.ts'
import { isWorthAnotherTry, RETRIES_DEFAULT } from './retries.ts'
import type { Block } from './sse.ts'
import { pause } from './time.ts'
import type { Transport } from './transport.ts'

export interface StreamOptions<Types extends readonly EventPattern[] = readonly EventPattern[]> {
  /** Types, or all of a noun: `['message.*', 'balance.low']`. Default: all. */
  types?: Types | undefined
  /** The id of the last event that was processed: the stream continues after it, without a gap. */
  lastEventId?: string | undefined
  /** Ends the stream: iterating over it then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** Timeout until a connection is answered, in milliseconds; default 30,000. */
  timeoutMs?: number | undefined
  /** Maximum number of retries of the first connection; later ones are retried without limit. Default 3. */
  retries?: number | undefined
  /**
   * A connection without data for this long, in milliseconds, is lost; default 45,000. The service sends data every 15
   * seconds.
   */
  silenceMs?: number | undefined
  /** Called with true when a connection is established, with false when it is lost, to display the state. */
  onConnection?: ((isThere: boolean) => void) | undefined
}

/** Missed events are no longer stored, or the id is unknown: reload all data. New events follow. */
export interface StreamReset {
  type: 'reset'
}

export type StreamItem<Types extends readonly EventPattern[] = readonly ['*']> = EventsOf<Types[number]> | StreamReset

const SILENCE_MS = 45_000
const RECONNECT_FIRST_MS = 500
const RECONNECT_MAX_MS = 10_000
/** A connection that lasted this long resets the backoff. */
const STEADY_MS = 5000
const EVENTS = '/v1/events'

type Item = SamvadEvent | StreamReset

/** A reader's position and connection state. */
interface Progress {
  id: string | null
  position: number
  /** Whether there was a connection, and whether there is one. */
  wasThere: boolean
  isThere: boolean
}

/** `for await (const event of samvad.events.stream({ types }))`. It connects when the loop starts. */
export class EventStream<Types extends readonly EventPattern[] = readonly ['*']>
  implements AsyncIterable<StreamItem<Types>>
{
  readonly #transport: Transport
  readonly #path: string
  readonly #options: StreamOptions<Types>

  constructor(transport: Transport, path: string, options: StreamOptions<Types> = {}) {
    this.#transport = transport
    this.#path = path
    this.#options = options
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamItem<Types>, void, undefined> {
    const { signal, retries = RETRIES_DEFAULT } = this.#options
    const progress = await this.#begin()
    for (let failures = 0; ; failures++) {
      const beganAt = performance.now()
      let retryAfter = 0
      try {
        for await (const item of this.#connection(progress)) {
          failures = 0
          yield item as StreamItem<Types>
        }
      } catch (error) {
        if (signal?.aborted || !isWorthAnotherConnection(error)) throw error
        if (!progress.wasThere && failures >= retries) throw error
        retryAfter = error.retryAfter ?? 0
      } finally {
        this.#show(progress, false)
      }
      if (performance.now() - beganAt > STEADY_MS) failures = 0
      await pause(retryAfter * 1000 + backoff(failures), signal)
    }
  }

  /** The current end of the events: everything after it is delivered, even when the first connection fails. */
  async #begin(): Promise<Progress> {
    const { lastEventId, signal, timeoutMs, retries } = this.#options
    const progress = { position: 0, wasThere: false, isThere: false }
    if (lastEventId !== undefined) return { ...progress, id: lastEventId }
    const address = EVENTS + queryText({ limit: 1 })
    const { data } = await this.#transport.receive<{ data: SamvadEvent[] }>(
      { method: 'GET', address },
      { signal, timeoutMs, retries },
    )
    const [newest] = data.data
    return { ...progress, id: newest?.id ?? null, position: newest?.position ?? 0 }
  }

  async *#connection(progress: Progress): AsyncGenerator<Item, void, undefined> {
    const { signal, timeoutMs, silenceMs = SILENCE_MS } = this.#options
    const address = this.#path + queryText({ type: this.#patterns })
    const options = { lastEventId: progress.id, silenceMs, timeoutMs, signal }
    for await (const blocks of connect(this.#transport, address, options)) {
      if (!progress.isThere) {
        this.#show(progress, true)
        // The organization had no event and so no id to continue from: everything since then is delivered.
        if (progress.id === null) yield* this.#sinceTheBeginning(progress)
      }
      for (const block of blocks) {
        const item = itemOf(block)
        if (item && isNext(item, progress)) yield item
      }
    }
  }

  async *#sinceTheBeginning(progress: Progress): AsyncGenerator<Item, void, undefined> {
    const { signal, timeoutMs } = this.#options
    const query = { after: '0', type: this.#patterns, signal, timeoutMs } as { signal?: AbortSignal }
    for await (const event of this.#transport.list<SamvadEvent, { has_more: boolean; data: SamvadEvent[] }>(
      EVENTS,
      query,
    ))
      if (isNext(event, progress)) yield event
  }

  /** The requested patterns, without duplicates; empty for all events. */
  get #patterns(): string[] {
    const patterns = new Set<string>(this.#options.types)
    return patterns.has('*') ? [] : [...patterns]
  }

  #show(progress: Progress, isThere: boolean): void {
    if (progress.isThere === isThere) return
    progress.isThere = isThere
    progress.wasThere ||= isThere
    this.#options.onConnection?.(isThere)
  }
}

/** The parsed item; null when this version does not support it. */
function itemOf({ event, data }: Block): Item | null {
  if (event === 'reset') return { type: 'reset' }
  return event === 'message' ? (JSON.parse(data) as SamvadEvent) : null
}

/** True when the item follows the previous one, and then advances the position. */
function isNext(item: Item, progress: Progress): boolean {
  if (item.type === 'reset') {
    progress.position = 0
    return true
  }
  const { id, position } = item as SamvadEvent
  if (position <= progress.position) return false
  progress.id = id
  progress.position = position
  return true
}

function isWorthAnotherConnection(error: unknown): error is SamvadError {
  return error instanceof SamvadError && (isWorthAnotherTry(error) || (error.status ?? 0) >= 500)
}

/** Randomized, so that clients that lost the same service do not reconnect at the same time. */
const backoff = (failures: number): number =>
  Math.random() * Math.min(RECONNECT_MAX_MS, RECONNECT_FIRST_MS * 2 ** failures)
