// State of one endpoint during delivery: which events may be sent now, and up to which position all are done. In
// memory; anything that must survive this process is stored before the next step.

import type { EventRow } from '#feed/queries.ts'
import type { Readable, Reader } from '#feed/rules.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Outcome } from './delivery-queries.ts'
import type { EndpointRow } from './queries.ts'

/** Limits the events read ahead, and the objects waiting for a failed event: beyond it nothing more is read. */
export const WINDOW_MAX = 200
export const HELD_MAX = 500

export class EndpointRun {
  row: EndpointRow
  reader: Reader
  readable: Readable
  /** Events were read up to here. */
  readTo: bigint
  /** Positions of objects whose events wait for a failed one. */
  readonly held: Map<Uuid, bigint>
  /** Events that were read and not started, in order. */
  readonly waiting: EventRow[] = []
  /** In progress or not stored yet: objects, and positions of events. */
  readonly busy = new Set<string>()
  readonly open = new Set<bigint>()
  /** Deliveries whose retry is in progress. */
  readonly retrying = new Set<Uuid>()
  underWay = 0
  /** True when all events had been read a moment ago. */
  isRead = false
  /** While results are being stored, nothing is read: events waiting for those follow up to here. */
  isWriting = false
  /** The stored position. */
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
   * The next event to send: the first of an object without one in progress. Events waiting for a failed one are
   * skipped; their turn comes when that one ends.
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

  /** The result is stored. `isNew`: it was read as an event; `next`: the position of the event that waited for it. */
  ended({ id, objectId, isReplay, position, endedAt }: Outcome, isNew: boolean, next: bigint | undefined): void {
    this.busy.delete(isReplay ? `replay ${objectId}` : objectId)
    this.retrying.delete(id)
    if (isNew) this.open.delete(position)
    if (isReplay) return
    const held = endedAt === null ? position : next
    if (held === undefined) this.held.delete(objectId)
    else this.held.set(objectId, held)
  }

  /** Every event up to here is delivered, or has a stored delivery to retry, once `done` are stored. */
  position(done: ReadonlySet<bigint>): bigint {
    let first = this.waiting[0]?.position
    for (const position of this.open)
      if (!done.has(position) && (first === undefined || position < first)) first = position
    for (const { position } of this.waiting) if (first === undefined || position < first) first = position
    return first === undefined ? this.readTo : first - 1n
  }
}
