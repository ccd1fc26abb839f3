// What recharges do by themselves: ask the gateways about payments that are awaited, so that a dead webhook costs nothing.

import { createGateways, type LoadGateways } from '#gateways/providers/index.ts'
import { CALLS_AT_ONCE } from '#gateways/rules.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { ask } from './orders.ts'
import * as queries from './queries.ts'
import type { RechargeRow } from './queries.ts'
import { nextCheck } from './rules.ts'

const RECHARGES_AT_ONCE = 50

export const rechargeJobs = (app: App): Job[] => {
  const loadGateways = createGateways(app)
  return [
    perOrganization(app, 'settle_recharge', (organizationId, signal) =>
      askDue(app, loadGateways, organizationId, signal),
    ),
  ]
}

/** Asks about every recharge of the organization that is due, and says when the next one is. */
async function askDue(
  app: App,
  loadGateways: LoadGateways,
  organizationId: Uuid,
  signal: AbortSignal,
): Promise<Date | null> {
  const at = app.clock()
  const gateways = await loadGateways()
  const due = await app.database.reads.rows<RechargeRow>(queries.toCheck(organizationId, at, RECHARGES_AT_ONCE))
  await someAtOnce(due, CALLS_AT_ONCE, askAbout)

  async function askAbout(recharge: RechargeRow): Promise<void> {
    if (signal.aborted) return
    const gateway = gateways.named(recharge.gateway)
    // Scheduled before it is asked: a gateway that is down, or off for now, is asked at the next time, and holds up nobody else.
    const { count, due: next } =
      recharge.status === 'succeeded'
        ? { count: recharge.check_count, due: null }
        : nextCheck(recharge.opened_at, recharge.check_count, at)
    await app.database.transaction((tx) => tx.run(queries.scheduleCheck(organizationId, recharge.id, count, next)))
    if (gateway === null || recharge.status === 'succeeded') return
    try {
      await ask(app, gateway, organizationId, recharge)
    } catch (error) {
      app.log.warn({ err: error, gateway: gateway.name, recharge_id: recharge.id }, 'the gateway could not be asked')
    }
  }

  const row = await app.database.reads.row<{ due: Date | null }>(queries.nextCheckDue(organizationId))
  return row?.due ?? null
}
