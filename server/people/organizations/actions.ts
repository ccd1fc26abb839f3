// Organizations own all data, including their wallet. Their members are users, each with a role.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, invalid, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import * as users from '#people/identity/actions.ts'
import { organizationUpdated } from './events.ts'
import type { OrganizationRow } from './queries.ts'
import * as queries from './queries.ts'
import type { OrganizationQuery } from './schema.ts'
import { showOrganization } from './show.ts'

/** Maximum number of a user's organizations shown at sign-in. */
const ORGANIZATIONS_SHOWN_MAX = 100

/** Creates an organization with an empty wallet. */
export async function create(tx: Tx, name: string, at: Date): Promise<Uuid> {
  const id = newUuid(at.getTime())
  await tx.run(queries.insert(id, name, at))
  await runHooks('organization.created', tx, { organizationId: id, at }, [id])
  return id
}

export interface FoundedOrganization {
  name: string
  owner_email?: string | undefined
  owner_display_name?: string | undefined
  owner_password?: string | null
}

/**
 * Creates an organization. On the command line also its owner: a new user, or the existing one with the address; over
 * the API the owner is invited.
 */
export async function found(tx: Tx, input: FoundedOrganization, doer: audit.Doer, at: Date): Promise<OrganizationRow> {
  const { owner_email: email, owner_display_name: displayName, owner_password: password } = input
  if (!email && (displayName || password))
    throw invalid('owner_email', 'required_with', { other: displayName ? 'owner_display_name' : 'owner_password' })
  const id = await create(tx, input.name, at)
  const scope = { organizationId: id, at }
  const details = { name: input.name }
  audit.record(tx, scope, doer, { action: 'organization.created', object: publicId('org', id), details })
  if (email) {
    const owner = { email, displayName: displayName ?? email, password: password ?? null, isOperator: false }
    const { id: userId } = await users.findOrCreate(tx, owner, at)
    await addMember(tx, id, userId, { name: 'owner' }, at)
    const object = publicId('user', userId)
    audit.record(tx, scope, doer, { action: 'member.added', object, details: { role: 'owner' } })
  }
  return find(tx, id)
}

/** Locks the organization until the transaction ends. */
export async function lock(tx: Tx, id: Uuid): Promise<void> {
  await tx.row(queries.lock(id))
}

export async function find(tx: Tx, id: Uuid): Promise<OrganizationRow> {
  const row = await tx.row<OrganizationRow>(queries.byId(id))
  if (!row) throw absent('organization')
  return row
}

/** Names for lists of objects of many organizations; deleted organizations are missing. */
export async function namesOf(tx: Tx, ids: readonly Uuid[]): Promise<Map<Uuid, string>> {
  const rows = await tx.rows<{ id: Uuid; name: string }>(queries.names([...new Set(ids)]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** All organizations of the installation. */
export async function list(tx: Tx, query: OrganizationQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(id))) !== undefined)
  return envelope(query, await tx.rows<OrganizationRow>(queries.list(query)), showOrganization)
}

export async function rename(tx: Tx, actor: Actor, name: string): Promise<OrganizationRow> {
  const { organizationId, at } = actor
  const before = await tx.row<{ name: string }>(queries.lock(organizationId))
  const row = await tx.row<OrganizationRow>(queries.rename(organizationId, name))
  if (!before || !row) throw absent('organization')
  const details = changes({ name: before.name }, { name: row.name })
  if (!details) return row
  await emit(tx, organizationId, at, [organizationUpdated(row)])
  const object = publicId('org', organizationId)
  audit.record(tx, actor, actor, { action: 'organization.updated', object, details })
  return row
}

/**
 * By the operator: sending and recharging stop within 5 seconds, queued messages wait, reading continues. Idempotent.
 */
export async function suspend(
  tx: Tx,
  { organizationId, at }: Scope,
  doer: audit.Doer,
  reason: string | null,
): Promise<OrganizationRow> {
  const row = await tx.row<OrganizationRow>(queries.suspend(organizationId, at, reason))
  return row ? changedState(tx, row, at, doer, 'organization.suspended', { reason }) : find(tx, organizationId)
}

/** Work that waited continues on its own. */
export async function resume(tx: Tx, { organizationId, at }: Scope, doer: audit.Doer): Promise<OrganizationRow> {
  const { suspended_at: since } = await find(tx, organizationId)
  const row = await tx.row<OrganizationRow>(queries.resume(organizationId))
  if (row && since) await runHooks('organization.resumed', tx, { organizationId, at }, { since })
  return row ? changedState(tx, row, at, doer, 'organization.resumed', {}) : find(tx, organizationId)
}

async function changedState(
  tx: Tx,
  row: OrganizationRow,
  at: Date,
  doer: audit.Doer,
  action: 'organization.suspended' | 'organization.resumed',
  details: Record<string, unknown>,
): Promise<OrganizationRow> {
  await emit(tx, row.id, at, [organizationUpdated(row)])
  audit.record(tx, { organizationId: row.id, at }, doer, { action, object: publicId('org', row.id), details })
  return row
}

export async function isEmptyInstallation(tx: Tx): Promise<boolean> {
  return (await tx.row(queries.first())) === undefined
}

export type RoleReference = { name: string } | { id: Uuid }

/** Makes a user a member: with a built-in role by name, or a custom role by id. 409 when the user is one already. */
export async function addMember(
  tx: Tx,
  organizationId: Uuid,
  userId: Uuid,
  role: RoleReference,
  at: Date,
): Promise<void> {
  const added = await tx.run(queries.insertMember(organizationId, userId, ...columnsOf(role), at))
  if (added === 0) throw refusal('already_exists', 'already_a_member')
}

/** 409 when it would leave the organization without an owner. */
export async function changeRole(tx: Tx, organizationId: Uuid, userId: Uuid, role: RoleReference): Promise<void> {
  if (!('name' in role) || role.name !== 'owner') await mustNotBeLastOwner(tx, organizationId, userId)
  await tx.run(queries.setRole(organizationId, userId, ...columnsOf(role)))
}

/** 409 for the last owner. */
export async function removeMember(tx: Tx, organizationId: Uuid, userId: Uuid): Promise<void> {
  await mustNotBeLastOwner(tx, organizationId, userId)
  await tx.run(queries.removeMember(organizationId, userId))
}

/** Locks all owners, so that two owners who resign or remove each other at the same time do so one after another. */
export function lockOwners(tx: Tx, organizationId: Uuid): Promise<{ user_id: Uuid }[]> {
  return tx.rows<{ user_id: Uuid }>(queries.lockOwners(organizationId))
}

async function mustNotBeLastOwner(tx: Tx, organizationId: Uuid, userId: Uuid): Promise<void> {
  const owners = await lockOwners(tx, organizationId)
  if (owners.length === 1 && owners[0]?.user_id === userId) {
    throw refusal('conflict', 'last_owner')
  }
}

function columnsOf(role: RoleReference): [name: string | null, id: Uuid | null] {
  return 'name' in role ? [role.name, null] : [null, role.id]
}

export async function allOfUser(tx: Tx, userId: Uuid): Promise<Uuid[]> {
  return (await tx.rows<{ org_id: Uuid }>(queries.allOfUser(userId))).map(({ org_id }) => org_id)
}

/** The user's organizations, the first joined first. */
export function ofUser(tx: Tx, userId: Uuid): Promise<queries.MembershipRow[]> {
  return tx.rows<queries.MembershipRow>(queries.ofUser(userId, ORGANIZATIONS_SHOWN_MAX))
}

/** The user's membership in this organization; not limited like `ofUser`. */
export async function membership(
  tx: Tx,
  userId: Uuid,
  organizationId: Uuid,
): Promise<queries.MembershipRow | undefined> {
  return tx.row<queries.MembershipRow>(queries.membership(userId, organizationId))
}
