// Jobs of imports. The worker runs an organization's imports one after the other, under a lease that it extends, and
// deletes expired imports with their failed rows.

import type { App } from '#kit/app.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { removeExpired } from './expiry.ts'
import { PIECE_ROWS } from './rules.ts'
import { beginNext, work } from './working.ts'

/** Per worker: each running import takes processor time and a connection from the worker's other jobs. */
const ORGANIZATIONS_AT_ONCE = 2

export const importJobs = (app: App, store = gatedStore(app), pieceRows = PIECE_ROWS): Job[] => [
  perOrganization(
    app,
    'import',
    async (organizationId, signal) => {
      for (;;) {
        signal.throwIfAborted()
        const row = await beginNext(app, organizationId)
        if (row === null) break
        await work(app, store, organizationId, row, signal, pieceRows)
      }
      return removeExpired(app, organizationId, signal)
    },
    { atOnce: ORGANIZATIONS_AT_ONCE },
  ),
]
