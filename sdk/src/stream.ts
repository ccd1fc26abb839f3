// Events as they happen, in their order, without a gap and without a repetition, however often the connection is lost.

import { queryText } from './address.ts'
import { connect } from './connection.ts'
import { SamvadError } from './errors.ts'
import type { EventPattern, EventsOf, SamvadEvent } from './event.ts'
import { isWorthAnotherTry, RETRIES_DEFAULT } from './retries.ts'
import type { Block } from './sse.ts'
import { pause } from './time.ts'
import type { Transport } from './transport.ts'

export interface StreamOptions<Types extends readonly EventPattern[] = readonly EventPattern[]> {
  /** Types, or all of a noun: `['message.*', 'balance.low']`. All unless said. */
  types?: Types | undefined
  /** The id of the last event that was dealt with: goes on behind it, without a gap. */
  lastEventId?: string | undefined
  /** Ends the stream: the loop over it throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** How long it may take until a connection is answered; 30,000 unless said. */
  timeoutMs?: number | undefined
  /** How often the first connection is tried again; later ones are tried for as long as it takes. 3 unless said. */
  retries?: number | undefined
  /** A connection on which nothing comes for so long is lost; 45,000 unless said. Something comes every 15 seconds. */
  silenceMs?: number | undefined
  /** Called with true when a connection is there, with false when it is lost: for showing it. */
  onConnection?: ((isThere: boolean) => void) | undefined
}

/** What was missed is not kept any more, or the id was never one: look at everything anew. What happens now follows. */
export interface StreamReset {
  type: 'reset'
}

export type StreamItem<Types extends readonly EventPattern[] = readonly ['*']> = EventsOf<Types[number]> | StreamReset

const SILENCE_MS = 45_000
const RECONNECT_FIRST_MS = 500
const RECONNECT_MAX_MS = 10_000
/** One that was there for so long was a good one. */
const STEADY_MS = 5000
const EVENTS = '/v1/events'

type Item = SamvadEvent | StreamReset

/** How far a reader has come. */
interface Progress {
  id: string | null
  position: number
  /** There was a connection, and there is one. */
  wasThere: boolean
  isThere: boolean
}

/** `for await (const event of samvad.events.stream({ types }))`. It connects when the loop begins. */
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

  /** Where the events end now: what happens from here on is told, also when the first connection does not last. */
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
        // Where there was no event yet there is no id to go on behind: what happened meanwhile is all that there is.
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

  /** What the service is asked for: exactly these, each once; nothing for all of them. */
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

/** What it says, where it is something that this version knows. */
function itemOf({ event, data }: Block): Item | null {
  if (event === 'reset') return { type: 'reset' }
  return event === 'message' ? (JSON.parse(data) as SamvadEvent) : null
}

/** Whether it is behind what came before; if so, that is how far it has come. */
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

/** Never all at once: whoever lost the same service comes back scattered. */
const backoff = (failures: number): number =>
  Math.random() * Math.min(RECONNECT_MAX_MS, RECONNECT_FIRST_MS * 2 ** failures)
