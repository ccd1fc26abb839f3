// What became of deliveries that were handed over, written down: their status, the reversal of what never left, and the events.
// What moves no money is recorded for many organizations at once; what gives money back, for one, behind its wallet's lock.

import type { Tx } from '#kit/database.ts'
import { type EventOfOne, insertEventsOfMany, subscribedTypes } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Scope } from '#kit/hooks.ts'
import * as wallet from '#wallet/actions.ts'
import * as queries from './dispatch-queries.ts'
import type { RecordedRow } from './dispatch-queries.ts'
import { isReversed, type Outcome } from './dispatch-rules.ts'
import { messageCancelled, messageFailed, messageSent } from './events.ts'
import { giveBack } from './give-back.ts'
import type { DeliveryRow, MessageRow } from './queries.ts'

/** Records outcomes of one organization; returns those that were recorded: see dispatch-queries.ts for the others. */
export async function record(tx: Tx, scope: Scope, outcomes: Outcome[]): Promise<RecordedRow[]> {
  const { organizationId, at } = scope
  // The wallet before the deliveries, the order in which everybody locks them.
  const [purse] = await Promise.all([
    outcomes.some(isReversed) ? wallet.lock(tx, organizationId) : null,
    tx.run(queries.lookUpByKey),
  ])
  return write(tx, outcomes, at, async (rows) => {
    if (!purse) return
    const reasons = new Map(outcomes.map(({ id, status, errorCode }) => [id, errorCode ?? status]))
    const reasonOf = (id: Uuid) => `the message did not leave (${reasons.get(id)})`
    await giveBack(tx, scope, purse, rows.filter(isReversed), { by: 'charge', reasonOf })
  })
}

/** Records outcomes of many organizations, none of which gives money back: no lock is waited for. */
export async function recordOfMany(tx: Tx, outcomes: Outcome[], at: Date): Promise<RecordedRow[]> {
  if (outcomes.some(isReversed)) throw new Error('what gives money back is recorded behind the lock of its wallet')
  return write(tx, outcomes, at, async () => {})
}

const tellers: Partial<Record<RecordedRow['status'], typeof messageSent>> = {
  sent: messageSent,
  failed: messageFailed,
  cancelled: messageCancelled,
}

async function write(
  tx: Tx,
  outcomes: Outcome[],
  at: Date,
  andThen: (rows: RecordedRow[]) => Promise<void>,
): Promise<RecordedRow[]> {
  const organizationIds = [...new Set(outcomes.map(({ organizationId }) => organizationId))]
  // Asked together with the recording, so that it costs no round trip of its own.
  const [asked, rows] = await Promise.all([
    subscribedTypes(tx, organizationIds, ['message.sent', 'message.failed', 'message.cancelled']),
    tx.rows<RecordedRow>(queries.record(outcomes, at)),
  ])
  await andThen(rows)
  await tell(tx, rows, asked, at)
  return rows
}

/** Message events are many: only those that somebody asked for are written. */
async function tell(tx: Tx, rows: RecordedRow[], asked: Map<Uuid, Set<string>>, at: Date): Promise<void> {
  const told = rows.filter(
    ({ org_id, status, message_id }) => asked.has(org_id) && status in tellers && message_id !== null,
  )
  if (told.length === 0) return

  const [messages, deliveries] = await Promise.all([
    tx.rows<MessageRow>(queries.messagesOf(told)),
    tx.rows<DeliveryRow & { org_id: Uuid }>(queries.deliveriesOf(told)),
  ])
  const messageOf = new Map(messages.map((row) => [row.id, row]))
  const events = deliveries.flatMap((delivery): EventOfOne[] => {
    const { org_id: organizationId } = delivery
    const message = messageOf.get(delivery.message_id as Uuid)
    const teller = tellers[delivery.status]
    return message && teller ? [{ organizationId, ...teller(message, delivery) }] : []
  })
  const wanted = events.filter(({ organizationId, type }) => asked.get(organizationId)?.has(type))
  if (wanted.length > 0) tx.later(insertEventsOfMany(at, wanted))
}
