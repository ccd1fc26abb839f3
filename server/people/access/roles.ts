// Custom roles: named sets of permissions of an organization.

import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { sqlState, UNIQUE_VIOLATION } from '#kit/database/errors.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { absent, absentIn, invalid, Refusal, refusal } from '#kit/refusals.ts'
import { publicId, readId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import { roleCreated, roleDeleted, roleUpdated } from './events.ts'
import type { CountedRoleRow, RoleRow } from './queries.ts'
import * as queries from './queries.ts'
import { type BuiltInRole, builtInRoleNames, builtInRoles, inOrder, isBuiltInRole, lacking } from './rules.ts'
import type { NewRole, RoleChange, RoleQuery } from './schema.ts'
import { showRole } from './show.ts'

export async function list(tx: Tx, { organizationId }: Actor, query: RoleQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.roleById(organizationId, id))) !== undefined)
  return envelope(query, await tx.rows<CountedRoleRow>(queries.listRoles(organizationId, query)), showRole)
}

/** With its number of members. */
export async function find(tx: Tx, { organizationId }: Actor, id: Uuid): Promise<CountedRoleRow> {
  const row = await tx.row<CountedRoleRow>(queries.countedRole(organizationId, id))
  if (!row) throw absent('role')
  return row
}

/** The number of members per built-in role. */
export async function countBuiltIn(tx: Tx, { organizationId }: Actor): Promise<Record<BuiltInRole, number>> {
  const rows = await tx.rows<queries.BuiltInCountRow>(queries.countBuiltInRoles(organizationId))
  const counts = new Map(rows.map(({ role_name, member_count }) => [role_name, Number(member_count)]))
  return Object.fromEntries(builtInRoleNames.map((name) => [name, counts.get(name) ?? 0])) as Record<
    BuiltInRole,
    number
  >
}

export async function create(tx: Tx, actor: Actor, { name, permissions }: NewRole): Promise<CountedRoleRow> {
  mustBeFree(name)
  mustHold(actor, permissions, 'permissions')
  const id = newUuid(actor.at.getTime())
  const granted = inOrder(permissions)
  const row = await tx.row<RoleRow>(queries.insertRole(actor.organizationId, id, name, granted, actor.at))
  if (!row) throw nameTaken()
  await emit(tx, actor.organizationId, actor.at, [roleCreated(row)])
  audit.record(tx, actor, actor, { action: 'role.created', object: publicId('role', id), details: says(row) })
  return { ...row, member_count: 0n }
}

/**
 * Takes effect for all members within 5 seconds. The actor must have all permissions of the role before and after the
 * change.
 */
export async function change(tx: Tx, actor: Actor, id: Uuid, input: RoleChange): Promise<CountedRoleRow> {
  const current = await lock(tx, actor, id)
  const name = input.name ?? current.name
  const granted = inOrder(input.permissions ?? current.permissions)
  mustBeFree(name)
  mustHold(actor, granted, 'permissions')
  try {
    const row = (await tx.row<RoleRow>(queries.updateRole(actor.organizationId, id, name, granted))) as RoleRow
    if (lacking(new Set(granted), current.permissions).length > 0) await tellHolders(tx, actor, id)
    const details = changes(says(current), says(row))
    if (details) await emit(tx, actor.organizationId, actor.at, [roleUpdated(row)])
    if (details) audit.record(tx, actor, actor, { action: 'role.updated', object: publicId('role', id), details })
    return find(tx, actor, id)
  } catch (error) {
    throw sqlState(error) === UNIQUE_VIOLATION ? nameTaken() : error
  }
}

/**
 * Runs the hooks for members who lose permissions. Nobody is given the role in the meantime: giving a role locks it.
 */
async function tellHolders(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const holders = await tx.rows<{ user_id: Uuid }>(queries.allHolders(actor.organizationId, id))
  const userIds = holders.map(({ user_id }) => user_id)
  if (userIds.length > 0) await runHooks('members.changed', tx, actor, { userIds, transferTo: null })
}

export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const role = await lock(tx, actor, id)
  if (await tx.row(queries.holders(actor.organizationId, id, actor.at))) throw refusal('conflict', 'role_in_use')
  await tx.run(queries.deleteRole(actor.organizationId, id))
  tx.onCommit(forgetAnswers(actor.organizationId, [id]))
  await emit(tx, actor.organizationId, actor.at, [roleDeleted(role)])
  audit.record(tx, actor, actor, { action: 'role.deleted', object: publicId('role', id), details: says(role) })
}

const says = ({ name, permissions }: RoleRow) => ({ name, permissions })

async function lock(tx: Tx, actor: Actor, id: Uuid): Promise<RoleRow> {
  const row = await tx.row<RoleRow>(queries.lockRole(actor.organizationId, id))
  if (!row) throw absent('role')
  mustHold(actor, row.permissions, 'id')
  return row
}

/** 403 naming the permissions that the actor's token lacks: nobody can give or take permissions that they lack. */
export function mustHold(actor: Actor, wanted: readonly string[], field: string): void {
  const permissions = lacking(actor.permissions, wanted)
  if (permissions.length === 0) return
  throw new Refusal('permission_denied', reasonOf('permissions_not_held', { permissions }), [
    { field, ...validationError('permissions_not_yours', { permissions }) },
  ])
}

function mustBeFree(name: string): void {
  if (isBuiltInRole(name.trim().toLowerCase())) throw invalid('name', 'role_name_built_in')
}

function nameTaken(): Refusal {
  return new Refusal('already_exists', reasonOf('role_name_taken'), [{ field: 'name', ...validationError('taken') }])
}

export type GrantedRole = ({ name: BuiltInRole } | { id: Uuid }) & { permissions: readonly string[] }

/**
 * The role in the `role` field of members: a built-in one by name, a custom one by id. Blocks a custom role's deletion.
 */
export async function roleNamed(tx: Tx, organizationId: Uuid, text: string): Promise<GrantedRole> {
  if (isBuiltInRole(text)) return { name: text, permissions: builtInRoles[text] }
  const reading = readId('role', text)
  if ('message' in reading) throw invalid('role', 'role_unknown', { roles: builtInRoleNames })
  const row = await tx.row<RoleRow>(queries.keepRole(organizationId, reading.value))
  if (!row) throw absentIn('role', 'role')
  return { id: row.id, permissions: row.permissions }
}

/** The name of a custom role; its public id when it was deleted. */
export async function roleName(tx: Tx, organizationId: Uuid, id: Uuid): Promise<string> {
  return (await tx.row<RoleRow>(queries.roleById(organizationId, id)))?.name ?? publicId('role', id)
}
