// SQL of confirmation links and their mails.

import { insertingFor } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { premiumSql } from '#money/subscriptions/premium.ts'
import { columns } from './queries.ts'

export interface DueMail {
  id: Uuid
  mail_due_at: Date
}

export function dueMails(organizationId: Uuid, now: Date, limit: number): Statement {
  return sql`
    select id, mail_due_at from form_submissions
     where org_id = ${organizationId} and mail_due_at <= ${now} and mail_due_at is not null
     order by mail_due_at limit ${limit}`
}

export function nextMail(organizationId: Uuid): Statement {
  return sql`
    select min(mail_due_at) as due_at from form_submissions
     where org_id = ${organizationId} and mail_due_at is not null`
}

/** Leases the mail until `lease`. Returns no row when another worker has it, or it is no longer due. */
export function claimMail(organizationId: Uuid, { id, mail_due_at }: DueMail, lease: Date): Statement {
  return sql`
    update form_submissions s set mail_due_at = ${lease}, mail_tries = s.mail_tries + 1
     where s.org_id = ${organizationId} and s.id = ${id} and s.mail_due_at = ${mail_due_at}
       and s.confirmation = 'waiting'
    returning ${columns}, s.mail_tries`
}

/**
 * Schedules the next attempt at `next`, or marks the mail as done when null. No effect when the lease has passed to
 * another worker.
 */
export function settleMail(organizationId: Uuid, id: Uuid, lease: Date, next: Date | null): Statement {
  return sql`
    update form_submissions set mail_due_at = ${next}::timestamptz
     where org_id = ${organizationId} and id = ${id} and mail_due_at = ${lease}`
}

/** Ends the confirmation without a mail, because the address has had too many. */
export function endWaiting(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    update form_submissions set confirmation = 'expired', mail_due_at = null
     where org_id = ${organizationId} and id = ${id} and confirmation = 'waiting'`
}

/** Counts mails to the address since then, for other submissions. */
export function mailsTo(organizationId: Uuid, address: Buffer, since: Date, id: Uuid): Statement {
  return sql`
    select count(distinct submission_id)::int as mails from form_confirmations
     where org_id = ${organizationId} and address_hash = ${address} and created_at > ${since}
       and submission_id <> ${id}`
}

export interface Link {
  hash: Buffer
  form_id: Uuid
  submission_id: Uuid
  address_hash: Buffer
  expires_at: Date
}

export function keepLink(organizationId: Uuid, link: Link, at: Date): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into form_confirmations (org_id, hash, form_id, submission_id, address_hash, created_at, expires_at)
    select ${id}, given.hash, ${link.form_id}::uuid, ${link.submission_id}::uuid, ${link.address_hash}::bytea,
           ${at}::timestamptz, ${link.expires_at}::timestamptz
      from ${beside} (select ${link.hash}::bytea as hash) given
    on conflict do nothing`
}

export interface LinkedRow {
  submission_id: Uuid
  form_name: string
  organization: string
  has_premium: boolean
  confirmation: string
}

/** The submission of a valid link; the link stays valid after the button was pressed. */
export function linked(organizationId: Uuid, hash: Buffer, now: Date): Statement {
  return sql`
    select c.submission_id, f.name as form_name, o.name as organization, s.confirmation,
           ${premiumSql(sql`c.org_id`)} as has_premium
      from form_confirmations c
      join form_submissions s on s.org_id = c.org_id and s.id = c.submission_id and s.org_id = ${organizationId}
      join forms f on f.org_id = c.org_id and f.id = c.form_id and f.org_id = ${organizationId}
      join organizations o on o.id = c.org_id and o.id = ${organizationId}
     where c.org_id = ${organizationId} and c.hash = ${hash} and c.expires_at > ${now} and f.deleted_at is null
       and f.suspended_at is null and s.state not in ('spam', 'failed')
       and s.confirmation in ('waiting', 'confirmed', 'applied')`
}

/** Returns no row when it was confirmed before. */
export function confirm(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update form_submissions s
       set confirmation = 'confirmed', confirmed_at = ${at}, mail_due_at = null, state = 'processing', due_at = ${at},
           tries = 0
     where s.org_id = ${organizationId} and s.id = ${id} and s.confirmation = 'waiting' and s.processed_at is not null
       and s.state in ('done', 'processing')
    returning ${columns}`
}

// --- Expiry ----------------------------------------------------------------------------------------------------------

export function organizationsWithExpired(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from form_confirmations c where c.org_id = o.id and c.expires_at < ${before}) limit ${limit}`
}

/** Deletes expired links, and ends the confirmations that were waiting for one. */
export function removeExpired(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    with gone as (
      delete from form_confirmations c
       where c.org_id = ${organizationId} and c.hash in (
         select e.hash from form_confirmations e
          where e.org_id = ${organizationId} and e.expires_at < ${before} order by e.expires_at limit ${limit})
      returning c.submission_id),
    ended as (
      update form_submissions s set confirmation = 'expired', mail_due_at = null
       where s.org_id = ${organizationId} and s.id in (select submission_id from gone) and s.confirmation = 'waiting')
    select submission_id from gone`
}
