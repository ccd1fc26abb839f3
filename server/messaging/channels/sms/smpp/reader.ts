// Parses stored SMPP events: receipts, of whole messages and of parts, and inbound messages.

import { createHash } from 'node:crypto'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import type { AccountState } from '../../accounts/kind.ts'
import { createAccountReader } from '../../accounts/reader.ts'
import { FOR_ALL } from '../../accounts/shared.ts'
import { type Arrival, type ArrivalReader, NotUnderstood } from '../../arrivals/arrival.ts'
import {
  type Arrived,
  type Incoming,
  nothingArrived,
  type Receipt,
  type ReportedStatus,
} from '../../arrivals/arrived.ts'
import * as incomingQueries from '../incoming-queries.ts'
import type { PartStatus } from '../queries.ts'
import { receiptStatesOf, type SmsSettings } from '../settings.ts'
import { idsOfReceipt } from './ids.ts'
import type { IncomingSms } from './incoming.ts'
import { readIncoming } from './incoming.ts'
import { type Kept, readKept } from './kept.ts'
import { joinParts } from './part-text.ts'
import { BrokenPdu, readMessage, type ShortMessage } from './pdu.ts'
import { isReceipt, readReceipt } from './receipt.ts'
import { createPartReports } from './reported-parts.ts'

/** Parts of one message arrive close together; later ones with the same reference belong to another message. */
export const PARTS_WITHIN_MS = 10 * 60_000

/** Maximum number of waiting parts per contact; further ones are shown separately. */
const OPEN_PARTS_MAX = 1000

type KeptPdu = Extract<Kept, { kind: 'pdu' }>

export function createSmppReader({
  database,
  groupOf,
  clock,
}: Pick<App, 'database' | 'groupOf' | 'clock'>): ArrivalReader {
  const reportPart = createPartReports({ database, groupOf })
  const stateOf = createAccountReader({ database })

  /** Read with each receipt, so that changed settings apply to receipts that wait for a person. */
  async function statesOf(owner: Uuid) {
    const { account } = (await stateOf(owner, 'sms')) as AccountState<SmsSettings>
    return receiptStatesOf(account?.settings)
  }

  async function receiptsIn(arrival: Arrival, given: ShortMessage, { idFormat: format, deliveryId }: KeptPdu) {
    const { organizationId, receivedAt: time } = arrival
    // A receipt with a known delivery was received through the installation's shared account.
    const { id, status, error } = readReceipt(given, await statesOf(deliveryId ? FOR_ALL : organizationId))
    if (status === null) return []
    const ids = idsOfReceipt(id, format)
    const partStatus = status === 'read' ? 'delivered' : status
    const errorCode = error?.code ?? null
    const long = await reportPart({
      organizationId,
      ...ids,
      status: partStatus,
      errorCode,
      deliveryId: deliveryId ?? null,
    })
    if (long === null) return [receiptOf(deliveryId ? { id: deliveryId } : ids, status, error)]
    const ofAll = statusOfAll(long.parts)
    return ofAll === null ? [] : [receiptOf({ id: long.deliveryId }, ofAll, ofAll === 'delivered' ? null : error)]

    function receiptOf(delivery: Receipt['delivery'], said: ReportedStatus, why: Receipt['error']): Receipt {
      const isBad = said === 'failed' || said === 'undelivered'
      const missing = { code: 'parts_missing', detail: detailsOf('parts_missing') }
      return { organizationId, channel: 'sms', delivery, status: said, time, error: isBad ? (why ?? missing) : null }
    }
  }

  async function messagesIn(arrival: Arrival, given: ShortMessage): Promise<Incoming[]> {
    const sms = readIncoming(given)
    if (sms.place === null) return [incoming(sms.from, sms.text, arrival.id, arrival.receivedAt)]
    const { organizationId, receivedAt } = arrival
    const messageKey = keyOf(sms, sms.place)
    const { from, stored: text } = sms
    const found = await database.transaction(async (tx) => {
      const { part, parts } = sms.place as NonNullable<IncomingSms['place']>
      const storedAt = clock()
      const own = { id: arrival.id, messageKey, from, part, parts, text, receivedAt, storedAt }
      await tx.row(incomingQueries.lockIncomingMessage(organizationId, messageKey))
      const isMany = (
        await tx.row<{ many: boolean }>(incomingQueries.hasManyOpenParts(organizationId, from, OPEN_PARTS_MAX))
      )?.many
      if (isMany) return [{ id: arrival.id, part, parts, text, received_at: receivedAt }]
      await tx.run(incomingQueries.insertIncomingPart(organizationId, own))
      const around = (ms: number) => new Date(receivedAt.getTime() + ms)
      const within = [around(-PARTS_WITHIN_MS), around(PARTS_WITHIN_MS)] as const
      const all = await tx.rows<incomingQueries.IncomingPartRow>(
        incomingQueries.incomingPartsOf(organizationId, messageKey, ...within),
      )
      if (all.length < parts) return []
      await tx.run(incomingQueries.endIncomingMessage(organizationId, messageKey, ...within, storedAt))
      return all
    }, organizationId)
    return found.length === 0 ? [] : [together(from, found)]
  }

  /** The message with the parts that arrived. */
  async function incompleteIn(
    { organizationId }: Arrival,
    from: string,
    partIds: readonly Uuid[],
  ): Promise<Incoming[]> {
    const found = await database.reads.rows<incomingQueries.IncomingPartRow>(
      incomingQueries.incomingPartsById(organizationId, partIds),
    )
    // The sender was erased in the meantime.
    return found.length === 0 ? [] : [together(from, found)]
  }

  return {
    async read(arrival) {
      const kept = readKept(arrival.body)
      if (kept.kind === 'undelivered') {
        const { deliveryId, code } = kept
        const error = { code, detail: detailsOf('parts_refused_later') }
        const { organizationId, receivedAt: time } = arrival
        const delivery = { id: deliveryId }
        return arrivedOf({
          receipts: [{ organizationId, channel: 'sms', delivery, status: 'undelivered', time, error }],
        })
      }
      if (kept.kind === 'incomplete')
        return arrivedOf({ messages: await incompleteIn(arrival, kept.from, kept.partIds) })
      const given = messageOf(kept)
      if (isReceipt(given)) return arrivedOf({ receipts: await receiptsIn(arrival, given, kept) })
      return arrivedOf({ messages: await messagesIn(arrival, given) })
    },
  }
}

const arrivedOf = (some: Partial<Arrived>): Arrived => ({ ...nothingArrived, ...some })

export function messageOf(pdu: Parameters<typeof readMessage>[0]): ShortMessage {
  try {
    return readMessage(pdu)
  } catch (error) {
    if (error instanceof BrokenPdu) throw new NotUnderstood(error.message)
    throw error
  }
}

/** The same result however often it is parsed. */
function incoming(from: string, text: string, id: Uuid, time: Date): Incoming {
  return {
    channel: 'sms',
    from,
    providerId: `smpp:${id}`,
    content: { subject: null, text, html: null, attachments: [] },
    time,
  }
}

/** The marker of missing parts. */
const MISSING = '[…]'

/** Parts in order, with a marker where some are missing; a complete message has another id than an incomplete one. */
function together(from: string, found: readonly incomingQueries.IncomingPartRow[]): Incoming {
  const [first] = found as [incomingQueries.IncomingPartRow]
  const textOf = new Map(found.map(({ part, text }) => [part, text]))
  const pieces: string[] = []
  let run: string[] = []
  for (let part = 1; part <= first.parts + 1; part++) {
    const text = textOf.get(part)
    if (text !== undefined) {
      run.push(text)
      continue
    }
    if (run.length > 0) pieces.push(joinParts(run))
    run = []
    if (part <= first.parts && pieces.at(-1) !== MISSING) pieces.push(MISSING)
  }
  const isWhole = textOf.size === first.parts
  const named = incoming(from, isWhole ? pieces.join('') : spaced(pieces), first.id, first.received_at)
  return isWhole ? named : { ...named, providerId: `smpp:part:${first.id}` }
}

/** With spaces around the marker of a missing part. */
const spaced = (pieces: readonly string[]): string =>
  pieces.reduce(
    (text, piece) => (text === '' ? piece : piece === MISSING ? `${text} ${piece}` : joined(text, piece)),
    '',
  )

const joined = (text: string, piece: string): string => (text.endsWith(MISSING) ? `${text} ${piece}` : text + piece)

function keyOf({ from, to }: IncomingSms, { reference, parts }: NonNullable<IncomingSms['place']>): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([from, to, reference, parts]))
    .digest()
}

/**
 * The status of a message in parts: delivered when all parts were, failed when no part was sent. Null while some are in
 * progress.
 */
export function statusOfAll(parts: readonly PartStatus[]): ReportedStatus | null {
  const are = (...wanted: PartStatus[]) => parts.every((one) => wanted.includes(one))
  if (are('delivered')) return 'delivered'
  if (are('failed', 'refused')) return 'failed'
  if (parts.includes('undelivered')) return 'undelivered'
  return are('delivered', 'failed', 'refused', 'undelivered') ? 'undelivered' : null
}
