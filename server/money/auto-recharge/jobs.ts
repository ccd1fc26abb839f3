// Auto-recharge's job: runs when a deduction left too little, or at a due time.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { createGateways, type LoadGateways } from '#money/gateways/providers/index.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { takeStep } from './begin.ts'
import { syncMandates } from './mandates.ts'
import { requestDue } from './request.ts'
import { dueAt, read } from './store.ts'

const AFTER_ERROR_MS = 10_000

export const autoRechargeJobs = (app: App): Job[] => {
  const loadGateways = createGateways(app)
  return [
    perOrganization(app, 'auto_recharge', async (organizationId, signal) => {
      try {
        return await advance(app, loadGateways, organizationId, signal)
      } catch (error) {
        if (signal.aborted) throw error
        // One organization's failure does not stop the others.
        app.log.error({ err: error, organization_id: organizationId }, 'auto-recharge failed; will retry')
        return new Date(app.clock().getTime() + AFTER_ERROR_MS)
      }
    }),
  ]
}

/** Does the organization's due work, and returns when the next is due. */
async function advance(
  app: App,
  loadGateways: LoadGateways,
  organizationId: Uuid,
  signal: AbortSignal,
): Promise<Date | null> {
  const { supplier, rechargeMaxRupees: maxRupees } = app.settings
  const gateways = await loadGateways()
  await syncMandates(app, gateways, organizationId)
  signal.throwIfAborted()
  const scope = { organizationId, at: app.clock() }
  await app.database.transaction((tx) => takeStep(tx, scope, { gateways, supplier, maxRupees }), organizationId)
  signal.throwIfAborted()
  await requestDue(app, gateways, organizationId)
  const known = await read(app.database.reads, organizationId)
  return known && dueAt(known)
}
