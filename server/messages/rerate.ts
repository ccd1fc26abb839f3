// The month's messages get the price of the tier that its count has reached: one credit for each kind. The flush that crosses
// wrote down what is to be re-rated (milestones.ts), and from then on a reversal gives back the new price; here the sum is made,
// without any lock, and booked.

import { setTimeout as pause } from 'node:timers/promises'
import * as audit from '#audit/actions.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database.ts'
import { emit } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import type { Scope } from '#kit/hooks.ts'
import { publicId } from '#kit/wire.ts'
import { channelOf } from '#pricing/rules.ts'
import * as wallet from '#wallet/actions.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { monthRerated } from './events.ts'
import * as queries from './rerate-queries.ts'
import type { CoveredRow, RerateRow } from './rerate-queries.ts'

const RERATES_AT_ONCE = 20

export const rerateJobs = (app: App): Job[] => [
  perOrganization(app, 'rerate', (organizationId, signal) => rerateOpen(app, organizationId, signal)),
]

async function rerateOpen(app: App, organizationId: Uuid, signal?: AbortSignal): Promise<Date | null> {
  const { database } = app
  const open = await database.reads.rows<RerateRow>(queries.open(organizationId, RERATES_AT_ONCE))
  for (const rerate of open) {
    signal?.throwIfAborted()
    const covered = await sumOf(app, organizationId, rerate)
    await database.transaction((tx) => book(tx, { organizationId, at: app.clock() }, rerate, covered))
  }
  return open.length === RERATES_AT_ONCE ? app.clock() : null
}

/** How long a send waits for a credit that is due to it; a month of millions takes longer, and then it is told to come again. */
const SETTLE_WITHIN_MS = 10_000

/** Books what is open of the organization, whoever was to do it. False when that takes too long or fails; it goes on by itself. */
export async function settleRerates(app: App, organizationId: Uuid): Promise<boolean> {
  const timeout = new AbortController()
  const tooLong = pause(SETTLE_WITHIN_MS, false, { signal: timeout.signal }).catch(() => false)
  const settled = rerateOpen(app, organizationId).then(
    () => true,
    (err: unknown) => {
      app.log.warn({ err, organization_id: organizationId }, 'a re-rate could not be settled before a send')
      return false
    },
  )
  try {
    return await Promise.race([settled, tooLong])
  } finally {
    timeout.abort()
  }
}

/** On a connection of its own: it may take long, and reads share theirs. */
export function sumOf({ database }: App, organizationId: Uuid, of: queries.Covered): Promise<CoveredRow> {
  return database.transaction(async (tx) => {
    await tx.run(queries.takeTime)
    const row = await tx.row<CoveredRow>(queries.covered(organizationId, of))
    if (!row) throw new Error('an aggregate gave no row')
    return row
  })
}

/** Once, however often and by whomever it is asked. */
async function book(
  tx: Tx,
  scope: Scope,
  { id }: RerateRow,
  { messages, units, cost_micros }: CoveredRow,
): Promise<void> {
  const { organizationId, at } = scope
  const purse = await wallet.lock(tx, organizationId)
  const rerate = await tx.row<RerateRow>(queries.lockOpen(organizationId, id))
  if (!rerate) return
  const { kind, month, tier, price_list_id, price_micros } = rerate
  const channel = channelOf(kind)
  const amount = cost_micros - units * price_micros
  if (amount === 0n)
    return void (await tx.run(queries.markBooked(organizationId, id, { messages, amount, transactionId: null }, at)))

  const movement = {
    kind: 'credit' as const,
    amount,
    counterAccount: `revenue:${channel}`,
    key: `rerate:${kind}:${month}:${tier}:${price_list_id}`,
    description: `Re-rate of ${month.slice(0, 7)}: ${messages} ${channel} ${messages === 1n ? 'message' : 'messages'} at ${formatMicros(price_micros)}`,
    channel,
    messageCount: Number(messages),
  }
  const transactionId = await wallet.move(tx, organizationId, purse, movement, at)
  await tx.run(queries.markBooked(organizationId, id, { messages, amount, transactionId }, at))
  const event = monthRerated(transactionId, rerate, channel, messages, amount)
  await emit(tx, organizationId, at, [event])
  audit.record(tx, scope, 'system', {
    action: 'month.rerated',
    object: publicId('txn', transactionId),
    details: event.payload as Record<string, unknown>,
  })
}
