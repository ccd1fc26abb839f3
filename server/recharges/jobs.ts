// What recharges do by themselves: ask the gateways about payments that are awaited, and deliver the sandbox gateway's webhooks.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { returnWork, takeWork, type WorkKind } from '#kit/work.ts'
import type { Job } from '#worker/job.ts'
import { ask } from './orders.ts'
import { createGateways, type Gateways } from './providers/index.ts'
import * as queries from './queries.ts'
import type { RechargeRow } from './queries.ts'
import { nextCheck } from './rules.ts'
import { deliverDue } from './sandbox/webhook.ts'

const ORGANIZATIONS_AT_ONCE = 10
const RECHARGES_AT_ONCE = 50
const LOOK_EVERY_MS = 5000

export const rechargeJobs = (app: App): Job[] => {
  const gateways = createGateways(app)
  return [
    perOrganization(app, 'settle_recharge', (organizationId) => askDue(app, gateways, organizationId)),
    ...(gateways.named('sandbox')
      ? [perOrganization(app, 'sandbox_webhook', (organizationId) => deliverDue(app, organizationId))]
      : []),
  ]
}

/** Takes organizations whose work is due and does it; `work` answers when there is more, or null. */
function perOrganization(app: App, kind: WorkKind, work: (organizationId: Uuid) => Promise<Date | null>): Job {
  return {
    name: kind,
    on: kind,
    everyMs: LOOK_EVERY_MS,
    async run(signal) {
      const { database } = app
      const taken = await database.transaction((tx) => takeWork(tx, kind, app.clock(), ORGANIZATIONS_AT_ONCE))
      for (const one of taken) {
        // What is left keeps its lease and is taken by another worker when that ends.
        if (signal.aborted) return false
        const next = await work(one.org_id)
        await database.transaction((tx) => returnWork(tx, kind, one, next))
      }
      return taken.length === ORGANIZATIONS_AT_ONCE
    },
  }
}

/** Asks about every recharge of the organization that is due, and says when the next one is. */
async function askDue(app: App, gateways: Gateways, organizationId: Uuid): Promise<Date | null> {
  const at = app.clock()
  const due = await app.database.reads.rows<RechargeRow>(queries.toCheck(organizationId, at, RECHARGES_AT_ONCE))
  for (const recharge of due) {
    const gateway = gateways.named(recharge.gateway)
    // Scheduled before it is asked: a gateway that is down is asked again at the next time, and holds up nobody else.
    const { count, due: next } =
      gateway === null || recharge.status === 'succeeded'
        ? { count: recharge.check_count, due: null }
        : nextCheck(recharge.opened_at, recharge.check_count, at)
    await app.database.transaction((tx) => tx.run(queries.scheduleCheck(organizationId, recharge.id, count, next)))
    if (gateway === null || recharge.status === 'succeeded') continue
    try {
      await ask(app, gateway, organizationId, recharge)
    } catch (error) {
      app.log.warn({ err: error, gateway: gateway.name, recharge_id: recharge.id }, 'the gateway could not be asked')
    }
  }
  const row = await app.database.reads.row<{ due: Date | null }>(queries.nextCheckDue(organizationId))
  return row?.due ?? null
}
