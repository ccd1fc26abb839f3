// Memory budget for request bodies of this process: a body counts from before its first byte until it is processed, so
// that all bodies together stay below the limit, and no organization uses all of it.

import { type Readable, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '#kit/refusals.ts'

/** For all bodies being read or processed together. */
export const BODIES_BYTES_MAX = 256 * 1024 * 1024
/** Smaller bodies are not counted: the number of connections limits them. */
export const UNCOUNTED_BYTES = 16 * 1024

/** The remaining budget and its current holders. */
export class BodyBudget {
  #free: number
  readonly #held = new Map<string, number>()

  constructor(bytesMax: number) {
    this.#free = bytesMax
  }

  /**
   * No owner may take more than remains free afterwards: alone it gets half, so that there is room for the next one.
   */
  take(owner: string, bytes: number): void {
    const held = this.#held.get(owner) ?? 0
    if (held + bytes > this.#free - bytes) throw refusal('temporarily_unavailable', 'too_many_large_bodies')
    this.#free -= bytes
    this.#held.set(owner, held + bytes)
  }

  giveBack(owner: string, bytes: number): void {
    this.#free += bytes
    const held = (this.#held.get(owner) ?? 0) - bytes
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
  }

  get free(): number {
    return this.#free
  }
}

const budget = new BodyBudget(BODIES_BYTES_MAX)

export const bodiesBytesFree = (): number => budget.free

/** One body. Its caller may disconnect while it is being processed: it counts until both have ended. */
class BodyInHand {
  readonly isOfUnknownLength: boolean
  readonly #owner: string
  #bytes = 0
  #works = 0
  #isClosed = false
  #isReleased = false
  #whenFree = () => {}

  constructor(owner: string, length: number | null) {
    this.#owner = owner
    this.isOfUnknownLength = length === null
    if (length !== null) this.grow(length)
  }

  grow(bytes: number): void {
    if (this.#isReleased) throw refusal('temporarily_unavailable', 'body_took_too_long')
    budget.take(this.#owner, bytes)
    this.#bytes += bytes
  }

  beginWork(): void {
    this.#works++
  }

  endWork(): void {
    this.#works--
    this.#letGo()
  }

  close(): void {
    this.#isClosed = true
    this.#letGo()
  }

  get isHeld(): boolean {
    return this.#works > 0 && !this.#isReleased
  }

  /** Calls `then` when its processing has ended. */
  whenFree(then: () => void): void {
    this.#whenFree = then
  }

  /** The request passed its deadline: code that still processes the body no longer counts. */
  release(): void {
    this.#isReleased = true
    budget.giveBack(this.#owner, this.#bytes)
    this.#bytes = 0
  }

  #letGo(): void {
    if (!this.#isClosed || this.#works > 0) return
    budget.giveBack(this.#owner, this.#bytes)
    this.#bytes = 0
    this.#whenFree()
  }
}

/** Refuses a body that does not fit into the budget now. `length` is null when the headers do not state it. */
export function takeInHand(
  request: FastifyRequest,
  reply: FastifyReply,
  owner: string,
  length: number | null,
  bytesMax: number,
): void {
  if ((length ?? bytesMax) <= UNCOUNTED_BYTES) return
  const body = new BodyInHand(owner, length)
  request.bodyInHand = body
  reply.raw.once('close', () => body.close())
}

/** A body of unknown length counts as it arrives: reserving its possible maximum would block others for nothing. */
export function countArriving(
  { bodyInHand }: FastifyRequest,
  _reply: FastifyReply,
  payload: Readable,
  done: (error: Error | null, payload: Readable) => void,
  bytesMax = Number.POSITIVE_INFINITY,
): void {
  if (!bodyInHand?.isOfUnknownLength) return done(null, payload)
  let arrived = 0
  const counted = new Transform({
    transform(bytes: Buffer, _encoding, taken) {
      try {
        arrived += bytes.length
        if (arrived > bytesMax) throw refusal('body_too_large', 'body_too_large', { max: bytesMax })
        bodyInHand.grow(bytes.length)
        taken(null, bytes)
      } catch (error) {
        taken(error as Error)
      }
    },
  })
  payload.once('error', (error) => counted.destroy(error))
  done(null, payload.pipe(counted))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a counted body. */
    bodyInHand?: BodyInHand
  }
}
