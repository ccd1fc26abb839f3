// What recharges do by themselves: ask the gateways about payments that are awaited, so that a dead webhook costs
// nothing.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import { createGateways, type LoadGateways } from '#money/gateways/providers/index.ts'
import { CALLS_AT_ONCE } from '#money/gateways/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { leaveToCustomer } from './actions.ts'
import * as queries from './check-queries.ts'
import { logged, syncPayments } from './orders.ts'
import type { RechargeRow } from './queries.ts'
import { nextCheck } from './rules.ts'
import { refuse } from './settle.ts'

const RECHARGES_AT_ONCE = 50

export const rechargeJobs = (app: App): Job[] => {
  const loadGateways = createGateways(app)
  return [
    perOrganization(app, 'settle_recharge', (organizationId, signal) =>
      syncDue(app, loadGateways, organizationId, signal),
    ),
  ]
}

/** Nobody can pay what was begun at the sandbox gateway any more, nor was it paid: told as a failure, and closed. */
async function endTestMode(app: App, organizationId: Uuid, gateway: string): Promise<void> {
  const scope = { organizationId, at: app.clock() }
  const { supplier } = app.settings
  const refusal = { gateway: null, reason: 'gateway_error', supplier } as const
  const open = await app.database.reads.rows<RechargeRow>(queries.openAt(organizationId, gateway, RECHARGES_AT_ONCE))
  for (const { id, status } of open) {
    await app.database.transaction(async (tx) => {
      await wallet.lock(tx, organizationId)
      // Not a failed automatic payment, which would begin a grace: whoever waits for it goes on without.
      await leaveToCustomer(tx, scope, id)
      await refuse(tx, scope, id, refusal, status as 'created' | 'pending')
    }, organizationId)
  }
  if (open.length === RECHARGES_AT_ONCE) await endTestMode(app, organizationId, gateway)
}

/** Syncs every recharge of the organization that is due, and says when the next one is. */
async function syncDue(
  app: App,
  loadGateways: LoadGateways,
  organizationId: Uuid,
  signal: AbortSignal,
): Promise<Date | null> {
  const at = app.clock()
  const gateways = await loadGateways()
  for (const name of gateways.retired) await endTestMode(app, organizationId, name)
  const due = await app.database.reads.rows<RechargeRow>(queries.toCheck(organizationId, at, RECHARGES_AT_ONCE))
  await someAtOnce(due, CALLS_AT_ONCE, sync)

  async function sync(recharge: RechargeRow): Promise<void> {
    if (signal.aborted) return
    const gateway = gateways.named(recharge.gateway)
    // Scheduled before it is asked: a gateway that is down, or off for now, is asked at the next time, and holds up
    // nobody else.
    const { count, due: next } =
      recharge.status === 'succeeded'
        ? { count: recharge.check_count, due: null }
        : nextCheck(recharge.opened_at, recharge.check_count, at)
    await app.database.transaction(
      (tx) => tx.run(queries.scheduleCheck(organizationId, recharge.id, count, next)),
      organizationId,
    )
    if (gateway === null || recharge.status === 'succeeded') return
    try {
      await syncPayments(app, gateway, organizationId, recharge)
    } catch (error) {
      app.log.warn(
        { err: error, gateway: gateway.name, ...logged(recharge) },
        'payment status check failed; will retry',
      )
    }
  }

  const row = await app.database.reads.row<{ due: Date | null }>(queries.nextCheckDue(organizationId))
  return row?.due ?? null
}
