// Rechecks the records of verified form domains.

import type { App } from '#kit/app.ts'
import { createDns, type Dns } from '#kit/dns.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { recheck } from './check.ts'
import * as queries from './queries.ts'
import { UNANSWERED_AGAIN_MS } from './rules.ts'

const AT_ONCE = 10

export function domainJobs(app: App, dns: Dns = createDns(app.settings)): Job[] {
  const { database, clock } = app
  return [
    perOrganization(app, 'form_domains', async (organizationId, signal) => {
      const due = await database.reads.rows<{ id: Uuid }>(queries.due(organizationId, clock(), AT_ONCE))
      for (const { id } of due) {
        if (signal.aborted) return clock()
        const at = clock()
        const isAnswered = await recheck(app, dns, { organizationId, at }, id)
        const again = new Date(at.getTime() + UNANSWERED_AGAIN_MS)
        if (!isAnswered)
          await database.transaction((tx) => tx.run(queries.checkAgainAt(organizationId, id, again)), organizationId)
      }
      return (await database.reads.row<{ due_at: Date | null }>(queries.nextDue(organizationId)))?.due_at ?? null
    }),
  ]
}
