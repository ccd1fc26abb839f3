// The job of refunds: requests payouts from gateways, and queries their results, so that a failed webhook has no
// effect.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import { createGateways, type LoadGateways } from '#money/gateways/providers/index.ts'
import { CALLS_AT_ONCE } from '#money/gateways/rules.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { submitOrSync } from './payout.ts'
import type { RefundRow } from './queries.ts'
import * as queries from './queries.ts'
import { nextCheck } from './rules.ts'
import { gatewayRefused } from './settle.ts'

const REFUNDS_AT_ONCE = 50

export const refundJobs = (app: App): Job[] => {
  const loadGateways = createGateways(app)
  return [
    perOrganization(app, 'refund', (organizationId, signal) => syncDue(app, loadGateways, organizationId, signal)),
  ]
}

/** Queries every due refund of the organization, and returns when the next one is due. */
async function syncDue(
  app: App,
  loadGateways: LoadGateways,
  organizationId: Uuid,
  signal: AbortSignal,
): Promise<Date | null> {
  const at = app.clock()
  const gateways = await loadGateways()
  const due = await app.database.reads.rows<RefundRow>(queries.toCheck(organizationId, at, REFUNDS_AT_ONCE))
  await someAtOnce(due, CALLS_AT_ONCE, sync)

  async function sync(refund: RefundRow): Promise<void> {
    if (signal.aborted) return
    // Scheduled before the query: a gateway that is down or off is queried again at the next time, and delays no other.
    const count = refund.check_count + 1
    const next = queries.scheduleCheck(organizationId, refund.id, count, nextCheck(count, at))
    await app.database.transaction((tx) => tx.run(next), organizationId)
    const gateway = gateways.named(refund.gateway as string)
    if (gateway === null) {
      // spec 16.5: the sandbox gateway is off for good, so its unpaid refunds return to the wallet.
      if (gateways.retired.includes(refund.gateway as string))
        await app.database.transaction(
          (tx) =>
            gatewayRefused(tx, { organizationId, at }, refund.id, app.settings.supplier, ['approved', 'processing']),
          organizationId,
        )
      return
    }
    try {
      await submitOrSync(app, gateway, organizationId, refund)
    } catch (error) {
      app.log.warn(
        { err: error, gateway: gateway.name, refund_id: refund.id },
        'refund status check failed; will retry',
      )
    }
  }

  const row = await app.database.reads.row<{ due: Date | null }>(queries.nextCheckDue(organizationId))
  return row?.due ?? null
}
