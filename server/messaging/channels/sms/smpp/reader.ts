// Understands what came by SMPP and was kept: receipts, of whole messages and of parts, and what contacts wrote.

import { createHash } from 'node:crypto'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Arrival, type ArrivalReader, NotUnderstood } from '../../arrivals/arrival.ts'
import {
  type Arrived,
  type Incoming,
  nothingArrived,
  type Receipt,
  type ReportedStatus,
} from '../../arrivals/arrived.ts'
import type { PartStatus, ReportedPartRow } from '../queries.ts'
import * as queries from '../queries.ts'
import { idOfReceipt } from './ids.ts'
import type { IncomingSms } from './incoming.ts'
import { readIncoming } from './incoming.ts'
import { readKept } from './kept.ts'
import { BrokenPdu, readMessage, type ShortMessage } from './pdu.ts'
import { isReceipt, readReceipt } from './receipt.ts'

/** Parts of one message come close together; later ones with the same reference are of another. */
export const PARTS_WITHIN_MS = 10 * 60_000

export function createSmppReader({ database }: Pick<App, 'database'>): ArrivalReader {
  async function receiptsIn(arrival: Arrival, given: ShortMessage, format: Parameters<typeof idOfReceipt>[1]) {
    const receipt = readReceipt(given)
    if (receipt === null) throw new NotUnderstood('a receipt that names no message')
    const { status, error } = receipt
    if (status === null) return []
    const { organizationId, receivedAt: time } = arrival
    const providerId = idOfReceipt(receipt.id, format)
    const partStatus = status === 'read' ? 'delivered' : status
    const parts = await database.transaction(async (tx) => {
      await tx.run(queries.lockMessageOf(organizationId, providerId))
      return tx.rows<ReportedPartRow>(queries.reportPart(organizationId, providerId, partStatus, error?.code ?? null))
    }, organizationId)
    const [first] = parts
    if (first === undefined) return [receiptOf({ providerId }, status, error)]
    const ofAll = statusOfAll(parts.map((one) => one.status))
    return ofAll === null ? [] : [receiptOf({ id: first.delivery_id }, ofAll, ofAll === 'delivered' ? null : error)]

    function receiptOf(delivery: Receipt['delivery'], said: ReportedStatus, why: Receipt['error']): Receipt {
      const isBad = said === 'failed' || said === 'undelivered'
      const missing = { code: 'parts_missing', detail: 'Not every part of the message arrived.' }
      return { organizationId, channel: 'sms', delivery, status: said, time, error: isBad ? (why ?? missing) : null }
    }
  }

  async function messagesIn(arrival: Arrival, given: ShortMessage): Promise<Incoming[]> {
    const sms = readIncoming(given)
    if (sms.place === null) return [incoming(sms.from, sms.text, arrival.id, arrival.receivedAt)]
    const { organizationId, receivedAt } = arrival
    const messageKey = keyOf(sms, sms.place)
    const found = await database.transaction(async (tx) => {
      const { part, parts } = sms.place as NonNullable<IncomingSms['place']>
      const own = { id: arrival.id, messageKey, part, parts, text: sms.text, receivedAt }
      await tx.run(queries.insertIncomingPart(organizationId, own))
      const [from, to] = [-PARTS_WITHIN_MS, PARTS_WITHIN_MS].map((ms) => new Date(receivedAt.getTime() + ms))
      return tx.rows<queries.IncomingPartRow>(
        queries.incomingPartsOf(organizationId, messageKey, from as Date, to as Date),
      )
    }, organizationId)
    if (found.length < sms.place.parts) return []
    const [first] = found as [queries.IncomingPartRow]
    return [incoming(sms.from, found.map(({ text }) => text).join(''), first.id, first.received_at)]
  }

  return {
    async read(arrival) {
      const kept = readKept(arrival.body)
      if (kept.kind === 'undelivered') {
        const { deliveryId, code } = kept
        const error = { code, detail: 'Some parts of the message were refused, after others had left.' }
        const { organizationId, receivedAt: time } = arrival
        const delivery = { id: deliveryId }
        return arrivedOf({
          receipts: [{ organizationId, channel: 'sms', delivery, status: 'undelivered', time, error }],
        })
      }
      const given = messageOf(kept)
      if (isReceipt(given)) return arrivedOf({ receipts: await receiptsIn(arrival, given, kept.idFormat) })
      return arrivedOf({ messages: await messagesIn(arrival, given) })
    },
  }
}

const arrivedOf = (some: Partial<Arrived>): Arrived => ({ ...nothingArrived, ...some })

function messageOf(pdu: Parameters<typeof readMessage>[0]): ShortMessage {
  try {
    return readMessage(pdu)
  } catch (error) {
    if (error instanceof BrokenPdu) throw new NotUnderstood(error.message)
    throw error
  }
}

/** The same however often it is read. */
function incoming(from: string, text: string, id: Uuid, time: Date): Incoming {
  return {
    channel: 'sms',
    from,
    providerId: `smpp:${id}`,
    content: { subject: null, text, html: null, attachments: [] },
    time,
  }
}

function keyOf({ from, to }: IncomingSms, { reference, parts }: NonNullable<IncomingSms['place']>): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([from, to, reference, parts]))
    .digest()
}

/** Of a message in parts: it arrived when all have, and never left when none has. Null: some are still on their way. */
export function statusOfAll(parts: readonly PartStatus[]): ReportedStatus | null {
  const are = (...wanted: PartStatus[]) => parts.every((one) => wanted.includes(one))
  if (are('delivered')) return 'delivered'
  if (are('failed', 'refused')) return 'failed'
  if (parts.includes('undelivered')) return 'undelivered'
  return are('delivered', 'failed', 'refused', 'undelivered') ? 'undelivered' : null
}
