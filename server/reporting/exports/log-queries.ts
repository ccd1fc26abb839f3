// SQL of the message log: deliveries by id, a page at a time, each with its charge. As for transactions, a page
// includes rows outside the export, marked as such.

import { columnsOf } from '#kit/database/copied-rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Span } from './transaction-queries.ts'

export const readColumns = columnsOf({
  id: () => sql`d.id`,
  transaction_id: () => sql`d.transaction_id`,
  user_id: () => sql`t.user_id`,
  campaign_id: () => sql`d.campaign_id`,
  list_id: () => sql`d.list_id`,
  channel: () => sql`d.channel`,
  kind: () => sql`d.kind`,
  status: () => sql`d.status`,
  error_code: () => sql`d.error_code`,
  units: () => sql`d.units`,
  tier: () => sql`d.tier`,
  month_number: () => sql`d.month_number`,
  price_micros: () => sql`d.price_micros`,
  /** A reversal after the exported wallet version is not part of the export. */
  returned_micros: (span: Span) => sql`case when r.wallet_version > ${span.version} then 0 else d.returned_micros end`,
  created_at: () => sql`d.created_at`,
  sent_at: () => sql`d.sent_at`,
  delivered_at: () => sql`d.delivered_at`,
  read_at: () => sql`d.read_at`,
  ended_at: () => sql`d.ended_at`,
  is_in: (span: Span) =>
    sql`d.created_at >= ${span.from} and d.created_at < ${span.to} and t.wallet_version <= ${span.version}`,
  is_behind: (span: Span) => sql`d.created_at >= ${span.behind}`,
})

export function deliveriesBehind(span: Span, after: Uuid, limit: number): Statement {
  const here = (column: Statement) => onShard(column, [span.organizationId])
  return sql`
    select ${readColumns.list(span)}
      from (select * from deliveries
             where org_id = ${span.organizationId} and id > ${after} order by id limit ${limit}) as d
      join transactions t on t.org_id = d.org_id ${here(sql`t.org_id`)} and t.id = d.transaction_id
      left join transactions r on r.org_id = d.org_id ${here(sql`r.org_id`)} and r.id = d.reversal_id
     order by d.id`
}

export function namesOf(userIds: readonly Uuid[]): Statement {
  return sql`select id, display_name as name from users where id = any(${userIds}::uuid[])`
}
