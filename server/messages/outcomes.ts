// What became of deliveries that were handed over, written down: their status, the reversal of what never left, and the events.

import type { Tx } from '#kit/database.ts'
import { emit, type NewEvent, subscribedTypes } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Scope } from '#kit/hooks.ts'
import * as wallet from '#wallet/actions.ts'
import * as dispatchQueries from './dispatch-queries.ts'
import type { RecordedRow } from './dispatch-queries.ts'
import { isReversed, type Outcome } from './dispatch-rules.ts'
import { messageCancelled, messageFailed, messageSent } from './events.ts'
import { giveBack } from './give-back.ts'
import * as queries from './queries.ts'
import type { DeliveryRow, MessageRow } from './queries.ts'

/** Records a group in one transaction; returns those that were recorded: see dispatch-queries.ts for the others. */
export async function record(tx: Tx, scope: Scope, outcomes: Outcome[]): Promise<RecordedRow[]> {
  const { organizationId, at } = scope
  // The wallet before the deliveries, the order in which everybody locks them.
  const purse = outcomes.some(isReversed) ? await wallet.lock(tx, organizationId) : null
  // Asked together with the recording, so that it costs no round trip of its own.
  const asked = subscribedTypes(tx, organizationId, ['message.sent', 'message.failed', 'message.cancelled'])
  asked.catch(() => {})
  const rows = await tx.rows<RecordedRow>(dispatchQueries.record(organizationId, outcomes, at))
  if (purse) {
    const reasons = new Map(outcomes.map(({ id, status, errorCode }) => [id, errorCode ?? status]))
    const reasonOf = (id: Uuid) => `the message did not leave (${reasons.get(id)})`
    await giveBack(tx, scope, purse, rows.filter(isReversed), { by: 'charge', reasonOf })
  }
  await tell(tx, scope, rows, await asked)
  return rows
}

const tellers: Partial<Record<RecordedRow['status'], typeof messageSent>> = {
  sent: messageSent,
  failed: messageFailed,
  cancelled: messageCancelled,
}

/** Message events are many: only those that somebody asked for are written. */
async function tell(tx: Tx, { organizationId, at }: Scope, rows: RecordedRow[], asked: Set<string>): Promise<void> {
  if (asked.size === 0) return
  const told = rows.filter(({ status, message_id }) => status in tellers && message_id !== null)
  if (told.length === 0) return

  const [messages, deliveries] = await Promise.all([
    tx.rows<MessageRow>(
      queries.byIds(
        organizationId,
        told.map(({ message_id }) => message_id as Uuid),
      ),
    ),
    tx.rows<DeliveryRow>(
      queries.deliveriesByIds(
        organizationId,
        told.map(({ id }) => id),
      ),
    ),
  ])
  const messageOf = new Map(messages.map((row) => [row.id, row]))
  const events = deliveries.flatMap((delivery): NewEvent[] => {
    const message = messageOf.get(delivery.message_id as Uuid)
    const teller = tellers[delivery.status]
    return message && teller ? [teller(message, delivery)] : []
  })
  await emit(
    tx,
    organizationId,
    at,
    events.filter(({ type }) => asked.has(type)),
  )
}
