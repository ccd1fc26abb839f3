// The worker creates exports, an organization's one after another, under a lease that it extends while working. Expired
// exports are deleted with their files.

import type { App } from '#kit/app.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { beginNext, make, removeExpired } from './making.ts'

/** Concurrent exports per worker: each holds a page of rows in memory and takes processor time from other work. */
const ORGANIZATIONS_AT_ONCE = 3
/** An interrupted export starts over, so the largest one must finish within this time. */
const DEADLINE_MS = 6 * 3600 * 1000
/** Rows of one transaction. */
const EXPIRED_AT_ONCE = 100

export const exportJobs = (app: App, store = gatedStore(app)): Job[] => [
  perOrganization(
    app,
    'export',
    async (organizationId, signal) => {
      for (;;) {
        signal.throwIfAborted()
        const begun = await beginNext(app, organizationId)
        if (begun === null) break
        if (begun !== 'ended') await make(app, store, organizationId, begun, signal)
      }
      return removeExpired(app, organizationId, EXPIRED_AT_ONCE)
    },
    { atOnce: ORGANIZATIONS_AT_ONCE, deadlineMs: DEADLINE_MS },
  ),
]
