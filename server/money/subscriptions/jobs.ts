// The job of subscriptions: notices, renewals, retries, and the end of unpaid ones.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { createGateways, type LoadGateways } from '#money/gateways/providers/index.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { mandates } from './mandates.ts'
import { requestDue } from './request.ts'
import { takeSteps } from './step.ts'
import { nextDue, read } from './store.ts'

const AFTER_ERROR_MS = 10_000

export const subscriptionJobs = (app: App): Job[] => {
  const loadGateways = createGateways(app)
  return [
    perOrganization(app, 'subscription', async (organizationId, signal) => {
      try {
        return await advance(app, loadGateways, organizationId, signal)
      } catch (error) {
        if (signal.aborted) throw error
        // One organization's failure does not stop the others.
        app.log.error({ err: error, organization_id: organizationId }, 'subscription step failed; will retry')
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
  const gateways = await loadGateways()
  await mandates.sync(app, gateways, organizationId)
  signal.throwIfAborted()
  const scope = { organizationId, at: app.clock() }
  const terms = { gateways, supplier: app.settings.supplier }
  const again = await app.database.transaction((tx) => takeSteps(tx, scope, terms), organizationId)
  signal.throwIfAborted()
  await requestDue(app, gateways, organizationId)
  const state = await read(app.database.reads, organizationId)
  const due = state && nextDue(state, app.clock())
  return again !== null && (due === null || due <= app.clock() || again < due) ? again : due
}
