// A client of the live stream: what is written to it, and when it is disconnected.

import { Readable } from 'node:stream'
import type { Actor } from '#kit/app.ts'
import { interval } from '#kit/interval.ts'
import type { EventRow } from './queries.ts'
import type { ReadableSets, Readable as ReadableTypes } from './rules.ts'
import { setsOf } from './rules.ts'
import type { ShowEvent } from './show.ts'

/** Maximum number of unread bytes; beyond it nothing more is written. */
const UNREAD_BYTES_MAX = 1024 * 1024
/** A client that reads nothing for this long is disconnected, and reconnects with its last id. */
const stalledMs = () => interval('STREAM_STALLED', 10_000)
const LOOK_EVERY_MS = 50

export class StreamClient {
  readonly actor: Actor
  readonly readable: ReadableTypes
  readonly sets: ReadableSets
  readonly content: Readable
  /** Everything up to here was sent or skipped. */
  position: bigint
  /** True once it has caught up with the other clients. */
  isLive = false
  readonly #show: ShowEvent

  constructor(actor: Actor, readable: ReadableTypes, position: bigint, show: ShowEvent) {
    this.actor = actor
    this.readable = readable
    this.sets = setsOf(readable)
    this.position = position
    this.#show = show
    this.content = new Readable({ read() {}, highWaterMark: UNREAD_BYTES_MAX })
  }

  get isOver(): boolean {
    return this.content.destroyed || this.content.readableEnded
  }

  /** True when it has enough unread data: the next events are read for it afterwards. */
  get isFull(): boolean {
    return this.content.readableLength > UNREAD_BYTES_MAX
  }

  /** Resolves when it has read most of its data. A client that reads nothing is disconnected. */
  async untilTaken(): Promise<void> {
    let [unread, at] = [this.content.readableLength, performance.now()]
    while (!this.isOver && this.content.readableLength > UNREAD_BYTES_MAX / 2) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      if (this.content.readableLength < unread) [unread, at] = [this.content.readableLength, performance.now()]
      else if (performance.now() - at > stalledMs()) this.content.destroy()
    }
  }

  send(row: EventRow): void {
    const shown = this.#show(this.actor, row)
    this.#write(`id: ${shown.id}\ndata: ${JSON.stringify(shown)}\n\n`)
  }

  /** Its last event no longer exists: it receives a `reset` and starts over. */
  reset(): void {
    this.#write('event: reset\ndata: {}\n\n')
  }

  beat(): void {
    if (!this.isFull) this.#write(': \n\n')
  }

  end(): void {
    if (!this.isOver) this.content.push(null)
  }

  #write(text: string): void {
    if (!this.isOver) this.content.push(text)
  }
}
