// Files of other domains in the same store, with their own ids: recorded before the first byte is written, as
// attachments are, so that unused ones are deleted. They do not count against the quota.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import * as queries from './queries.ts'

/** The file is deleted at `dueAt` unless it is kept by then. */
export async function noteFile(tx: Tx, { organizationId }: Scope, id: Uuid, dueAt: Date): Promise<void> {
  await tx.run(queries.notePending(organizationId, id, dueAt))
  tx.onCommit(enqueueWork('attachment_removal', organizationId, dueAt))
}

/** Keeps the file. False if it is already being deleted. */
export async function keepFile(tx: Tx, { organizationId }: Scope, id: Uuid): Promise<boolean> {
  return (await tx.row(queries.keepPending(organizationId, id))) !== undefined
}

/** Postpones the deletion to `dueAt`. False if it is already being deleted. */
export async function keepFileUntil(tx: Tx, { organizationId }: Scope, id: Uuid, dueAt: Date): Promise<boolean> {
  if ((await tx.row(queries.waitLonger(organizationId, id, dueAt))) === undefined) return false
  tx.onCommit(enqueueWork('attachment_removal', organizationId, dueAt))
  return true
}

/** Stored or only recorded files; they are deleted after the commit. */
export async function letFilesGo(tx: Tx, scope: Scope, ids: readonly Uuid[]): Promise<void> {
  for (const id of ids) await tx.run(queries.noteGoing(scope, id))
  if (ids.length > 0) tx.onCommit(enqueueWork('attachment_removal', scope.organizationId, scope.at))
}
