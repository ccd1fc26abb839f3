// Deletions that are too large for one transaction. A short transaction hides the object from everybody and records the
// deletion here; a job deletes its rows in batches. Until the last batch, queries that find such rows other than
// through the object check here.

import type { Scope } from './app.ts'
import type { Tx } from './database/database.ts'
import { insertingFor, onShard } from './database/shards.ts'
import { type Statement, sql } from './database/sql.ts'
import type { Uuid } from './ids.ts'
import { enqueueWork } from './work.ts'

export interface Deletion {
  id: Uuid
  kind: 'conversation' | 'contact'
}

/** Called in the transaction that hides the object. */
export async function noteDeletions(
  tx: Tx,
  { organizationId, at }: Scope,
  kind: Deletion['kind'],
  ids: readonly Uuid[],
): Promise<void> {
  const { id: organization, beside } = insertingFor(organizationId)
  await tx.run(sql`
    insert into deletions (org_id, id, kind, created_at)
    select ${organization}, given.id, ${kind}::text, ${at}::timestamptz
      from ${beside} unnest(${ids}::uuid[]) as given (id)
    on conflict do nothing`)
  tx.onCommit(enqueueWork('deletion', organizationId, at))
}

/** A condition: the object, of one of these organizations, is deleted, though some of its rows may remain. */
export function isBeingDeleted(organizationIds: readonly Uuid[], organization: Statement, id: Statement): Statement {
  return sql`
    exists (select from deletions gone
             where gone.org_id = ${organization} ${onShard(sql`gone.org_id`, organizationIds)} and gone.id = ${id})`
}

/** The oldest recorded deletion. */
export function nextDeletion(organizationId: Uuid): Statement {
  return sql`
    select id, kind from deletions where org_id = ${organizationId} order by created_at, id limit 1`
}

/** No row once it is finished. One batch at a time: a worker that lost the lease may still be processing one. */
export function lockDeletion(organizationId: Uuid, id: Uuid): Statement {
  return sql`select id from deletions where org_id = ${organizationId} and id = ${id} for update`
}

export function endDeletion(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from deletions where org_id = ${organizationId} and id = ${id}`
}
