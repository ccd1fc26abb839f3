// SQL for storing submissions of many forms and organizations in one transaction. Each form's count row is its lock.

import { type Column, rowsOf } from '#kit/database/rows.ts'
import { areShards, ofTheOne, onShard, theOne } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Detail, detailText } from './detail-rules.ts'

export interface FormKey {
  org_id: Uuid
  form_id: Uuid
}

const keysOf = (forms: readonly FormKey[]): Statement =>
  rowsOf('given', forms, { org_id: ['uuid', (one) => one.org_id], form_id: ['uuid', (one) => one.form_id] })

const organizationsOf = (rows: readonly { org_id: Uuid }[]): Uuid[] => [...new Set(rows.map(({ org_id }) => org_id))]

/** With sharding, a flush contains one organization, so that its rows are inserted on that organization's shard. */
function inserting(rows: readonly { org_id: Uuid }[]): { id: Statement; beside: Statement } {
  return areShards() ? ofTheOne(theOne(organizationsOf(rows))) : { id: sql`given.org_id`, beside: nothing }
}

export interface CountedRow extends FormKey {
  submissions: bigint
  next_number: bigint
  status: string
  suspended_at: Date | null
  deleted_at: Date | null
  version: number
}

/** Locked in a fixed order: until the transaction ends, no other one stores a submission of these forms. */
export function lockCounts(forms: readonly FormKey[]): Statement {
  const here = organizationsOf(forms)
  return sql`
    select c.org_id, c.form_id, c.submissions, c.next_number, f.status, f.deleted_at, f.version,
           coalesce(f.suspended_at, o.suspended_at) as suspended_at
      from ${keysOf(forms)}
      join form_counts c on c.org_id = given.org_id ${onShard(sql`c.org_id`, here)} and c.form_id = given.form_id
      join forms f on f.org_id = given.org_id ${onShard(sql`f.org_id`, here)} and f.id = given.form_id
      join organizations o on o.id = given.org_id ${onShard(sql`o.id`, here)}
     order by c.org_id, c.form_id for update of c`
}

export interface NonceRow {
  org_id: Uuid
  id: Uuid
  nonce: Buffer
}

/** Submissions already stored with these nonces. */
export function knownNonces(given: readonly { org_id: Uuid; nonce: Buffer }[]): Statement {
  const rows = rowsOf('given', given, { org_id: ['uuid', (one) => one.org_id], nonce: ['bytea', (one) => one.nonce] })
  return sql`
    select s.org_id, s.id, s.nonce from ${rows}
      join form_submissions s on s.org_id = given.org_id ${onShard(sql`s.org_id`, organizationsOf(given))}
       and s.nonce = given.nonce`
}

export interface FormDay extends FormKey {
  day: string
}

/** Sources with counts of their own on these days. */
export function sourcesOf(days: readonly FormDay[]): Statement {
  const rows = rowsOf('given', days, {
    org_id: ['uuid', (one) => one.org_id],
    form_id: ['uuid', (one) => one.form_id],
    day: ['word', (one) => one.day],
  })
  return sql`
    select s.org_id, s.form_id, s.day::text as day, s.source from ${rows}
      join form_sources s on s.org_id = given.org_id ${onShard(sql`s.org_id`, organizationsOf(days))}
       and s.form_id = given.form_id and s.day = given.day::date`
}

export interface NewSubmission extends FormDay {
  id: Uuid
  version: number
  number: bigint
  nonce: Buffer
  language: string
  /** JSON. */
  answers: string
  shown_keys: readonly string[]
  source: string
  /** The source under which it is counted: one of the day's, or `other`. */
  counted_source: string
  /** The details in which it is counted. */
  details: readonly Detail[]
  state: 'stored' | 'spam'
  under_attack: boolean
  submitted_at: Date
}

export type Unnumbered = Omit<NewSubmission, 'number'>

/** Columns of a stored submission. */
const STORED = {
  org_id: ['uuid', (one) => one.org_id],
  id: ['uuid', (one) => one.id],
  form_id: ['uuid', (one) => one.form_id],
  version: ['int4', (one) => one.version],
  nonce: ['bytea', (one) => one.nonce],
  language: ['text', (one) => one.language],
  answers: ['text', (one) => one.answers],
  shown_keys: ['text', (one) => JSON.stringify(one.shown_keys)],
  source: ['text', (one) => one.source],
  counted_source: ['text', (one) => one.counted_source],
  counted_as: ['text', (one) => JSON.stringify(one.details.map(detailText))],
  day: ['word', (one) => one.day],
  state: ['word', (one) => one.state],
  under_attack: ['bool', (one) => one.under_attack],
  submitted_at: ['timestamptz', (one) => one.submitted_at],
} satisfies Record<string, Column<Unnumbered>>

/** Inserts submissions and updates all counts. Returns the rows that are new. */
export function insertSubmissions(rows: readonly NewSubmission[]): Statement {
  return insert(rows, sql`select * from ${rowsOf('given', rows, { ...STORED, number: ['int8', (one) => one.number] })}`)
}

/** A submission to be stored only while `published` is the form's published version and its count is below `max`. */
export interface ExpectedSubmission extends Unnumbered {
  published: number
  max: number | null
}

/**
 * Inserts submissions of forms whose counts an earlier statement of this transaction has locked. Only those whose form
 * is still published in the expected version and whose count stays within the maximum. A duplicate counts towards the
 * maximum, so the last row may be left for store.ts.
 */
export function insertExpected(rows: readonly ExpectedSubmission[]): Statement {
  const given = rowsOf('given', rows, {
    ...STORED,
    published: ['int4', (one) => one.published],
    max: ['int8', (one) => (one.max === null ? null : BigInt(one.max))],
    place: ['int4', (_, index) => index],
  })
  return insert(
    rows,
    sql`
      select * from (
        select given.*, c.submissions as count,
               row_number() over (partition by given.org_id, given.form_id order by given.place) as ordinal,
               c.next_number - 1 + row_number() over (partition by given.org_id, given.form_id order by given.place)
                 as number
          from ${given}
          join form_counts c on c.org_id = given.org_id and c.form_id = given.form_id
          join forms f on f.org_id = given.org_id and f.id = given.form_id
          join organizations o on o.id = given.org_id
         where f.status = 'published' and f.version = given.published and f.suspended_at is null
           and f.deleted_at is null and o.suspended_at is null) new
       where new.max is null or new.count + new.ordinal <= new.max`,
  )
}

/** `given`: the rows to store, with their numbers. */
function insert(rows: readonly Unnumbered[], given: Statement): Statement {
  const here = organizationsOf(rows)
  const { id, beside } = inserting(rows)
  return sql`
    with given as materialized (${given}),
    inserted as (
      insert into form_submissions (org_id, id, form_id, version, number, nonce, language, answers, shown_keys, source,
                                    counted_source, counted_as, state, under_attack, due_at, submitted_at)
      select ${id}, given.id, form_id, version, number, nonce, language, answers::jsonb,
             array(select jsonb_array_elements_text(shown_keys::jsonb)), source, counted_source,
             array(select jsonb_array_elements_text(counted_as::jsonb)), state, under_attack,
             case when state = 'stored' then submitted_at end, submitted_at
        from ${beside} given
       order by 1, number
      on conflict (org_id, nonce) do nothing
      returning org_id, id, form_id),
    counts as (
      update form_counts c set submissions = c.submissions + n.count, next_number = greatest(c.next_number, n.next),
             last_submitted_at = greatest(c.last_submitted_at, n.at)
        from (select i.org_id, i.form_id, count(*) as count, max(g.number) + 1 as next, max(g.submitted_at) as at
                from inserted i join given g on g.id = i.id group by 1, 2) n
       where c.org_id = n.org_id ${onShard(sql`c.org_id`, here)} and c.form_id = n.form_id),
    days as (
      insert into form_days as d (org_id, form_id, day, version, submissions)
      select i.org_id, i.form_id, g.day::date, g.version, count(*)
        from inserted i join given g on g.id = i.id where g.state = 'stored' group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (org_id, form_id, day, version) do update set submissions = d.submissions + excluded.submissions),
    sources as (
      insert into form_sources as s (org_id, form_id, day, source, count)
      select i.org_id, i.form_id, g.day::date, g.counted_source, count(*)
        from inserted i join given g on g.id = i.id where g.state = 'stored' group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (org_id, form_id, day, source) do update set count = s.count + excluded.count),
    details as (
      insert into form_details as d (org_id, form_id, day, version, dimension, value, submissions)
      select i.org_id, i.form_id, g.day::date, g.version, split_part(c.counted, '=', 1),
             substr(c.counted, strpos(c.counted, '=') + 1), count(*)
        from inserted i join given g on g.id = i.id
             cross join jsonb_array_elements_text(g.counted_as::jsonb) as c (counted)
       where g.state = 'stored' group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (org_id, form_id, day, version, dimension, value) do update
         set submissions = d.submissions + excluded.submissions)
    select i.org_id, i.id from inserted i`
}

/** Returns no row when the file was removed, or belongs to another submission. */
export function lockWaitingFile({ org_id, form_id }: FormKey, fileId: Uuid): Statement {
  return sql`
    select id from form_files
     where org_id = ${org_id} and form_id = ${form_id} and id = ${fileId} and submission_id is null for update`
}

/** Attaches a field's file, unless it belongs to a submission already. */
export function attachFile({ org_id, form_id }: FormKey, { id, fileId }: { id: Uuid; fileId: Uuid }): Statement {
  return sql`
    update form_files set submission_id = ${id}, expires_at = null
     where org_id = ${org_id} and form_id = ${form_id} and id = ${fileId} and submission_id is null`
}
