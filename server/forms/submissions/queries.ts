// SQL for reading, changing and deleting submissions.

import { endByBytes, PAGE_DEFAULT } from '#edge/paging.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { AgreedConsent } from './answer-text.ts'
import type { ConfirmationState, ContactLink, SubmissionState } from './rules.ts'
import type { SubmissionQuery } from './schema.ts'
import { type Answers, hashOf } from './terms.ts'

export interface SubmissionRow {
  id: Uuid
  form_id: Uuid
  version: number
  number: bigint
  language: string
  answers: Answers
  source: string
  counted_source: string
  counted_as: string[]
  state: SubmissionState
  under_attack: boolean
  consent: AgreedConsent[] | null
  contact_id: Uuid | null
  contact_link: ContactLink | null
  confirmation: ConfirmationState
  confirmed_at: Date | null
  conversation_id: Uuid | null
  message_id: Uuid | null
  auto_reply: string | null
  auto_reply_message_id: Uuid | null
  tries: number
  error_code: string | null
  submitted_at: Date
  processed_at: Date | null
}

export const columns = sql`s.id, s.form_id, s.version, s.number, s.language, s.answers, s.source, s.counted_source,
  s.counted_as, s.state, s.under_attack, s.consent, s.contact_id, s.contact_link, s.confirmation, s.confirmed_at,
  s.conversation_id, s.message_id, s.auto_reply, s.auto_reply_message_id, s.tries, s.error_code, s.submitted_at,
  s.processed_at`

/** True when neither the form nor the contact of submission `s` is being deleted. */
export const isThere = (organizationId: Uuid): Statement => sql`
  not exists (select from forms f where f.org_id = ${organizationId} and f.id = s.form_id and f.deleted_at is not null)
  and (s.contact_id is null or not exists (
    select from form_removals r where r.org_id = ${organizationId} and r.contact_id = s.contact_id))`

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select ${columns} from form_submissions s
     where s.org_id = ${organizationId} and s.id = ${id} and ${isThere(organizationId)}`
}

export function lock(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select ${columns} from form_submissions s
     where s.org_id = ${organizationId} and s.id = ${id} and ${isThere(organizationId)} for update of s`
}

/** In the list of the form. */
export function existsIn(organizationId: Uuid, formId: Uuid, id: Uuid): Statement {
  return sql`
    select id, number from form_submissions
     where org_id = ${organizationId} and form_id = ${formId} and id = ${id}`
}

type Filter = Pick<SubmissionQuery, 'state' | 'contact_id' | 'from' | 'to'>

/** `state <> 'done'` lets PostgreSQL use the partial index of all other states. */
const inState = (state: SubmissionState): Statement =>
  state === 'done' ? sql`and s.state = 'done'` : sql`and s.state = ${state} and s.state <> 'done'`

const isFiltered = ({ state, contact_id: contactId, from, to }: Filter): Statement => sql`
  ${state === undefined ? nothing : inState(state)}
  ${contactId === undefined ? nothing : sql`and s.contact_id = ${contactId}`}
  ${from === undefined ? nothing : sql`and s.submitted_at >= ${from}`}
  ${to === undefined ? nothing : sql`and s.submitted_at < ${to}`}`

const bytes = sql`2000 + octet_length(answers::text)`

/**
 * In the order of the index of forms. With `form_id = …` and an order by `id` the primary key would have that order
 * too, and a planner that believes most submissions to be of this form would read all that are newer than its last one.
 */
const inForm = (formId: Uuid): Statement => sql`s.form_id >= ${formId} and s.form_id <= ${formId}`
const place = sql`(s.form_id, s.id)`

export interface Bounds {
  /** The range of ids of submissions from `from` on and before `to`. */
  first: Uuid | null
  behind: Uuid | null
}

const within = (formId: Uuid, { first, behind }: Bounds): Statement => sql`
  ${first === null ? nothing : sql`and ${place} >= (${formId}, ${first})`}
  ${behind === null ? nothing : sql`and ${place} < (${formId}, ${behind})`}`

function pageOf(formId: Uuid, { ending_before: before, starting_after: after, limit = PAGE_DEFAULT }: SubmissionQuery) {
  const rows = limit + 1
  if (before) return sql`and ${place} > (${formId}, ${before}) order by s.form_id asc, s.id asc limit ${rows}`
  const where = after ? sql`and ${place} < (${formId}, ${after})` : nothing
  return sql`${where} order by s.form_id desc, s.id desc limit ${rows}`
}

export function list(organizationId: Uuid, formId: Uuid, query: SubmissionQuery, bounds: Bounds): Statement {
  return endByBytes(
    sql`
      select ${columns} from form_submissions s
       where s.org_id = ${organizationId} and ${inForm(formId)} ${isFiltered(query)} ${within(formId, bounds)}
         and ${isThere(organizationId)} ${pageOf(formId, query)}`,
    bytes,
  )
}

export function formExists(organizationId: Uuid, formId: Uuid): Statement {
  return sql`select id from forms where org_id = ${organizationId} and id = ${formId} and deleted_at is null`
}

/** The newest part of the search index follows from it. */
export function countOf(organizationId: Uuid, formId: Uuid): Statement {
  return sql`select next_number from form_counts where org_id = ${organizationId} and form_id = ${formId}`
}

/** Submissions in one of these parts that match all terms, newest first or, with `isAscending`, oldest first. */
export function found(
  organizationId: Uuid,
  formId: Uuid,
  sought: {
    parts: readonly number[]
    texts: readonly string[]
    query: SubmissionQuery
    bounds: Bounds
    limit: number
    isAscending: boolean
  },
): Statement {
  const { parts, texts, query, bounds, limit, isAscending } = sought
  const isAny = parts
    .map((part) => sql`i.terms @> ${hashesOf(formId, part, texts)}::bigint[]`)
    .reduce((all, one) => sql`${all} or ${one}`)
  const { ending_before: before, starting_after: after } = query
  const cursor =
    before !== undefined ? sql`and s.id > ${before}` : after !== undefined ? sql`and s.id < ${after}` : nothing
  // By the index of terms alone: the key of the list would read all that the form has.
  return sql`
    select ${columns} from (
      select i.*, i.org_id as of_org from form_submissions i
       where (${isAny}) ${onShard(sql`i.org_id`, [organizationId])} offset 0) s
     where s.org_id = ${organizationId} and s.form_id = ${formId} ${cursor} ${isFiltered(query)}
       ${within(formId, bounds)}
       and ${isThere(organizationId)}
     order by s.id ${isAscending ? sql`asc` : sql`desc`} limit ${limit}`
}

const hashesOf = (formId: Uuid, part: number, texts: readonly string[]): string =>
  `{${texts.map((text) => hashOf(formId, part, text)).join(',')}}`

// --- Changes ---------------------------------------------------------------------------------------------------------

/** Makes a failed submission due; processing continues where it stopped. */
export function retry(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update form_submissions s
       set state = case when s.processed_at is null then 'stored' else 'processing' end, due_at = ${at}, tries = 0
     where s.org_id = ${organizationId} and s.id = ${id} and s.state = 'failed'
    returning ${columns}`
}

export function markSpam(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    update form_submissions s
       set state = 'spam', due_at = null, mail_due_at = null,
           confirmation = case when s.confirmation = 'waiting' then 'expired' else s.confirmation end
     where s.org_id = ${organizationId} and s.id = ${id} and s.state <> 'spam'
    returning ${columns}`
}

/** Renews the confirmation link of a mail not older than `since`, and sends the mail again. */
export function markNoSpam(organizationId: Uuid, id: Uuid, at: Date, since: Date): Statement {
  const isWaiting = sql`s.confirmation = 'expired' and s.processed_at > ${since}`
  return sql`
    update form_submissions s
       set state = case when s.processed_at is null then 'stored' else 'done' end,
           due_at = case when s.processed_at is null then ${at}::timestamptz end, tries = 0,
           confirmation = case when ${isWaiting} then 'waiting' else s.confirmation end,
           mail_due_at = case when ${isWaiting} then ${at}::timestamptz end, mail_tries = 0
     where s.org_id = ${organizationId} and s.id = ${id} and s.state = 'spam'
    returning ${columns}`
}

// --- Files -----------------------------------------------------------------------------------------------------------

export interface FileRow {
  id: Uuid
  submission_id: Uuid
  field_key: string
  filename: string
  content_type: string
  size: bigint
}

export function filesOf(organizationId: Uuid, submissionIds: readonly Uuid[]): Statement {
  return sql`
    select id, submission_id, field_key, filename, content_type, size from form_files
     where org_id = ${organizationId} and submission_id = any(${submissionIds}::uuid[]) order by submission_id, id`
}

export function fileOf(organizationId: Uuid, submissionId: Uuid, id: Uuid): Statement {
  return sql`
    select id, submission_id, field_key, filename, content_type, size from form_files
     where org_id = ${organizationId} and submission_id = ${submissionId} and id = ${id}`
}

/** A page of the whole list for a file, the oldest first. */
export function exported(
  organizationId: Uuid,
  formId: Uuid,
  query: Filter,
  bounds: Bounds,
  { after, limit }: { after: Uuid | null; limit: number },
): Statement {
  return sql`
    select s.id, s.version, s.state, s.language, s.source, s.answers, s.contact_id, s.contact_link, s.submitted_at
      from form_submissions s
     where s.org_id = ${organizationId} and ${inForm(formId)}
       ${after === null ? nothing : sql`and ${place} > (${formId}, ${after})`} ${isFiltered(query)}
       ${within(formId, bounds)} and ${isThere(organizationId)}
     order by s.form_id, s.id limit ${limit}`
}
