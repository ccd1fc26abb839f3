// The bodies that this process has in hand: counted from before their first byte until they are worked on, so that
// together they never take more memory than this, and no organization's all of it.

import { type Readable, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '#kit/refusals.ts'

/** Of all bodies together that are being read or worked on. */
export const BODIES_BYTES_MAX = 256 * 1024 * 1024
/** What is at most so large is not counted: there are as many as connections. */
export const UNCOUNTED_BYTES = 16 * 1024

/** What a budget has left, and who holds the rest. */
export class BodyBudget {
  #free: number
  readonly #held = new Map<string, number>()

  constructor(bytesMax: number) {
    this.#free = bytesMax
  }

  /** Nobody takes more than is then still free: alone half of it, so that there is room for the next who comes. */
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

/** One body. Its caller may go away while it is still worked on: it is in hand until neither is there. */
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

  /** Calls `then` when nobody works on it any more. */
  whenFree(then: () => void): void {
    this.#whenFree = then
  }

  /** Its request passed its deadline: what still works on it holds no room of others any more. */
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

/** Refuses a body for which there is no room now. `length` is null where its headers do not say it. */
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

/** One whose length nobody knows is counted as it comes: what it may become would keep room from others for nothing. */
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
    /** Of a body that is counted. */
    bodyInHand?: BodyInHand
  }
}
