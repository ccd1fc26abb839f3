// SQL of deleting submissions, in pieces.

import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { columns } from './queries.ts'

/** Taken before submissions are deleted: blocks concurrent storing and deleting of the forms' submissions. */
export function lockCount(organizationId: Uuid, formIds: readonly Uuid[]): Statement {
  return sql`
    select form_id from form_counts where org_id = ${organizationId} and form_id = any(${formIds}::uuid[])
     order by form_id for update`
}

export interface GoneRow {
  id: Uuid
  form_id: Uuid
}

export function removeSubmissions(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    delete from form_submissions s where s.org_id = ${organizationId} and s.id = any(${ids}::uuid[])
    returning s.id, s.form_id`
}

export function countLess(organizationId: Uuid, formId: Uuid, count: number): Statement {
  return sql`
    update form_counts set submissions = submissions - ${count}
     where org_id = ${organizationId} and form_id = ${formId}`
}

export function removeLinks(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    delete from form_confirmations
     where org_id = ${organizationId} and submission_id = any(${ids}::uuid[])`
}

export function removeFiles(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    delete from form_files where org_id = ${organizationId} and submission_id = any(${ids}::uuid[]) returning id`
}

export function ofForm(organizationId: Uuid, formId: Uuid, limit: number): Statement {
  return sql`
    select id, form_id from form_submissions
     where org_id = ${organizationId} and form_id = ${formId} order by id limit ${limit}`
}

export function ofContacts(organizationId: Uuid, contactIds: readonly Uuid[], limit: number): Statement {
  return sql`
    select id, form_id from form_submissions
     where org_id = ${organizationId} and contact_id = any(${contactIds}::uuid[]) order by form_id, id limit ${limit}`
}

/** The form's other data, up to `limit` rows per table. */
export function removeRest(organizationId: Uuid, formId: Uuid, limit: number): Statement {
  return sql`
    with replies as (
      delete from form_auto_replies r where r.org_id = ${organizationId} and r.form_id = ${formId}
         and (r.day, r.address_hash) in (
           select e.day, e.address_hash from form_auto_replies e
            where e.org_id = ${organizationId} and e.form_id = ${formId} limit ${limit}) returning 1),
    days as (
      delete from form_days d where d.org_id = ${organizationId} and d.form_id = ${formId}
         and (d.day, d.version) in (
           select e.day, e.version from form_days e
            where e.org_id = ${organizationId} and e.form_id = ${formId} limit ${limit}) returning 1),
    sources as (
      delete from form_sources s where s.org_id = ${organizationId} and s.form_id = ${formId}
         and (s.day, s.source) in (
           select e.day, e.source from form_sources e
            where e.org_id = ${organizationId} and e.form_id = ${formId} limit ${limit}) returning 1),
    details as (
      delete from form_details d where d.org_id = ${organizationId} and d.form_id = ${formId}
         and (d.day, d.version, d.dimension, d.value) in (
           select e.day, e.version, e.dimension, e.value from form_details e
            where e.org_id = ${organizationId} and e.form_id = ${formId} limit ${limit}) returning 1)
    select (select count(*) from replies)::int as replies, (select count(*) from days)::int as days,
           (select count(*) from sources)::int as sources,
           (select count(*) from details)::int as details`
}

// --- With a contact --------------------------------------------------------------------------------------------------

export function noteRemovals(organizationId: Uuid, contactIds: readonly Uuid[], at: Date): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into form_removals (org_id, contact_id, created_at)
    select ${id}, given.contact_id, ${at}::timestamptz
      from ${beside} unnest(${contactIds}::uuid[]) as given (contact_id)
    on conflict do nothing`
}

export function nextRemoval(organizationId: Uuid): Statement {
  return sql`
    select contact_id from form_removals where org_id = ${organizationId} order by created_at, contact_id limit 1`
}

export function endRemoval(organizationId: Uuid, contactId: Uuid): Statement {
  return sql`delete from form_removals where org_id = ${organizationId} and contact_id = ${contactId}`
}

/** Moves references from the merged contact to the remaining one. */
export function mergeContacts(organizationId: Uuid, from: Uuid, into: Uuid): Statement {
  return sql`
    update form_submissions set contact_id = ${into} where org_id = ${organizationId} and contact_id = ${from}`
}

/** Clears references to messages that are being deleted. */
export function forgetMessages(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    update form_submissions s
       set message_id = case when s.message_id = any(${ids}::uuid[]) then null else s.message_id end,
           auto_reply_message_id =
             case when s.auto_reply_message_id = any(${ids}::uuid[]) then null else s.auto_reply_message_id end
     where s.org_id = ${organizationId}
       and (s.message_id = any(${ids}::uuid[]) or s.auto_reply_message_id = any(${ids}::uuid[]))`
}

export function forgetConversations(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    update form_submissions set conversation_id = null
     where org_id = ${organizationId} and conversation_id = any(${ids}::uuid[])`
}

export function mergeConversations(organizationId: Uuid, merged: readonly { from: Uuid; into: Uuid }[]): Statement {
  const given = rowsOf('given', merged, { from_id: ['uuid', (one) => one.from], into_id: ['uuid', (one) => one.into] })
  return sql`
    update form_submissions s set conversation_id = given.into_id from ${given}
     where s.org_id = ${organizationId} and s.conversation_id = given.from_id`
}

// --- Expiry ----------------------------------------------------------------------------------------------------------

export function organizationsWithOldReplies(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from form_auto_replies r where r.org_id = o.id and r.day < ${before}::date) limit ${limit}`
}

export function removeOldReplies(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from form_auto_replies r
     where r.org_id = ${organizationId} and (r.form_id, r.day, r.address_hash) in (
       select e.form_id, e.day, e.address_hash from form_auto_replies e
        where e.org_id = ${organizationId} and e.day < ${before}::date order by e.day limit ${limit})`
}

export function organizationsWithExpiredFiles(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from form_files f where f.org_id = o.id and f.expires_at < ${before}) limit ${limit}`
}

/** Deletes expired uploads without a submission; their bytes are deleted separately. */
export function removeExpiredFiles(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from form_files f
     where f.org_id = ${organizationId} and f.id in (
       select e.id from form_files e
        where e.org_id = ${organizationId} and e.expires_at < ${before} and e.submission_id is null
        order by e.expires_at limit ${limit})`
}

// --- Data about one person -------------------------------------------------------------------------------------------

/** Submissions that name the contact, the oldest first. */
export function ofContact(organizationId: Uuid, contactId: Uuid, after: Uuid | null, limit: number): Statement {
  return sql`
    select ${columns} from form_submissions s
     where s.org_id = ${organizationId} and s.contact_id = ${contactId}
       and s.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
     order by s.id limit ${limit}`
}
