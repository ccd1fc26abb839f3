// SQL of the log: deliveries by their ids, a page at a time, each with its charge; those that do not belong to it are
// told by marks, as of the transactions.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { Span } from './transaction-queries.ts'

export interface LogRow {
  id: Uuid
  transaction_id: Uuid
  user_id: Uuid | null
  campaign_id: Uuid | null
  list_id: Uuid | null
  channel: string
  kind: string
  status: string
  error_code: string | null
  units: number
  tier: number
  month_number: number
  price_micros: Micros
  returned_micros: Micros
  /** Unix seconds. */
  created_at: number
  sent_at: number | null
  delivered_at: number | null
  read_at: number | null
  ended_at: number | null
  is_in: boolean
  is_behind: boolean
}

const secondsOf = (time: Statement) => sql`floor(extract(epoch from ${time}))::float8`

/** What came back behind the version has not come back in it. */
export function deliveriesBehind(span: Span, after: Uuid, limit: number): Statement {
  return sql`
    select d.id, d.transaction_id, t.user_id, d.campaign_id, d.list_id, d.channel, d.kind, d.status, d.error_code,
           d.units, d.tier, d.month_number::float8 as month_number, d.price_micros,
           case when r.wallet_version > ${span.version} then 0 else d.returned_micros end as returned_micros,
           ${secondsOf(sql`d.created_at`)} as created_at, ${secondsOf(sql`d.sent_at`)} as sent_at,
           ${secondsOf(sql`d.delivered_at`)} as delivered_at, ${secondsOf(sql`d.read_at`)} as read_at,
           ${secondsOf(sql`d.ended_at`)} as ended_at,
           d.created_at >= ${span.from} and d.created_at < ${span.to} and t.wallet_version <= ${span.version} as is_in,
           d.created_at >= ${span.behind} as is_behind
      from (select * from deliveries
             where org_id = ${span.organizationId} and id > ${after} order by id limit ${limit}) as d
      join transactions t on t.org_id = ${span.organizationId} and t.id = d.transaction_id
      left join transactions r on r.org_id = ${span.organizationId} and r.id = d.reversal_id
     order by d.id`
}

export function namesOf(userIds: readonly Uuid[]): Statement {
  return sql`select id, display_name as name from users where id = any(${userIds}::uuid[])`
}
