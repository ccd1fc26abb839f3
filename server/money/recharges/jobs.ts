// The job of recharges: queries gateways about expected payments, so that a failed webhook has no effect.

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

/** Open recharges at the sandbox gateway can no longer be paid: they fail, with an event. */
async function endTestMode(app: App, organizationId: Uuid, gateway: string): Promise<void> {
  const scope = { organizationId, at: app.clock() }
  const { supplier } = app.settings
  const refusal = { gateway: null, reason: 'gateway_error', supplier } as const
  const open = await app.database.reads.rows<RechargeRow>(queries.openAt(organizationId, gateway, RECHARGES_AT_ONCE))
  for (const { id, status } of open) {
    await app.database.transaction(async (tx) => {
      await wallet.lock(tx, organizationId)
      // Not treated as a failed automatic payment, which would start a grace period: auto-recharge continues without
      // it.
      await leaveToCustomer(tx, scope, id)
      await refuse(tx, scope, id, refusal, status as 'created' | 'pending')
    }, organizationId)
  }
  if (open.length === RECHARGES_AT_ONCE) await endTestMode(app, organizationId, gateway)
}

/** Syncs every due recharge of the organization, and returns when the next one is due. */
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
    // Scheduled before the query: a gateway that is down or disabled is queried at the next time, and delays no other.
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
