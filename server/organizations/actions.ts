// Organizations own everything, their wallet included. Their members are users with a role each.

import type { Tx } from '#kit/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { tellBelow } from '#kit/reactions.ts'
import * as queries from './queries.ts'

/** A new organization with an empty wallet. */
export async function create(tx: Tx, name: string, at: Date): Promise<Uuid> {
  const id = newUuid(at.getTime())
  await tx.run(queries.insert(id, name, at))
  await tellBelow('organization.created', tx, { organizationId: id, at }, [id])
  return id
}

export async function isEmptyInstallation(tx: Tx): Promise<boolean> {
  return (await tx.row(queries.first())) === undefined
}

/** Makes a user a member: with a built-in role by its name, or a custom role by its id. */
export async function addMember(
  tx: Tx,
  organizationId: Uuid,
  userId: Uuid,
  role: { name: string } | { id: Uuid },
  at: Date,
): Promise<void> {
  await tx.run(
    queries.insertMember(organizationId, userId, 'name' in role ? role.name : null, 'id' in role ? role.id : null, at),
  )
}
