// Storage format of an inbound SMPP event: the raw octets with the account's settings at that time.

import { createHash } from 'node:crypto'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { type IdFormat, idFormats } from '../settings.ts'
import { BrokenPdu, type Pdu, readMessage } from './pdu.ts'
import { isReceipt } from './receipt.ts'

export type Kept =
  | {
      kind: 'pdu'
      command: number
      idFormat: IdFormat
      body: Buffer
      /** The delivery of a receipt, if it is known: received through a shared account. */
      deliveryId?: Uuid
    }
  /** Our own event: a message was sent in part, and will not be delivered. */
  | { kind: 'undelivered'; deliveryId: Uuid; code: string }
  /** Our own event: the other parts of a contact's message did not arrive. */
  | { kind: 'incomplete'; from: string; partIds: readonly Uuid[] }

export function writeKept(kept: Kept): Buffer {
  return Buffer.from(JSON.stringify('body' in kept ? { ...kept, body: kept.body.toString('base64') } : kept))
}

export function readKept(body: Buffer): Kept {
  const given = parsed(body) as Partial<Record<string, unknown>> | null
  if (given?.kind === 'undelivered' && typeof given.deliveryId === 'string' && typeof given.code === 'string')
    return { kind: 'undelivered', deliveryId: given.deliveryId as Uuid, code: given.code }
  if (given?.kind === 'incomplete' && typeof given.from === 'string' && Array.isArray(given.partIds))
    return { kind: 'incomplete', from: given.from, partIds: given.partIds as Uuid[] }
  const idFormat = idFormats.find((one) => one === given?.idFormat)
  if (given?.kind !== 'pdu' || typeof given.command !== 'number' || typeof given.body !== 'string' || !idFormat)
    throw new NotUnderstood('not an SMPP message')
  const deliveryId = typeof given.deliveryId === 'string' ? { deliveryId: given.deliveryId as Uuid } : {}
  return { kind: 'pdu', command: given.command, idFormat, body: Buffer.from(given.body, 'base64'), ...deliveryId }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** How long a connection must last after a response was written, for the provider to count as having received it. */
const ANSWER_SEEN_AFTER_MS = 5_000
/** Maximum number of remembered events. */
const REMEMBERED_MAX = 1_000

export interface Line {
  endedAtMs: number | null
}

interface Remembered {
  fingerprint: string
  line: Line
  answeredAtMs: number | null
}

/**
 * Detects repetitions of what a provider sends. A receipt is always the same. Inbound messages have no id, and somebody
 * may write "Yes" twice: they are repetitions only while the provider may not have received our response.
 */
export class Repetitions {
  readonly #known = new Map<string, Remembered>()

  /** Call `answered` after the response was written. */
  fingerprintOf(pdu: Pdu, line: Line): { fingerprint: string; answered(): void } {
    const hash = createHash('sha256').update(String(pdu.command)).update(pdu.body).digest('hex')
    if (isOfReceipt(pdu)) return { fingerprint: `receipt:${hash}`, answered() {} }
    const before = this.#known.get(hash)
    const entry: Remembered =
      before && mayNotHaveSeenAnswer(before, line)
        ? { ...before, line, answeredAtMs: null }
        : { fingerprint: `message:${hash}:${newUuid()}`, line, answeredAtMs: null }
    this.#known.delete(hash)
    this.#known.set(hash, entry)
    for (const [oldest] of this.#known) {
      if (this.#known.size <= REMEMBERED_MAX) break
      this.#known.delete(oldest)
    }
    return {
      fingerprint: entry.fingerprint,
      answered() {
        entry.answeredAtMs = performance.now()
      },
    }
  }
}

function mayNotHaveSeenAnswer({ line, answeredAtMs }: Remembered, now: Line): boolean {
  if (answeredAtMs === null) return true
  if (line === now) return false
  return line.endedAtMs === null || line.endedAtMs - answeredAtMs < ANSWER_SEEN_AFTER_MS
}

function isOfReceipt(pdu: Pdu): boolean {
  try {
    return isReceipt(readMessage(pdu))
  } catch (error) {
    if (error instanceof BrokenPdu) return true
    throw error
  }
}
