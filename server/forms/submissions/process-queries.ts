// SQL of processing submissions. Each step ends with an update that only one attempt can make; others roll back.

import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { AgreedConsent } from './answer-text.ts'
import { columns, type SubmissionRow } from './queries.ts'
import type { ConfirmationState, ContactLink } from './rules.ts'

/** Submissions of a suspended form wait until it is resumed; those of a deleted form are deleted. */
const isActive = (organizationId: Uuid): Statement => sql`
  not exists (select from forms f where f.org_id = ${organizationId} and f.id = s.form_id
                 and (f.suspended_at is not null or f.deleted_at is not null))`

/** Due submissions, oldest first. */
export function due(organizationId: Uuid, now: Date, limit: number): Statement {
  return sql`
    select ${columns} from form_submissions s
     where s.org_id = ${organizationId} and s.due_at <= ${now} and s.due_at is not null and ${isActive(organizationId)}
     order by s.due_at, s.id limit ${limit}`
}

export function nextDue(organizationId: Uuid): Statement {
  return sql`
    select s.due_at from form_submissions s
     where s.org_id = ${organizationId} and s.due_at is not null and ${isActive(organizationId)}
     order by s.due_at limit 1`
}

export interface Processed {
  id: Uuid
  terms: readonly bigint[]
  consent: readonly AgreedConsent[]
}

/** Completes several submissions without a contact. Returns those not yet processed by another worker. */
export function finishPlain(
  organizationId: Uuid,
  all: readonly (Processed & { autoReply: string | null })[],
  at: Date,
): Statement {
  const given = rowsOf('given', all, {
    id: ['uuid', (one) => one.id],
    terms: ['text', (one) => `{${one.terms.join(',')}}`],
    consent: ['text', (one) => (one.consent.length === 0 ? null : JSON.stringify(one.consent))],
    auto_reply: ['word', (one) => one.autoReply],
  })
  return sql`
    update form_submissions s
       set state = 'done', due_at = null, processed_at = ${at}, error_code = null, terms = given.terms::bigint[],
           consent = given.consent::jsonb, auto_reply = given.auto_reply
      from ${given}
     where s.org_id = ${organizationId} and s.id = given.id and s.state = 'stored' and s.processed_at is null
    returning ${columns}`
}

export interface Outcome {
  contact: { id: Uuid; link: ContactLink } | null
  confirmation: ConfirmationState
  conversationId: Uuid | null
  messageId: Uuid | null
  /** `due` when a reply must be sent, otherwise the reason for not sending, or null. */
  autoReply: string | null
}

/** Completes the first step. Returns no row when another worker already did. */
export function finishFirst(
  organizationId: Uuid,
  { id, terms, consent }: Processed,
  outcome: Outcome,
  at: Date,
): Statement {
  const { contact, confirmation, conversationId, messageId, autoReply } = outcome
  const isMore = autoReply === 'due'
  return sql`
    update form_submissions s
       set state = ${isMore ? 'processing' : 'done'}, due_at = ${isMore ? at : null}, processed_at = ${at},
           error_code = null, terms = ${`{${terms.join(',')}}`}::bigint[],
           consent = ${consent.length === 0 ? null : JSON.stringify(consent)}::jsonb,
           contact_id = ${contact?.id ?? null}, contact_link = ${contact?.link ?? null},
           confirmation = ${confirmation}, mail_due_at = ${confirmation === 'waiting' ? at : null},
           conversation_id = ${conversationId}, message_id = ${messageId}, auto_reply = ${autoReply}
     where s.org_id = ${organizationId} and s.id = ${id} and s.state = 'stored' and s.processed_at is null
    returning ${columns}`
}

/** Stores the effects of a confirmation. Returns no row when another worker already did. */
export function finishConfirmed(
  organizationId: Uuid,
  id: Uuid,
  { contact, conversationId, autoReply }: Pick<Outcome, 'contact' | 'conversationId' | 'autoReply'>,
  at: Date,
): Statement {
  const isMore = autoReply === 'due'
  return sql`
    update form_submissions s
       set state = ${isMore ? 'processing' : 'done'}, due_at = ${isMore ? at : null}, error_code = null,
           confirmation = 'applied', contact_id = ${contact?.id ?? null}, contact_link = ${contact?.link ?? null},
           conversation_id = coalesce(${conversationId}, s.conversation_id), auto_reply = ${autoReply}
     where s.org_id = ${organizationId} and s.id = ${id} and s.confirmation = 'confirmed' and s.processed_at is not null
    returning ${columns}`
}

export function finishReply(
  organizationId: Uuid,
  id: Uuid,
  { outcome, messageId }: { outcome: string; messageId: Uuid | null },
): Statement {
  return sql`
    update form_submissions s
       set state = 'done', due_at = null, error_code = null, auto_reply = ${outcome},
           auto_reply_message_id = ${messageId}
     where s.org_id = ${organizationId} and s.id = ${id} and s.auto_reply = 'due' and s.state = 'processing'
       and s.confirmation <> 'confirmed'
    returning ${columns}`
}

/** Records a failed attempt: retried at `dueAt`; null stops automatic retries. */
export function noteFailure(
  organizationId: Uuid,
  { id, tries }: Pick<SubmissionRow, 'id' | 'tries'>,
  code: string,
  dueAt: Date | null,
): Statement {
  return sql`
    update form_submissions s
       set tries = s.tries + 1, error_code = ${code}, due_at = ${dueAt}::timestamptz,
           state = case when ${dueAt}::timestamptz is null then 'failed' else s.state end
     where s.org_id = ${organizationId} and s.id = ${id} and s.tries = ${tries} and s.due_at is not null`
}

/**
 * Reserves a reply slot: one per address, form and day, at most `max` per form and day. Returns no row when none is
 * free.
 */
export function takeReply(
  organizationId: Uuid,
  { formId, day, hash, id }: { formId: Uuid; day: string; hash: Buffer; id: Uuid },
  max: number,
): Statement {
  return sql`
    insert into form_auto_replies (org_id, form_id, day, address_hash, submission_id)
    select o.id, ${formId}::uuid, ${day}::date, ${hash}::bytea, ${id}::uuid
      from organizations o
     where o.id = ${organizationId}
       and (select count(*) from (
             select from form_auto_replies r
              where r.org_id = ${organizationId} ${onShard(sql`r.org_id`, [organizationId])} and r.form_id = ${formId}
                and r.day = ${day}::date limit ${max}) counted) < ${max}
    on conflict (org_id, form_id, day, address_hash) do nothing
    returning submission_id`
}

/** The submission that holds the reply slot of this address and day. */
export function replyOf(organizationId: Uuid, formId: Uuid, day: string, hash: Buffer): Statement {
  return sql`
    select submission_id from form_auto_replies
     where org_id = ${organizationId} and form_id = ${formId} and day = ${day}::date and address_hash = ${hash}`
}

/** Returns a row at most once per form since `since`; the caller then notifies the members. */
export function takeNotice(organizationId: Uuid, formId: Uuid, at: Date, since: Date): Statement {
  return sql`
    update form_counts set notified_at = ${at}
     where org_id = ${organizationId} and form_id = ${formId} and (notified_at is null or notified_at <= ${since})
    returning form_id`
}

export function formOwner(organizationId: Uuid, formId: Uuid): Statement {
  return sql`
    select f.created_by, f.deleted_at, f.suspended_at from forms f
     where f.org_id = ${organizationId} and f.id = ${formId}`
}
