// Service users: the identities of an organization's programs. A name and a role; no address, password or sign-in. They
// are members like people, so anything that refers to a user can refer to one.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, invalid, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { mustHold, roleNamed } from '#people/access/roles.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import * as users from '#people/identity/actions.ts'
import * as members from './actions.ts'
import { memberUpdated } from './events.ts'
import type { MemberRow } from './queries.ts'
import * as queries from './queries.ts'
import type { NewServiceUser, ServiceUserChange, ServiceUserQuery } from './schema.ts'
import { showServiceUser } from './show.ts'

export const SERVICE_USERS_MAX = 200

export async function list(tx: Tx, actor: Actor, query: ServiceUserQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await row(tx, actor, id)) !== undefined)
  const rows = await tx.rows<MemberRow>(queries.list(actor.organizationId, 'service', query))
  return envelope(query, rows, showServiceUser)
}

export async function find(tx: Tx, actor: Actor, id: Uuid): Promise<MemberRow> {
  const found = await row(tx, actor, id)
  if (!found) throw absent('service user')
  return found
}

/** The role must be one that the actor may give. */
export async function create(tx: Tx, actor: Actor, { name, role: roleText }: NewServiceUser): Promise<MemberRow> {
  const role = await roleNamed(tx, actor.organizationId, roleText)
  mustHold(actor, role.permissions, 'role')
  const existing = await tx.rows(queries.serviceUsers(actor.organizationId, SERVICE_USERS_MAX))
  if (existing.length >= SERVICE_USERS_MAX)
    throw refusal('conflict', 'too_many_service_users', { max: SERVICE_USERS_MAX })
  const id = await users.createService(tx, actor.organizationId, name, actor.at)
  return members.join(tx, actor, id, role, actor)
}

/** Requires all permissions of its role, as for every member. */
export async function change(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  { name, role, transfer_to: transferTo = null }: ServiceUserChange,
): Promise<MemberRow> {
  if (role === undefined && transferTo !== null) throw invalid('transfer_to', 'only_with', { other: 'role' })
  await find(tx, actor, id)
  const before = await members.lockWithinReach(tx, actor, id)
  if (name !== undefined && name !== before.display_name) {
    await users.rename(tx, id, name)
    await emit(tx, actor.organizationId, actor.at, [memberUpdated({ ...before, display_name: name })])
    const details = changes({ name: before.display_name }, { name })
    if (details)
      audit.record(tx, actor, actor, { action: 'service_user.updated', object: publicId('user', id), details })
  }
  if (role !== undefined) await members.changeRole(tx, actor, id, role, transferTo)
  return find(tx, actor, id)
}

export async function remove(tx: Tx, actor: Actor, id: Uuid, transferTo: Uuid | null): Promise<void> {
  await find(tx, actor, id)
  await members.remove(tx, actor, id, transferTo)
}

async function row(tx: Tx, { organizationId }: Actor, id: Uuid): Promise<MemberRow | undefined> {
  const found = await tx.row<MemberRow>(queries.byId(organizationId, id))
  return found?.kind === 'service' ? found : undefined
}
