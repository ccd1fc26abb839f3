// SQL of the search index: pending work and entries.

import { keysOf } from '#kit/database/by-key.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { areShards, insertingFor, onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { conversationOf } from '#messaging/conversations/merge-queries.ts'
import { wordsOfComponents } from '#messaging/templates/component-queries.ts'
import type { Kind } from './match-rules.ts'

// --- Pending work ---------------------------------------------------------------------------------------------------

/** Organizations that are not indexed yet. */
export function withoutHeads(limit: number): Statement {
  return sql`
    select o.id from organizations o
     where not exists (select from search_heads h where h.org_id = o.id and h.kind = 'message') limit ${limit}`
}

/** Messages after `before` are indexed as new; earlier ones are walked backwards from it. */
export function beginHead(organizationId: Uuid, kind: Kind, before: Uuid | null): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into search_heads (org_id, kind, settled_id, walked_id)
    select ${id}, given.kind, given.before, given.before
      from ${beside} (select ${kind}::text as kind, ${before}::uuid as before) given
    on conflict do nothing`
}

/**
 * Organizations with messages after `settled_id`: one lookup in the primary key of messages each. Also those whose
 * `settled_id` is in the future because the clock was set back.
 */
export function withNewMessages(limit: number, settledMax: Uuid): Statement {
  return sql`
    select h.org_id as id from search_heads h
     where h.kind = 'message'
       and (h.settled_id > ${settledMax}
         or exists (select from messages m where m.org_id = h.org_id and m.id > h.settled_id))
     limit ${limit}`
}

export function withEarlierMessages(limit: number): Statement {
  return sql`select h.org_id as id from search_heads h where h.walked_id is not null limit ${limit}`
}

/** Skip scan along the key: its cost grows with the number of organizations, not of changes. */
export function withChanges(limit: number): Statement {
  if (areShards()) return sql`select distinct org_id as id from search_changes limit ${limit}`
  return sql`
    with recursive found as (
      (select c.org_id from search_changes c order by c.org_id limit 1)
      union all
      select (select c.org_id from search_changes c where c.org_id > f.org_id order by c.org_id limit 1)
        from found f where f.org_id is not null)
    select f.org_id as id from found f where f.org_id is not null limit ${limit}`
}

export interface HeadRow {
  bucket: number
  filled: number
  earlier_bucket: number
  earlier_filled: number
  settled_id: Uuid | null
  walked_id: Uuid | null
}

/** No row while another worker has locked it. */
export function holdHead(organizationId: Uuid, kind: Kind): Statement {
  return sql`
    select bucket, filled, earlier_bucket, earlier_filled, settled_id, walked_id from search_heads
     where org_id = ${organizationId} and kind = ${kind} for update skip locked`
}

export function saveHead(organizationId: Uuid, kind: Kind, head: HeadRow): Statement {
  return sql`
    update search_heads
       set bucket = ${head.bucket}, filled = ${head.filled}, earlier_bucket = ${head.earlier_bucket},
           earlier_filled = ${head.earlier_filled}, settled_id = ${head.settled_id}, walked_id = ${head.walked_id}
     where org_id = ${organizationId} and kind = ${kind}`
}

export function newMessages(organizationId: Uuid, after: Uuid, limit: number): Statement {
  return sql`
    select m.id from messages m
     where m.org_id = ${organizationId} and m.id > ${after}
       and not exists (select from search_entries e
                        where e.org_id = m.org_id ${onShard(sql`e.org_id`, [organizationId])} and e.id = m.id)
     order by m.id limit ${limit}`
}

export function earlierMessages(organizationId: Uuid, before: Uuid, limit: number): Statement {
  return sql`
    select m.id from messages m
     where m.org_id = ${organizationId} and m.id < ${before} order by m.id desc limit ${limit}`
}

export function messagesOf(organizationId: Uuid, conversationId: Uuid, before: Uuid | null, limit: number): Statement {
  return sql`
    select m.id from messages m
     where m.org_id = ${organizationId} and m.conversation_id = ${conversationId}
       and m.id < coalesce(${before}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
     order by m.id desc limit ${limit}`
}

export interface SourceRow {
  id: Uuid
  /** The bucket of its entry; null without one. */
  bucket: number | null
  texts: (string | null)[]
  /** Only for a message without text: its HTML. */
  html: string | null
  /** Only for a message: the assignee of its conversation. */
  user_id: Uuid | null
  /** Only for a contact. */
  numbers: (string | null)[]
}

/** The bucket of an entry; null if there is none. */
export const entryOf = (organizationId: Uuid, id: Statement) => sql`
  (select e.bucket from search_entries e where e.org_id = ${organizationId} and e.id = ${id})`

/** What else the message `m` shows: header, footer, buttons, and the rows of a list. */
const wordsOfInteractive = sql`
  case when m.interactive is null then '{}'::text[]
       else array[m.interactive ->> 'header', m.interactive ->> 'footer', m.interactive ->> 'button'] || array(
         select shown #>> '{}' from (
           select jsonb_path_query(m.interactive, '$.buttons[*].title') as shown
            union all select jsonb_path_query(m.interactive, '$.sections[*].title')
            union all select jsonb_path_query(m.interactive, '$.sections[*].rows[*].title')
            union all select jsonb_path_query(m.interactive, '$.sections[*].rows[*].description')) parts)
  end`

/**
 * Locks the messages until the transaction ends, so that a deletion waits for the entry to be written; rows that are
 * locked are skipped.
 */
export function holdMessages(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select m.id, ${entryOf(organizationId, sql`m.id`)} as bucket,
           case when m.withdrawn_at is null
                then array[left(m.subject, 2000), left(m.text, 20000)] || ${wordsOfInteractive}
                       || ${wordsOfComponents(organizationId)}
                else '{}'::text[] end as texts,
           case when m.text is null and m.withdrawn_at is null then left(m.html, 200000) end as html,
           '{}'::text[] as numbers,
           (select c.user_id from conversations c
             where c.org_id = ${organizationId}
               and c.id = ${conversationOf([organizationId], sql`m.org_id`, sql`m.conversation_id`)}) as user_id
      from ${keysOf(organizationId, ids)} k
      join messages m on m.org_id = k.org_id ${onShard(sql`m.org_id`, [organizationId])} and m.id = k.id
     order by m.id for key share of m skip locked`
}

export function holdContacts(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  // Addresses of contacts that were merged into it.
  const knownBy = (fields: Statement) => sql`
    array(select a.address from contact_addresses a
           where a.org_id = ${organizationId} and a.contact_id = t.id and a.field in ${fields})`
  return sql`
    select t.id, ${entryOf(organizationId, sql`t.id`)} as bucket,
           array[t.display_name, t.email, t.app_id] || ${knownBy(sql`('email', 'app_id')`)} as texts, null as html,
           array[t.phone_number, t.app_id] || ${knownBy(sql`('phone_number', 'app_id')`)} as numbers,
           null::uuid as user_id
      from ${keysOf(organizationId, ids)} k
      join contacts t on t.org_id = k.org_id ${onShard(sql`t.org_id`, [organizationId])} and t.id = k.id
     order by t.id for key share of t skip locked`
}

export function holdGroups(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select g.id, ${entryOf(organizationId, sql`g.id`)} as bucket, array[g.name, g.description] as texts,
           null as html, '{}'::text[] as numbers, null::uuid as user_id
      from ${keysOf(organizationId, ids)} k
      join groups g on g.org_id = k.org_id ${onShard(sql`g.org_id`, [organizationId])} and g.id = k.id
     order by g.id for key share of g skip locked`
}

// --- Entries --------------------------------------------------------------------------------------------------------

export interface Entry {
  id: Uuid
  bucket: number
  lexemes: readonly string[]
}

export function writeEntries(organizationId: Uuid, entries: readonly Entry[]): Statement {
  const { id, beside } = insertingFor(organizationId)
  const given = rowsOf('given', entries, {
    id: ['uuid', (one) => one.id],
    bucket: ['int4', (one) => one.bucket],
    words: ['text', ({ lexemes }) => lexemes.join(' ')],
  })
  return sql`
    insert into search_entries (org_id, id, bucket, words)
    select ${id}, given.id, given.bucket, array_to_tsvector(string_to_array(given.words, ' ')) from ${beside} ${given}
    on conflict (org_id, id) do update set bucket = excluded.bucket, words = excluded.words`
}

export function removeEntries(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`delete from search_entries where org_id = ${organizationId} and id = any(${ids}::uuid[])`
}

/** Merges the GIN index's pending list, which every search would otherwise scan. Shards do so themselves. */
export function tidy(): Statement {
  return areShards() ? sql`select` : sql`select gin_clean_pending_list('search_entries_words'::regclass)`
}

// --- Changes --------------------------------------------------------------------------------------------------------

export type ChangedKind = Kind | 'conversation'

export function noteChanges(organizationId: Uuid, kind: ChangedKind, ids: readonly Uuid[], at: Date): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into search_changes (org_id, id, kind, noted_at)
    select ${id}, given.id, ${kind}::text, ${at}::timestamptz from ${beside} unnest(${ids}::uuid[]) as given (id)
     order by given.id
    on conflict (org_id, id) do update set after_id = null, noted_at = excluded.noted_at`
}

export interface ChangeRow {
  id: Uuid
  kind: ChangedKind
  after_id: Uuid | null
  noted_at: Date
}

export function holdChanges(organizationId: Uuid, limit: number): Statement {
  return sql`
    select id, kind, after_id, noted_at from search_changes where org_id = ${organizationId}
     order by id desc limit ${limit} for update skip locked`
}

export function removeChanges(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`delete from search_changes where org_id = ${organizationId} and id = any(${ids}::uuid[])`
}

export function goOnBefore(organizationId: Uuid, id: Uuid, after: Uuid): Statement {
  return sql`update search_changes set after_id = ${after} where org_id = ${organizationId} and id = ${id}`
}

/** The ids that still exist, locked or not. */
export const thereIn =
  (table: Statement) =>
  (organizationId: Uuid, ids: readonly Uuid[]): Statement =>
    sql`select id from ${table} where org_id = ${organizationId} and id = any(${ids}::uuid[])`

export const messagesThere = thereIn(sql`messages`)
export const contactsThere = thereIn(sql`contacts`)
export const groupsThere = thereIn(sql`groups`)

// --- Lag ------------------------------------------------------------------------------------------------------------

export interface BehindRow {
  message_id: Uuid | null
  changed_at: Date | null
  walking: bigint
}

/** The oldest message after `settled_id` without an entry, the oldest change, and how many walks are unfinished. */
export function behind(): Statement {
  return sql`
    select (select m.id from search_heads h cross join lateral (
              select m.id from messages m
               where m.org_id = h.org_id and m.id > h.settled_id
                 and not exists (select from search_entries e where e.org_id = m.org_id and e.id = m.id)
               order by m.id limit 1) m
             where h.kind = 'message' order by m.id limit 1) as message_id,
           (select min(c.noted_at) from search_changes c
             where c.org_id is not null and c.noted_at > to_timestamp(0)) as changed_at,
           (select count(*) from search_heads w where w.org_id is not null and w.walked_id is not null) as walking`
}
