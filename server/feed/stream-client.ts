// One who follows the live stream: what is written to it, and when it is given up.

import { Readable } from 'node:stream'
import type { Actor } from '#kit/app.ts'
import { interval } from '#kit/interval.ts'
import type { EventRow } from './queries.ts'
import type { ReadableSets, Readable as ReadableTypes } from './rules.ts'
import { setsOf } from './rules.ts'
import type { ShowEvent } from './show.ts'

/** Of what was written for it and not taken: with more nothing else is written for it. */
const UNREAD_BYTES_MAX = 1024 * 1024
/** Who takes nothing of it for so long goes, and comes back with its last id. */
const stalledMs = () => interval('STREAM_STALLED', 10_000)
const LOOK_EVERY_MS = 50

export class StreamClient {
  readonly actor: Actor
  readonly readable: ReadableTypes
  readonly sets: ReadableSets
  readonly content: Readable
  /** What it got, or was passed over, up to here. */
  position: bigint
  /** It has come to where the others are. */
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

  /** It has enough for now: what comes next is read for it when it has taken that. */
  get isFull(): boolean {
    return this.content.readableLength > UNREAD_BYTES_MAX
  }

  /** Until it has taken most of what it has. Whoever takes nothing is dropped. */
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

  /** What it had last is not there: it begins anew, and knows. */
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
