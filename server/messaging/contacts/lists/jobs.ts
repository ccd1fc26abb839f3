// Deletes the members of deleted lists in batches, then the lists themselves.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import * as queries from './queries.ts'

const PIECE = 2000

export const listJobs = (app: App): Job[] => [
  perOrganization(app, 'list_removal', async (organizationId, signal) => {
    for (let isMore = true; isMore; ) {
      signal.throwIfAborted()
      isMore = await app.database.transaction(async (tx) => {
        const row = await tx.row<{ id: string }>(queries.nextDeleted(organizationId))
        if (!row) return false
        const removed = await tx.run(queries.removePiece(organizationId, row.id, PIECE))
        if (removed < PIECE) await tx.run(queries.remove(organizationId, row.id))
        return true
      }, organizationId)
    }
    return null
  }),
]
