// Hooks of the search index: entries of deleted objects are deleted in the same transaction; changed texts are recorded
// for the job (indexing.ts).

import type { Hook } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './index-queries.ts'

/** Called after the objects' rows were deleted: the job locks the rows that it reads, so no entry reappears. */
export async function forget(tx: Tx, { organizationId }: Scope, ids: Uuid[]): Promise<void> {
  await tx.run(queries.removeEntries(organizationId, ids))
  await tx.run(queries.removeChanges(organizationId, ids))
}

export const note: Hook<'words.changed'> = async (tx, { organizationId, at }, { kind, ids }) => {
  if (ids.length > 0) await tx.run(queries.noteChanges(organizationId, kind, ids, at))
}

/** The merged contact may take over the name and addresses of the other. */
export const noteMergedContacts: Hook<'contact.merging'> = async (tx, scope, { from, into }) => {
  await forget(tx, scope, [from])
  await tx.run(queries.noteChanges(scope.organizationId, 'contact', [into], scope.at))
}

/** The conversation that they move to may belong to another user. */
export const noteMerged: Hook<'message.merging'> = async (tx, { organizationId, at }, merged) => {
  const ids = merged.map(({ id }) => id)
  if (ids.length > 0) await tx.run(queries.noteChanges(organizationId, 'message', ids, at))
}
