// SQL of what the search is given of submissions: the words of their answers.

import { keysOf } from '#kit/database/by-key.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { IndexedKind } from '#messaging/search/changes.ts'
import { entryOf, thereIn } from '#messaging/search/index-queries.ts'

/** Each answer, each of several, and of a file its name. */
const textsOf = sql`
  array(select left(case jsonb_typeof(one) when 'object' then one ->> 'filename' else one #>> '{}' end, 20000)
          from jsonb_path_query(s.answers, '$.*[*]') as one
         where jsonb_typeof(one) in ('string', 'number', 'object'))`

/** Phone numbers are found by their ends, as those of contacts. */
const numbersOf = sql`
  array(select one #>> '{}' from jsonb_path_query(s.answers, '$.* ? (@ like_regex "^[+][0-9]{7,15}$")') as one)`

/** Held until the transaction ends, so that who deletes one waits for its entry; who just does is not waited for. */
function hold(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select s.id, ${entryOf(organizationId, sql`s.id`)} as bucket, ${textsOf} as texts, null as html,
           ${numbersOf} as numbers, null::uuid as user_id
      from ${keysOf(organizationId, ids)} k
      join form_submissions s on s.org_id = k.org_id ${onShard(sql`s.org_id`, [organizationId])} and s.id = k.id
     order by s.id for key share of s skip locked`
}

export const indexedSubmissions: IndexedKind = { hold, there: thereIn(sql`form_submissions`) }
