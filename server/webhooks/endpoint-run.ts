// One endpoint while it is told: which of its events may go out now, and up to where everything is done. In memory;
// what must outlast this process is written down before anything follows on it.

import type { EventRow } from '#feed/queries.ts'
import type { Readable, Reader } from '#feed/rules.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Outcome } from './delivery-queries.ts'
import type { EndpointRow } from './queries.ts'

/** Events that are read ahead, and objects that may wait for one that fails: behind them nothing more is read. */
export const WINDOW_MAX = 200
export const HELD_MAX = 500

export class EndpointRun {
  row: EndpointRow
  reader: Reader
  readable: Readable
  /** Up to here events were read. */
  readTo: bigint
  /** Where each object stands whose events wait until one that failed has ended. */
  readonly held: Map<Uuid, bigint>
  /** Read, and not begun, in their order. */
  readonly waiting: EventRow[] = []
  /** Of what is under way, or not written down yet: objects, and positions of events that were read. */
  readonly busy = new Set<string>()
  readonly open = new Set<bigint>()
  /** Deliveries that are tried again just now. */
  readonly retrying = new Set<Uuid>()
  underWay = 0
  /** Read to the end of what there is, as it was a moment ago. */
  isRead = false
  /** While it is written down what came of some, nothing is read: what waits behind those follows up to here. */
  isWriting = false
  /** How far is written down. */
  kept: bigint

  constructor(row: EndpointRow, reader: Reader, readable: Readable, held: Map<Uuid, bigint>) {
    this.row = row
    this.reader = reader
    this.readable = readable
    this.readTo = row.position
    this.kept = row.position
    this.held = held
  }

  get mayRead(): boolean {
    return this.waiting.length + this.open.size < WINDOW_MAX && this.held.size < HELD_MAX
  }

  add(events: readonly EventRow[], readTo: bigint, ended: ReadonlySet<bigint>): void {
    for (const event of events) if (!ended.has(event.position)) this.waiting.push(event)
    if (readTo > this.readTo) this.readTo = readTo
  }

  /**
   * The next event that may go out: the first of an object of which nothing is under way. What waits behind one that
   * failed is passed over: its turn comes with that one's end.
   */
  next(): EventRow | null {
    const seen = new Set<Uuid>()
    for (let index = 0; index < this.waiting.length; index++) {
      const event = this.waiting[index] as EventRow
      if (this.held.has(event.object_id)) {
        this.waiting.splice(index--, 1)
        continue
      }
      if (this.busy.has(event.object_id) || seen.has(event.object_id)) {
        seen.add(event.object_id)
        continue
      }
      this.waiting.splice(index, 1)
      this.busy.add(event.object_id)
      this.open.add(event.position)
      return event
    }
    return null
  }

  /** It is written down. `isNew`: it had been read as an event; `next`: where the one stands that waited behind it. */
  ended({ id, objectId, isReplay, position, endedAt }: Outcome, isNew: boolean, next: bigint | undefined): void {
    this.busy.delete(isReplay ? `replay ${objectId}` : objectId)
    this.retrying.delete(id)
    if (isNew) this.open.delete(position)
    if (isReplay) return
    const held = endedAt === null ? position : next
    if (held === undefined) this.held.delete(objectId)
    else this.held.set(objectId, held)
  }

  /** Everything up to here is told, or has a delivery that is tried again, once `done` are written down. */
  position(done: ReadonlySet<bigint>): bigint {
    let first = this.waiting[0]?.position
    for (const position of this.open)
      if (!done.has(position) && (first === undefined || position < first)) first = position
    for (const { position } of this.waiting) if (first === undefined || position < first) first = position
    return first === undefined ? this.readTo : first - 1n
  }
}
