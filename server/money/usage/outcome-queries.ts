// SQL of delivery outcomes that are not in the usage counters yet.

import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { PricedChannel, PriceKind } from '#money/pricing/rules.ts'

export interface Change {
  organizationId: Uuid
  /** The day of the deliveries, in India. */
  day: string
  channel: PricedChannel
  kind: PriceKind
  /** The charge of the deliveries. */
  transactionId: Uuid
  delivered: number
  failed: number
}

/** For any organizations. */
export function insertChanges(changes: readonly Change[], at: Date): Statement {
  const given = rowsOf('given', changes, {
    org_id: ['uuid', (one) => one.organizationId],
    id: ['uuid', () => newUuid(at.getTime())],
    day: ['word', ({ day }) => day],
    channel: ['word', ({ channel }) => channel],
    kind: ['word', ({ kind }) => kind],
    transaction_id: ['uuid', (one) => one.transactionId],
    delivered_count: ['int4', ({ delivered }) => delivered],
    failed_count: ['int4', ({ failed }) => failed],
  })
  return sql`
    insert into usage_outcomes (org_id, id, day, channel, kind, transaction_id, delivered_count, failed_count)
    select org_id, id, day::date, channel, kind, transaction_id, delivered_count, failed_count from ${given}`
}

/** Up to `limit` organizations with pending changes. */
export function organizationsWithChanges(limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from usage_outcomes c where c.org_id = o.id) limit ${limit}`
}

/** Takes and deletes an organization's next changes, grouped by counter key. */
export function takeChanges(organizationId: Uuid, limit: number): Statement {
  const here = onShard(sql`t.org_id`, [organizationId])
  return sql`
    delete from usage_outcomes c using transactions t
     where c.org_id = ${organizationId} and t.org_id = c.org_id ${here} and t.id = c.transaction_id
       and c.id in (select id from usage_outcomes where org_id = ${organizationId} order by id limit ${limit})
    returning c.day::text, c.channel, c.kind, t.user_id, t.campaign_id, t.list_id, t.price_list_id,
              c.delivered_count as delivered, c.failed_count as failed`
}
