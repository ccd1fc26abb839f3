// Lifting the fence: what would be sent then, what is settled as already done by the copied installation, and the
// lifting itself.

import * as installation from '#installation/actions.ts'
import { forgetFence } from '#installation/fence.ts'
import { NEVER, type Waiting, type WaitingRow } from '#installation/waiting.ts'
import type { App } from '#kit/app.ts'
import { pauseRestored } from '#messaging/campaigns/restored.ts'
import { waitingMessages } from '#messaging/dispatch/waiting.ts'
import { waitingDebits } from '#money/auto-recharge/waiting.ts'
import { waitingOrders } from '#money/recharges/waiting.ts'
import { waitingPayouts } from '#money/refunds/waiting-payouts.ts'
import { postponeAfterFence } from '#money/subscriptions/hold.ts'
import { waitingSubscriptionPayments } from '#money/subscriptions/waiting.ts'
import { waitingNotices } from '#notifications/waiting.ts'
import * as audit from '#people/audit/actions.ts'
import { waitingInvitations } from '#people/invitations/waiting.ts'
import { placeOf } from './place.ts'

const all: readonly Waiting[] = [
  waitingMessages,
  waitingInvitations,
  waitingOrders,
  waitingDebits,
  waitingSubscriptionPayments,
  waitingPayouts,
  waitingNotices,
]

export interface WouldLeave extends WaitingRow {
  what: string
  /** True when the `early` ones are settled as sent. */
  isSettled: boolean
}

/** Everything that waits; `early` counts items that started waiting before `before`. */
export async function wouldLeave({ database }: App, before: Date | null): Promise<WouldLeave[]> {
  const found: WouldLeave[] = []
  for (const { what, count, settle } of all) {
    const rows = await database.reads.rows<WaitingRow>(count(before ?? NEVER))
    found.push(...rows.map((row) => ({ what, isSettled: settle !== undefined, ...row })))
  }
  return found
}

export interface Lifted {
  fence: installation.Fence
  /** Counts by kind. */
  settled: Record<string, number>
}

/** Null when there is no fence. If it is interrupted, the fence is still up, and settled items stay settled. */
export async function liftFence(app: App, before: Date | null): Promise<Lifted | null> {
  const { database, clock } = app
  const here = await placeOf(app)
  if ((await installation.fenceAt(database.reads, here)) === null) return null
  await pauseRestored(app)
  const settled: Record<string, number> = {}
  for (const one of all) {
    for (const { org_id, early } of await database.reads.rows<WaitingRow>(one.count(before ?? NEVER))) {
      if (one.settle && before !== null && early > 0n) {
        await one.settle(app, org_id, before)
        settled[one.what] = (settled[one.what] ?? 0) + Number(early)
      }
      await one.mayBeDone?.(app, org_id)
    }
  }
  const at = clock()
  const fence = await database.transaction(async (tx) => {
    const lifted = await installation.liftFence(tx, here)
    if (!lifted) return null
    if (lifted.since) await postponeAfterFence(tx, lifted.since, at)
    const details = { reason: lifted.reason, queued_before: before?.toISOString() ?? null, settled }
    const entry = { action: 'fence.lifted', object: null, details } as const
    audit.record(tx, { organizationId: audit.INSTALLATION, at }, 'command_line', entry)
    return lifted
  })
  forgetFence(app)
  return fence && { fence, settled }
}
