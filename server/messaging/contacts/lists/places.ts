// Removes a contact that is being deleted, and is locked, from its lists, and updates their counts.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './queries.ts'

export async function leaveAll(tx: Tx, organizationId: Uuid, contactId: Uuid): Promise<void> {
  const rows = await tx.rows<{ id: Uuid }>(queries.leaveAll(organizationId, contactId))
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx.rows(queries.lockAll(organizationId, ids))
  await tx.run(queries.countLess(organizationId, ids))
}
