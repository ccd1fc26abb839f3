// What the index hears of others, in their transactions: what is deleted goes with it, what has other words is noted
// for the job (indexing.ts).

import type { Hook } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './index-queries.ts'

/** Behind the rows that it is of: the job holds those that it reads, so none comes back. */
export async function forget(tx: Tx, { organizationId }: Scope, ids: Uuid[]): Promise<void> {
  await tx.run(queries.removeEntries(organizationId, ids))
  await tx.run(queries.removeChanges(organizationId, ids))
}

export const note: Hook<'words.changed'> = async (tx, { organizationId, at }, { kind, ids }) => {
  if (ids.length > 0) await tx.run(queries.noteChanges(organizationId, kind, ids, at))
}

/** One contact goes into another, which may get its name and its addresses. */
export const noteMergedContacts: Hook<'contact.merging'> = async (tx, scope, { from, into }) => {
  await forget(tx, scope, [from])
  await tx.run(queries.noteChanges(scope.organizationId, 'contact', [into], scope.at))
}

/** They come to a conversation that may be another user's. */
export const noteMerged: Hook<'message.merging'> = async (tx, { organizationId, at }, merged) => {
  const ids = merged.map(({ id }) => id)
  if (ids.length > 0) await tx.run(queries.noteChanges(organizationId, 'message', ids, at))
}
