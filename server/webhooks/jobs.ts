// The jobs of webhooks: delivery per organization, and retention.

import type { EventKind } from '#events/declaration.ts'
import { type Given, idsOf } from '#events/positions.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { enqueueWorkOfMany } from '#kit/work.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { retention } from '#worker/retention.ts'
import { type Caller, createCaller } from './call.ts'
import * as deliveryQueries from './delivery-queries.ts'
import { OrganizationRun } from './organization-run.ts'
import * as queries from './queries.ts'
import { DAY_MS } from './rules.ts'

const ORGANIZATIONS_AT_ONCE = 200
/** Kept a day longer than their events: no event is sent twice while it exists. */
const LONGER_MS = DAY_MS

export function webhookJobs(app: App, kinds: readonly EventKind[], caller: Caller = createCaller(app)): Job[] {
  let running = 0
  const telling = { app, kinds, caller, isCrowded: () => running >= ORGANIZATIONS_AT_ONCE }
  const job = perOrganization(
    app,
    'webhooks',
    async (organizationId, signal) => {
      running++
      try {
        return await new OrganizationRun(telling, organizationId).run(signal)
      } finally {
        running--
      }
    },
    { atOnce: ORGANIZATIONS_AT_ONCE },
  )
  return [{ ...job, end: async () => caller.end() }]
}

/** Changes only the database. */
export const webhookRetention = (app: App): Job =>
  retention(app, {
    name: 'old webhook deliveries',
    keptMs: app.settings.eventsKeptDays * DAY_MS + LONGER_MS,
    organizations: deliveryQueries.organizationsWithOld,
    remove: deliveryQueries.removeOld,
  })

/** In the transaction that assigns positions: organizations with an endpoint get due work. */
export async function noteTelling(tx: Tx, given: readonly Given[], at: Date): Promise<void> {
  const found = await tx.rows<{ org_id: Uuid }>(queries.enabledAmong(idsOf(given)))
  if (found.length === 0) return
  tx.onCommit(
    enqueueWorkOfMany(
      'webhooks',
      found.map(({ org_id }) => org_id),
      at,
    ),
  )
}
