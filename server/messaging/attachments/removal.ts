// Attachments go with their messages, in the same transaction: rows, links, and the answers that showed them. The files
// follow behind the commit (jobs.ts).

import { forgetAnswers } from '#edge/idempotency.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import * as queries from './queries.ts'

export async function removeWithMessages(tx: Tx, scope: Scope, messageIds: Uuid[]): Promise<void> {
  const gone = await tx.rows<{ id: Uuid }>(queries.removeOfMessages(scope, messageIds))
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  tx.onCommit(forgetAnswers(scope.organizationId, ids))
  tx.onCommit(enqueueWork('attachment_removal', scope.organizationId, scope.at))
}

/** What was claimed (queries.claim), once it is somewhere else. */
export async function removeClaimed(tx: Tx, scope: Scope, ids: readonly Uuid[]): Promise<void> {
  await tx.run(queries.removeClaimed(scope, ids))
  tx.onCommit(forgetAnswers(scope.organizationId, [...ids]))
  tx.onCommit(enqueueWork('attachment_removal', scope.organizationId, scope.at))
}
