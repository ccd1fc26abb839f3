// After a restore the fence is active, as it is unknown what the original installation sent since the backup. Every
// unfinished campaign is paused before the fence is lifted; only a user can resume it. spec 17.73.

import { isFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Job } from '#worker/job.ts'
import { pauseFor } from './control.ts'
import type { CampaignRow } from './queries.ts'
import * as queries from './queries.ts'

const EVERY_MS = 1000

/** Pauses the campaigns of all organizations that are not paused for this reason yet. */
export async function pauseRestored({ database, clock }: App): Promise<void> {
  for (const { org_id } of await database.reads.rows<{ org_id: Uuid }>(queries.organizationsUnrestored()))
    await database.transaction(async (tx) => {
      const scope = { organizationId: org_id, at: clock() }
      for (const row of await tx.rows<CampaignRow>(queries.lockUnfinished(org_id)))
        await pauseFor(tx, scope, row, 'restored')
    }, org_id)
}

/** Runs while the fence is active; the fan-out is stopped then. */
export const restoredJobs = (app: App): Job[] => [
  {
    name: 'restored campaigns',
    everyMs: EVERY_MS,
    async run() {
      if (await isFenced(app)) await pauseRestored(app)
      return false
    },
  },
]
