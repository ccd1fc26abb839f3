// The jobs of notices: creating them from events, sending them, and deleting old ones.

import type { EventKind } from '#events/declaration.ts'
import type { Given } from '#events/positions.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { enqueueWorkOfMany } from '#kit/work.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { retention } from '#worker/retention.ts'
import { isNoticeType } from './kinds.ts'
import * as queries from './queries.ts'
import { NOTICES_KEPT_MS } from './rules.ts'
import { type Carriers, sendDue } from './sending.ts'
import { writeSome } from './writing.ts'

/** Changes only the database: the console shows new notices even while the installation is fenced. */
export const noticeJobs = (app: App, kinds: readonly EventKind[]): Job[] => [
  perOrganization(app, 'notices', async (organizationId, signal) => {
    while (await writeSome({ app, kinds }, organizationId)) if (signal.aborted) break
    return null
  }),
  retention(app, {
    name: 'old notices',
    keptMs: NOTICES_KEPT_MS,
    organizations: queries.organizationsWithOld,
    remove: queries.removeOld,
  }),
]

export function noticeSendJobs(app: App, kinds: readonly EventKind[], carriers: Carriers): Job[] {
  const job = perOrganization(app, 'notice_sends', (organizationId, signal) =>
    sendDue({ app, kinds, carriers }, organizationId, signal),
  )
  return [
    {
      ...job,
      async end() {
        for (const carrier of Object.values(carriers)) carrier.close()
      },
    },
  ]
}

/** In the transaction that assigns positions to events: enqueues work when an event may notify a member. */
export async function noteNotices(tx: Tx, given: readonly Given[], at: Date): Promise<void> {
  const found = given.filter(({ types }) => [...types].some(isNoticeType))
  if (found.length === 0) return
  const ids = found.map(({ organizationId }) => organizationId)
  tx.onCommit(enqueueWorkOfMany('notices', ids.toSorted(), at))
}
