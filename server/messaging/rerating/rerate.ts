// Re-rates a month's messages to the price of the tier that its count has reached: one credit per kind. The flush that
// crosses the boundary records the re-rate (sending/effects.ts), and from then on a reversal returns the new price;
// here the sum is computed without any lock, and booked.

import { setTimeout as pause } from 'node:timers/promises'
import { emit } from '#events/actions.ts'
import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { formatMicros } from '#kit/money.ts'
import { publicId } from '#kit/wire.ts'
import { channelOf } from '#money/pricing/rules.ts'
import * as usage from '#money/usage/queries.ts'
import * as wallet from '#money/wallet/actions.ts'
import { countedMessages } from '#money/wallet/rules.ts'
import * as audit from '#people/audit/actions.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { monthRerated } from './events.ts'
import type { CoveredRow, CoveredUsageRow, RerateRow } from './queries.ts'
import * as queries from './queries.ts'

const RERATES_AT_ONCE = 20

export const rerateJobs = (app: App): Job[] => [
  perOrganization(app, 'rerate', (organizationId, signal) => rerateOpen(app, organizationId, signal)),
]

async function rerateOpen(app: App, organizationId: Uuid, signal?: AbortSignal): Promise<Date | null> {
  const { database } = app
  const open = await database.reads.rows<RerateRow>(queries.open(organizationId, RERATES_AT_ONCE))
  for (const rerate of open) {
    signal?.throwIfAborted()
    const covered = await readAtLeisure(app, organizationId, (tx) =>
      tx.rows<CoveredUsageRow>(queries.coveredUsage(organizationId, rerate)),
    )
    await database.transaction((tx) => book(tx, { organizationId, at: app.clock() }, rerate, covered), organizationId)
  }
  return open.length === RERATES_AT_ONCE ? app.clock() : null
}

/**
 * How long a send waits for its pending credit; with millions of messages it takes longer, and the send is refused with
 * a request to retry.
 */
const SETTLE_WITHIN_MS = 10_000

/** Books the organization's unbooked re-rates. False when that takes too long or fails; the job continues it. */
export async function settleRerates(app: App, organizationId: Uuid): Promise<boolean> {
  const timeout = new AbortController()
  const tooLong = pause(SETTLE_WITHIN_MS, false, { signal: timeout.signal }).catch(() => false)
  const settled = rerateOpen(app, organizationId).then(
    () => true,
    (err: unknown) => {
      app.log.warn({ err, organization_id: organizationId }, 're-rate before a send failed')
      return false
    },
  )
  try {
    return await Promise.race([settled, tooLong])
  } finally {
    timeout.abort()
  }
}

/** The current cost of the messages that such a re-rate would cover. */
export function sumOf(app: App, organizationId: Uuid, of: queries.Covered): Promise<CoveredRow> {
  return readAtLeisure(app, organizationId, async (tx) => {
    const row = await tx.row<CoveredRow>(queries.covered(organizationId, of))
    if (!row) throw new Error('an aggregate gave no row')
    return row
  })
}

/** On its own connection: it may take long, and reads share theirs. */
function readAtLeisure<T>({ database }: App, organizationId: Uuid, read: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.run(queries.takeTime)
    return read(tx)
  }, organizationId)
}

/** Idempotent under concurrent calls. */
async function book(tx: Tx, scope: Scope, { id }: RerateRow, covered: readonly CoveredUsageRow[]): Promise<void> {
  const { organizationId, at } = scope
  const walletState = await wallet.lock(tx, organizationId)
  const rerate = await tx.row<RerateRow>(queries.lockOpen(organizationId, id))
  if (!rerate) return
  const { kind, month, tier, price_list_id, price_micros } = rerate
  const channel = channelOf(kind)
  const creditOf = ({ micros, units }: CoveredUsageRow) => micros - units * price_micros
  const messages = covered.reduce((sum, { count }) => sum + count, 0n)
  const amount = covered.reduce((sum, row) => sum + creditOf(row), 0n)
  if (amount === 0n)
    return void (await tx.run(queries.markBooked(organizationId, id, { messages, amount, transactionId: null }, at)))

  const movement = {
    kind: 'credit' as const,
    amount,
    counterAccount: `revenue:${channel}`,
    key: `rerate:${kind}:${month}:${tier}:${price_list_id}`,
    description: `Re-rate of ${month.slice(0, 7)}: ${countedMessages(messages, channel)} at ₹${formatMicros(price_micros)}`,
    channel,
    messageCount: Number(messages),
  }
  const transactionId = await wallet.move(tx, organizationId, walletState, movement, at)
  await tx.run(queries.markBooked(organizationId, id, { messages, amount, transactionId }, at))
  await tx.run(usage.addReturned(organizationId, covered, indianDate(at), (row) => ({ reratedAmount: creditOf(row) })))
  const event = monthRerated(transactionId, rerate, channel, messages, amount)
  await emit(tx, organizationId, at, [event])
  audit.record(tx, scope, 'system', {
    action: 'month.rerated',
    object: publicId('txn', transactionId),
    details: event.payload as Record<string, unknown>,
  })
}
