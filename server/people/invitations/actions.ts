// Invitations: how people join an organization. Inviting reveals nothing about the invited person: the response is the
// same whether or not the address is registered, and the link goes to that address only.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { absent, Refusal, refusal, SlowDown } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import { permissionsOfMember } from '#people/access/actions.ts'
import { type GrantedRole, mustHold, roleName, roleNamed } from '#people/access/roles.ts'
import { lacking } from '#people/access/rules.ts'
import * as audit from '#people/audit/actions.ts'
import { checkedEmail, isOperator } from '#people/identity/actions.ts'
import { shownRoleOf } from '#people/members/show.ts'
import * as organizations from '#people/organizations/actions.ts'
import type { OrganizationRow } from '#people/organizations/queries.ts'
import type { NewOrganization } from '#people/organizations/schema.ts'
import { invitationCreated, invitationRevoked } from './events.ts'
import type { InvitationRow } from './queries.ts'
import * as queries from './queries.ts'
import {
  CLOSED_KEPT_MS,
  INVITATIONS_A_DAY_MAX,
  INVITATIONS_OF_AN_ADDRESS_A_DAY_MAX,
  LIMITS_COUNT_MS,
  OPEN_INVITATIONS_MAX,
  statusOf,
  VALID_MS,
} from './rules.ts'
import type { InvitationQuery, NewInvitation } from './schema.ts'
import { showInvitation } from './show.ts'

const RETRY_SECONDS = 3600

export async function list(tx: Tx, { organizationId, at }: Actor, query: InvitationQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  const rows = await tx.rows<InvitationRow>(queries.list(organizationId, query))
  return envelope(query, rows, (row) => showInvitation(row, at))
}

export async function find(tx: Tx, { organizationId }: Scope, id: Uuid): Promise<InvitationRow> {
  const row = await tx.row<InvitationRow>(queries.byId(organizationId, id))
  if (!row) throw absent('invitation')
  return row
}

/**
 * The role must be one that the actor may give. An open invitation to the same address is replaced: its link becomes
 * invalid.
 */
export async function invite(tx: Tx, actor: Actor, input: NewInvitation): Promise<InvitationRow> {
  const email = checkedEmail(input.email)
  const role = await roleNamed(tx, actor.organizationId, input.role)
  mustHold(actor, role.permissions, 'role')
  // Serialized per organization, so that the limits are exact and an address has one open invitation.
  await organizations.lock(tx, actor.organizationId)
  const before = await tx.row<InvitationRow>(queries.unclosedOf(actor.organizationId, email))
  await mustBeWithinLimits(tx, actor, email)
  if (before) await close(tx, actor, before)
  return add(tx, actor, actor, { email, role, byOperator: false })
}

/** Creates an organization; with an address, its owner is invited. For operators. */
export async function found(tx: Tx, actor: Actor, input: NewOrganization): Promise<OrganizationRow> {
  const email = input.owner_email ? checkedEmail(input.owner_email, 'owner_email') : null
  const row = await organizations.found(tx, { name: input.name }, actor, actor.at)
  if (email !== null) {
    const scope = { organizationId: row.id, at: actor.at }
    const role = await roleNamed(tx, row.id, 'owner')
    await add(tx, scope, { userId: actor.userId, tokenId: null }, { email, role, byOperator: true })
  }
  return row
}

export async function revoke(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const row = await tx.row<InvitationRow>(queries.byId(actor.organizationId, id, true))
  if (!row) throw absent('invitation')
  const status = statusOf(row, actor.at)
  if (status !== 'open') throw refusal('conflict', 'invitation_closed', { status })
  await close(tx, actor, row)
}

/** Like taking a role from a member: requires all permissions of the role. */
async function close(tx: Tx, actor: Actor, row: InvitationRow): Promise<void> {
  const isOpen = statusOf(row, actor.at) === 'open'
  if (isOpen) mustHold(actor, (await roleNamed(tx, actor.organizationId, shownRoleOf(row))).permissions, 'role')
  const revoked = await tx.row<InvitationRow>(queries.revoke(actor.organizationId, row.id, actor.at))
  if (!revoked || !isOpen) return
  await emit(tx, actor.organizationId, actor.at, [invitationRevoked(revoked, actor.at)])
  const details = { role: shownRoleOf(row) }
  audit.record(tx, actor, actor, { action: 'invitation.revoked', object: publicId('invite', row.id), details })
}

async function mustBeWithinLimits(tx: Tx, { organizationId, at }: Scope, email: string): Promise<void> {
  const since = new Date(at.getTime() - LIMITS_COUNT_MS)
  const counted = (await tx.row<queries.Numbers>(queries.numbers(organizationId, email, at, since))) as queries.Numbers
  if (counted.open >= OPEN_INVITATIONS_MAX)
    throw refusal('conflict', 'too_many_open_invitations', { max: OPEN_INVITATIONS_MAX })
  if (counted.lately_of_address >= INVITATIONS_OF_AN_ADDRESS_A_DAY_MAX)
    throw new SlowDown(
      reasonOf('address_invited_too_often', { max: INVITATIONS_OF_AN_ADDRESS_A_DAY_MAX }),
      RETRY_SECONDS,
    )
  if (counted.lately >= INVITATIONS_A_DAY_MAX)
    throw new SlowDown(reasonOf('too_many_invitations', { max: INVITATIONS_A_DAY_MAX }), RETRY_SECONDS)
}

interface Wanted {
  email: string
  role: GrantedRole
  byOperator: boolean
}

async function add(
  tx: Tx,
  scope: Scope,
  doer: { userId: Uuid; tokenId: Uuid | null },
  { email, role, byOperator }: Wanted,
): Promise<InvitationRow> {
  const { organizationId, at } = scope
  const row = (await tx.row<InvitationRow>(
    queries.insert(
      organizationId,
      {
        id: newUuid(at.getTime()),
        email,
        roleName: 'name' in role ? role.name : null,
        roleId: 'id' in role ? role.id : null,
        invitedBy: doer.userId,
        byOperator,
        expiresAt: new Date(at.getTime() + VALID_MS),
      },
      at,
    ),
  )) as InvitationRow
  const over = await tx.rows<{ id: Uuid }>(queries.clear(organizationId, new Date(at.getTime() - CLOSED_KEPT_MS)))
  if (over.length > 0)
    tx.onCommit(
      queries.clearLinks(
        organizationId,
        over.map(({ id }) => id),
      ),
    )
  await tx.run(enqueueWork('invitation', organizationId, at))
  await emit(tx, organizationId, at, [invitationCreated(row, at)])
  // The address is in the invitation only: an audit entry cannot be erased.
  const details = { role: shownRoleOf(row) }
  audit.record(tx, scope, doer, { action: 'invitation.created', object: publicId('invite', row.id), details })
  return row
}

/**
 * The role that an open invitation currently gives; null for none. It is limited by its author's current permissions: a
 * former member, or one with fewer permissions, invites nobody, and a role that was extended since is not given by an
 * author who lacks the addition.
 */
export async function roleGiven(tx: Tx, organizationId: Uuid, row: InvitationRow): Promise<GrantedRole | null> {
  const role = await roleNamed(tx, organizationId, shownRoleOf(row)).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  })
  if (!role) return null
  if (row.by_operator) return (await isOperator(tx, row.invited_by)) ? role : null
  const held = await permissionsOfMember(tx, organizationId, row.invited_by)
  return held?.has('users.manage') && lacking(held, role.permissions).length === 0 ? role : null
}

/** The role's name as shown to people. */
export async function roleLabel(tx: Tx, organizationId: Uuid, { role_name, role_id }: InvitationRow): Promise<string> {
  return role_name ?? (await roleName(tx, organizationId, role_id as Uuid))
}
