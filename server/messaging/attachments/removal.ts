// Attachments and originals are deleted with their messages, in the same transaction: rows, links, and the stored
// responses that contain them. A job deletes the files after the commit (jobs.ts).

import { forgetAnswers } from '#edge/idempotency.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import { removeMissing } from './missing-queries.ts'
import { removeOriginals } from './original-queries.ts'
import * as queries from './queries.ts'

export async function removeWithMessages(tx: Tx, scope: Scope, messageIds: Uuid[]): Promise<void> {
  await tx.run(removeMissing(scope.organizationId, messageIds))
  const originals = await tx.rows<{ id: Uuid }>(removeOriginals(scope, messageIds))
  const gone = await tx.rows<{ id: Uuid }>(queries.removeOfMessages(scope, messageIds))
  if (originals.length + gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  tx.onCommit(forgetAnswers(scope.organizationId, ids))
  tx.onCommit(enqueueWork('attachment_removal', scope.organizationId, scope.at))
}

/** Removes claimed files (queries.claim) after they were copied. */
export async function removeClaimed(tx: Tx, scope: Scope, ids: readonly Uuid[]): Promise<void> {
  await tx.run(queries.removeClaimed(scope, ids))
  tx.onCommit(forgetAnswers(scope.organizationId, [...ids]))
  tx.onCommit(enqueueWork('attachment_removal', scope.organizationId, scope.at))
}
