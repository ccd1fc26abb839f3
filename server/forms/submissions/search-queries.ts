// SQL of submission texts for the search index.

import { keysOf } from '#kit/database/by-key.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { IndexedKind } from '#messaging/search/changes.ts'
import { entryOf, thereIn } from '#messaging/search/index-queries.ts'

/** One text per answer, per value of a multiple choice, and per file name. */
const textsOf = sql`
  array(select left(case jsonb_typeof(one) when 'object' then one ->> 'filename' else one #>> '{}' end, 20000)
          from jsonb_path_query(s.answers, '$.*[*]') as one
         where jsonb_typeof(one) in ('string', 'number', 'object'))`

/** Phone numbers are also found by their last digits, like those of contacts. */
const numbersOf = sql`
  array(select one #>> '{}' from jsonb_path_query(s.answers, '$.* ? (@ like_regex "^[+][0-9]{7,15}$")') as one)`

/**
 * Locked until the transaction ends, so that a delete waits until the entry is indexed. Rows being deleted are skipped.
 */
function hold(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select s.id, ${entryOf(organizationId, sql`s.id`)} as bucket, ${textsOf} as texts, null as html,
           ${numbersOf} as numbers, null::uuid as user_id
      from ${keysOf(organizationId, ids)} k
      join form_submissions s on s.org_id = k.org_id ${onShard(sql`s.org_id`, [organizationId])} and s.id = k.id
     order by s.id for key share of s skip locked`
}

export const indexedSubmissions: IndexedKind = { hold, there: thereIn(sql`form_submissions`) }
