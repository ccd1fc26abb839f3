// SQL of invitations and of the links that were mailed for them.

import { type Page, pageById } from '#edge/paging.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** Maximum number of expired invitations deleted with each new one. */
const CLEARED_AT_ONCE_MAX = 100

export interface InvitationRow {
  id: Uuid
  email: string
  role_name: string | null
  role_id: Uuid | null
  invited_by: Uuid
  by_operator: boolean
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  revoked_at: Date | null
  mail_due_at: Date | null
  mail_attempts: number
}

const columns = sql`
  id, email, role_name, role_id, invited_by, by_operator, created_at, expires_at, accepted_at, revoked_at, mail_due_at,
    mail_attempts`
const isUnclosed = sql`accepted_at is null and revoked_at is null`

export function list(organizationId: Uuid, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`select ${columns} from invitations where org_id = ${organizationId} ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid, lock = false): Statement {
  return sql`
    select ${columns} from invitations where org_id = ${organizationId}
      and id = ${id} ${lock ? sql`for update` : nothing}`
}

/** Open, or expired without being used. */
export function unclosedOf(organizationId: Uuid, email: string): Statement {
  return sql`
    select ${columns} from invitations
     where org_id = ${organizationId} and lower(email) = ${email} and ${isUnclosed} for update`
}

export interface Numbers {
  open: bigint
  lately: bigint
  lately_of_address: bigint
}

export function numbers(organizationId: Uuid, email: string, at: Date, since: Date): Statement {
  return sql`
    select count(*) filter (where ${isUnclosed} and expires_at > ${at} and lower(email) <> ${email}) as open,
           count(*) filter (where created_at > ${since}) as lately,
           count(*) filter (where created_at > ${since} and lower(email) = ${email}) as lately_of_address
      from invitations where org_id = ${organizationId}`
}

export interface NewInvitation {
  id: Uuid
  email: string
  roleName: string | null
  roleId: Uuid | null
  invitedBy: Uuid
  byOperator: boolean
  expiresAt: Date
}

export function insert(organizationId: Uuid, one: NewInvitation, at: Date): Statement {
  return sql`
    insert into invitations (org_id, id, email, role_name, role_id, invited_by, by_operator, created_at, expires_at,
      mail_due_at)
    values (${organizationId}, ${one.id}, ${one.email}, ${one.roleName}, ${one.roleId}, ${one.invitedBy},
      ${one.byOperator},
            ${at}, ${one.expiresAt}, ${at})
    returning ${columns}`
}

export function revoke(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update invitations set revoked_at = ${at}, mail_due_at = null
     where org_id = ${organizationId} and id = ${id} and ${isUnclosed} returning ${columns}`
}

export function accept(organizationId: Uuid, id: Uuid, userId: Uuid, at: Date): Statement {
  return sql`
    update invitations set accepted_at = ${at}, accepted_by = ${userId}, mail_due_at = null
     where org_id = ${organizationId} and id = ${id} and ${isUnclosed} returning ${columns}`
}

/** Invitations that ended long ago. */
export function clear(organizationId: Uuid, before: Date): Statement {
  return sql`
    delete from invitations where org_id = ${organizationId} and id in (
      select id from invitations where org_id = ${organizationId} and expires_at < ${before}
       order by id limit ${CLEARED_AT_ONCE_MAX})
    returning id`
}

/** A separate statement: on a distributed database links are on every machine, and invitations are not. */
export function clearLinks(organizationId: Uuid, invitationIds: readonly Uuid[]): Statement {
  return sql`delete from invitation_links where org_id = ${organizationId}
    and invitation_id = any(${invitationIds}::uuid[])`
}

// --- Mail -----------------------------------------------------------------------------------------------------------

export function due(organizationId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select ${columns} from invitations
     where org_id = ${organizationId} and mail_due_at <= ${at} and ${isUnclosed} and expires_at > ${at}
     order by mail_due_at, id limit ${limit}`
}

/**
 * Returns no row when another worker has leased it, or when the invitation was used or revoked. The new due time is the
 * lease, and identifies its holder.
 */
export function claim(organizationId: Uuid, { id, mail_due_at }: InvitationRow, until: Date): Statement {
  return sql`
    update invitations set mail_due_at = ${until}, mail_attempts = mail_attempts + 1
     where org_id = ${organizationId} and id = ${id} and mail_due_at = ${mail_due_at} and ${isUnclosed}
    returning ${columns}`
}

export function settleMail(organizationId: Uuid, id: Uuid, lease: Date, next: Date | null): Statement {
  return sql`
    update invitations set mail_due_at = ${next}
      where org_id = ${organizationId} and id = ${id} and mail_due_at = ${lease}`
}

export function nextDue(organizationId: Uuid, at: Date): Statement {
  return sql`
    select min(mail_due_at) as due_at from invitations
     where org_id = ${organizationId} and mail_due_at is not null and ${isUnclosed} and expires_at > ${at}`
}

/** Counts over all organizations; `early` counts those of invitations created before. */
export function waitingMails(before: Date): Statement {
  return sql`
    select org_id, 'email' as by, count(*) as count, min(created_at) as oldest,
           count(*) filter (where created_at < ${before}) as early
      from invitations where mail_due_at is not null and ${isUnclosed} group by org_id order by org_id`
}

/** Marks the mails of earlier invitations as sent. */
export function settleMailsBefore(organizationId: Uuid, before: Date): Statement {
  return sql`
    update invitations set mail_due_at = null
     where org_id = ${organizationId} and created_at < ${before} and mail_due_at is not null`
}

// --- Links ----------------------------------------------------------------------------------------------------------

export interface LinkRow {
  org_id: Uuid
  invitation_id: Uuid
  is_real: boolean
}

export function linkByHash(hash: Buffer): Statement {
  return sql`select org_id, invitation_id, is_real from invitation_links where hash = ${hash}`
}

export function keepLink(
  hash: Buffer,
  { org_id, invitation_id, is_real }: LinkRow,
  address: Buffer,
  at: Date,
): Statement {
  return sql`
    insert into invitation_links (hash, org_id, invitation_id, is_real, address_hash, mailed_at)
    values (${hash}, ${org_id}, ${invitation_id}, ${is_real}, ${address}, ${at})
    on conflict (hash) do update set mailed_at = excluded.mailed_at`
}

/** Counts recent mails to an address, from all organizations. */
export function mailsTo(address: Buffer, since: Date): Statement {
  return sql`select count(*) as mails from invitation_links where address_hash = ${address} and mailed_at > ${since}`
}

/** Makes mails due earlier by as much as the machine's clock was set back. */
export function bringForward(organizationId: Uuid, after: Date, ms: number): Statement {
  return sql`
    update invitations set mail_due_at = mail_due_at - ${ms}::bigint * interval '1 millisecond'
     where org_id = ${organizationId} and mail_due_at > ${after}`
}
