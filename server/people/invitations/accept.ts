// Accepting an invitation: the link proves access to the address's mailbox, or in a sandbox only access to the sandbox.
// Uses its own transactions, because a password is hashed between them.

import { emit } from '#events/actions.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { invalid, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import type { GrantedRole } from '#people/access/roles.ts'
import * as audit from '#people/audit/actions.ts'
import * as factors from '#people/factors/actions.ts'
import * as users from '#people/identity/actions.ts'
import { hashInTurn, proveIdentity, rememberDevice } from '#people/identity/sign-in.ts'
import * as members from '#people/members/actions.ts'
import { shownRoleOf } from '#people/members/show.ts'
import * as organizations from '#people/organizations/actions.ts'
import { begin } from '#people/sessions/actions.ts'
import { type From, type Step, secondStepOf } from '#people/sessions/sign-in.ts'
import { roleGiven } from './actions.ts'
import { invitationAccepted } from './events.ts'
import { linkOf } from './link.ts'
import type { InvitationRow } from './queries.ts'
import * as queries from './queries.ts'
import { type Asked, askedOf, statusOf } from './rules.ts'
import type { Acceptance } from './schema.ts'

export interface OpenedInvitation {
  organizationId: Uuid
  organizationName: string
  row: InvitationRow
  role: GrantedRole
  isReal: boolean
  person: users.Person | null
  isMember: boolean
  asked: Exclude<Asked, 'impossible'>
}

/** The same text for a token that is invalid, used, revoked, expired, or from somebody who may no longer invite. */
export const noInvitation = () => refusal('not_found', 'invitation_over')

/**
 * The invitation that the link currently opens; null when it opens none. `lock` locks the invitation and the person.
 */
export async function openLink(tx: Tx, token: string, at: Date, lock = false): Promise<OpenedInvitation | null> {
  const link = await linkOf(tx, token)
  if (!link) return null
  const { org_id: organizationId, is_real: isReal } = link
  const row = await tx.row<InvitationRow>(queries.byId(organizationId, link.invitation_id, lock))
  if (!row || statusOf(row, at) !== 'open') return null
  const role = await roleGiven(tx, organizationId, row)
  if (!role) return null
  const person = lock ? await users.lockPersonAt(tx, row.email) : await users.personAt(tx, row.email)
  const isMember = person !== null && (await members.isMember(tx, organizationId, person.id))
  const asked = askedOf({
    isReal,
    person: person && {
      isMember,
      isProven: person.email_proven_at !== null,
      hasPassword: person.password_hash !== null,
      isDisabled: person.disabled_at !== null,
    },
  })
  if (asked === 'impossible') return null
  const { name: organizationName } = await organizations.find(tx, organizationId)
  return { organizationId, organizationName, row, role, isReal, person, isMember, asked }
}

/**
 * The person becomes a member and is signed in, or continues with their second factor. Throws sign_in_failed when a
 * password is required and this one is wrong.
 */
export async function accept(app: App, caller: From, token: string, input: Acceptance): Promise<Step> {
  const { database, clock } = app
  const seen = await openLink(database.reads, token, clock())
  if (!seen) throw noInvitation()
  if (seen.asked === 'nothing') throw refusal('already_exists', 'invitation_already_used')
  const { email } = seen.row
  const proof =
    seen.asked === 'prove'
      ? await proveIdentity(app, caller, email, input.password ?? '')
      : { passwordHash: await newPasswordHash(caller, input), deviceCookie: rememberDevice(app, caller, email) }

  const userId = await database.transaction(async (tx) => {
    const at = clock()
    const opened = await openLink(tx, token, at, true)
    // In the meantime it was used, or somebody took the address: other fields are required now.
    if (!opened) throw noInvitation()
    if (opened.asked !== seen.asked || opened.person?.id !== seen.person?.id)
      throw refusal('conflict', 'invitation_changed')
    return become(tx, opened, proof, input, at)
  })
  const { organizationId } = seen
  const step = await secondStepOf(app, userId, organizationId)
  if (step) return step
  const begun = await database.transaction((tx) => begin(tx, userId, organizationId, clock(), caller), organizationId)
  return { ...begun, deviceCookie: proof.deviceCookie }
}

async function newPasswordHash(caller: From, { display_name, password }: Acceptance): Promise<string> {
  if (!display_name?.trim()) throw invalid('display_name', 'required')
  return hashInTurn(caller, users.checkedPassword(password ?? ''))
}

/** The accepting person becomes a member: a new user, an account taken over, or an existing one. */
async function become(
  tx: Tx,
  opened: OpenedInvitation,
  proof: { userId: Uuid } | { passwordHash: string },
  { display_name }: Acceptance,
  at: Date,
): Promise<Uuid> {
  const { organizationId, row, person, isReal } = opened
  if ('userId' in proof) {
    if (proof.userId !== person?.id) throw noInvitation()
    return join(tx, opened, proof.userId, at)
  }
  const { passwordHash } = proof
  const displayName = (display_name ?? '').trim()
  if (person === null) {
    const invited = { email: row.email, displayName, passwordHash, provenAt: isReal ? at : null }
    const made = await users.createInvited(tx, invited, at)
    if (made === null) throw refusal('conflict', 'invitation_changed')
    return join(tx, opened, made, at)
  }
  const { id } = person
  await users.rename(tx, id, displayName)
  await users.proveAddress(tx, id, at)
  const doer = { userId: id, tokenId: null }
  const work = async () => void (await join(tx, opened, id, at))
  await members.replacePassword(tx, doer, id, passwordHash, at, { organizationId, work })
  await factors.removeAll(tx, id, doer, at)
  return id
}

async function join(tx: Tx, opened: OpenedInvitation, userId: Uuid, at: Date): Promise<Uuid> {
  const { organizationId, row, role } = opened
  const scope = { organizationId, at }
  const doer = { userId, tokenId: null }
  // A member who took over the account keeps their role.
  if (!opened.isMember) await members.join(tx, scope, userId, role, doer)
  const accepted = await tx.row<InvitationRow>(queries.accept(organizationId, row.id, userId, at))
  if (!accepted) throw noInvitation()
  await emit(tx, organizationId, at, [invitationAccepted(accepted, at)])
  const details = { role: shownRoleOf(row), invited_by: publicId('user', row.invited_by) }
  audit.record(tx, scope, doer, { action: 'invitation.accepted', object: publicId('invite', row.id), details })
  return userId
}
