// What auto-recharge does by itself, whenever a deduction left too little or one of its times has come.

import { createGateways, type LoadGateways } from '#gateways/providers/index.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { askDue } from './ask.ts'
import { takeStep } from './begin.ts'
import { attendTo } from './mandates.ts'
import { dueAt, read } from './state.ts'

const AFTER_ERROR_MS = 10_000

export const autoRechargeJobs = (app: App): Job[] => {
  const loadGateways = createGateways(app)
  return [
    perOrganization(app, 'auto_recharge', async (organizationId, signal) => {
      try {
        return await advance(app, loadGateways, organizationId, signal)
      } catch (error) {
        if (signal.aborted) throw error
        // One organization's trouble holds up nobody else.
        app.log.error({ err: error, organization_id: organizationId }, 'auto-recharge failed; it is tried again')
        return new Date(app.clock().getTime() + AFTER_ERROR_MS)
      }
    }),
  ]
}

/** Does what is due of the organization, and says when there is more. */
async function advance(
  app: App,
  loadGateways: LoadGateways,
  organizationId: Uuid,
  signal: AbortSignal,
): Promise<Date | null> {
  const { supplier, rechargeMaxRupees: maxRupees } = app.settings
  const gateways = await loadGateways()
  await attendTo(app, gateways, organizationId)
  signal.throwIfAborted()
  const scope = { organizationId, at: app.clock() }
  await app.database.transaction((tx) => takeStep(tx, scope, { gateways, supplier, maxRupees }))
  signal.throwIfAborted()
  await askDue(app, gateways, organizationId)
  const known = await read(app.database.reads, organizationId)
  return known && dueAt(known)
}
