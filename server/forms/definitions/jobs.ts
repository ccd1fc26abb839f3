// Deletes removed forms with all their data, in batches.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import * as queries from './queries.ts'

/** Deletes a batch of the form's data. False once nothing is left. */
export type RemovePiece = (tx: Tx, organizationId: Uuid, formId: Uuid) => Promise<boolean>

/** `pieces`: deletions by domain, rows that refer to others first. */
export const formJobs = (app: App, pieces: readonly RemovePiece[]): Job[] => [
  perOrganization(app, 'form_removal', async (organizationId, signal) => {
    for (let isMore = true; isMore; ) {
      signal.throwIfAborted()
      isMore = await app.database.transaction(async (tx) => {
        const row = await tx.row<{ id: Uuid }>(queries.nextDeleted(organizationId))
        if (!row) return false
        for (const remove of pieces) if (await remove(tx, organizationId, row.id)) return true
        for (const statement of queries.remove(organizationId, row.id)) await tx.run(statement)
        return true
      }, organizationId)
    }
    return null
  }),
]
