// The baseline for the group commit: one transaction per message, the usual way. Runs directly on the database, without
// HTTP, authentication or validation, which favours the baseline. Same tables, same rows.

import type pg from 'pg'
import { newUuid, parseTypeId } from '#kit/ids.ts'

const PRICE_MICROS = 150_000n

export interface Baseline {
  clients: number
  perSecond: number
}

/** `clients` connections, each sending one message after another for `seconds`. */
export async function oneTransactionPerMessage(
  database: pg.Pool,
  organizationId: string,
  userId: string,
  conversationIds: string[],
  clients: number,
  seconds: number,
): Promise<Baseline> {
  const ids = conversationIds.map((id) => parseTypeId('conv', id) as string)
  const until = performance.now() + seconds * 1000
  let sent = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const client = await database.connect()
      try {
        while (performance.now() < until) {
          await sendOne(client, organizationId, userId, ids[(sent + index) % ids.length] as string)
          sent++
        }
      } finally {
        client.release()
      }
    }),
  )
  return { clients, perSecond: sent / seconds }
}

async function sendOne(
  client: pg.PoolClient,
  organizationId: string,
  userId: string,
  conversationId: string,
): Promise<void> {
  const [transactionId, messageId, deliveryId] = [newUuid(), newUuid(), newUuid()]
  const query = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  await client.query('begin')
  const { rows } = await query(
    'b1',
    `update wallets set balance_micros = balance_micros - $2, version = version + 1 where org_id = $1
       and balance_micros >= $2
     returning balance_micros, version`,
    [organizationId, PRICE_MICROS],
  )
  const { rows: counters } = await query(
    'b2',
    `insert into month_counters values ($1, 'email', date_trunc('month', now() at time zone 'Asia/Kolkata')::date, 1)
     on conflict (org_id, channel, month) do update set message_count = month_counters.message_count + 1
     returning month, message_count`,
    [organizationId],
  )
  await query(
    'b3',
    `insert into transactions (org_id, id, kind, status, amount_micros, counter_account, wallet_version,
                               balance_after_micros,
                               description, channel, message_count, created_at, completed_at)
     values ($1, $2, 'deduction', 'completed', $3, 'revenue:email', $4, $5, '1 email message at 0.15', 'email', 1,
             now(), now())`,
    [organizationId, transactionId, -PRICE_MICROS, rows[0].version, rows[0].balance_micros],
  )
  await query(
    'b4',
    `insert into messages (org_id, id, conversation_id, direction, channel, sender_id, subject, text, created_at)
     values ($1, $2, $3, 'outbound', 'email', $4, 'Your order', 'It has left our house today.', now())`,
    [organizationId, messageId, conversationId, userId],
  )
  await query(
    'b5',
    `with sent as (
       insert into deliveries (org_id, id, message_id, conversation_id, address, channel, kind, status, price_micros,
                               tier, month,
                               month_number, transaction_id, due_at, created_at)
       values ($1, $2, $3, $4, 'someone@company.example', 'email', 'email', 'queued', $5, 1, $6, $7, $8, now(), now()))
     update conversations set last_active_at = now() where org_id = $1 and id = $4`,
    [
      organizationId,
      deliveryId,
      messageId,
      conversationId,
      PRICE_MICROS,
      counters[0].month,
      counters[0].message_count,
      transactionId,
    ],
  )
  await client.query('commit')
}
