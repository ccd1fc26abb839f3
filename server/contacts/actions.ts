// Contacts: the people at the other end. Groups: several of them at once.

import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absentIn } from '#kit/refusals.ts'
import * as queries from './queries.ts'

/** 404 naming `field` unless every contact exists in the organization. */
export async function mustExist(tx: Tx, actor: Actor, ids: Uuid[], field: string): Promise<void> {
  const rows = await tx.rows<{ id: Uuid }>(queries.existing(actor.organizationId, ids))
  if (rows.length < new Set(ids).size) throw absentIn(field, 'contact')
}

export async function groupMustExist(tx: Tx, actor: Actor, id: Uuid, field: string): Promise<void> {
  if (!(await tx.row(queries.groupExisting(actor.organizationId, id)))) throw absentIn(field, 'group')
}
