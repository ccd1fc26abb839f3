// SQL of adding suppressions of many organizations at once.

import { rowsOf } from '#kit/database/rows.ts'
import { areShards, ofTheOne, onShard, theOne } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import { detailsToStore, textToStore } from '#kit/stored-details.ts'
import type { PricedChannel } from '#money/pricing/rules.ts'
import { isReachedAtColumn } from '../address-queries.ts'
import { knownByAddresses } from '../known-by-queries.ts'
import { fieldsOf, keyOf, reasonsFor, type SuppressionRow } from './queries.ts'

export interface SuppressedAddress {
  org_id: Uuid
  channel: PricedChannel
  address: string
}

export type NewSuppression = SuppressedAddress &
  Pick<SuppressionRow, 'id' | 'reason' | 'created_at'> & { detail: Details | null }

export interface ContactKey {
  org_id: Uuid
  id: Uuid
}

const organizationsOf = (rows: readonly { org_id: Uuid }[]): Uuid[] => [...new Set(rows.map(({ org_id }) => org_id))]

/** As `lockAddress`, in a fixed order, to avoid deadlocks between transactions with the same addresses. */
export function lockAddresses(rows: readonly SuppressedAddress[]): Statement {
  const keys = [...new Set(rows.map(({ org_id, address }) => keyOf(org_id, address)))].toSorted()
  return sql`
    select pg_advisory_xact_lock(hashtextextended(key, 2))
      from (select key from unnest(${keys}::text[]) with ordinality as k (key, place) order by place offset 0) k`
}

/** Returns the new entries. */
export function insertOfMany(rows: readonly NewSuppression[]): Statement {
  const { id, beside } = areShards()
    ? ofTheOne(theOne(organizationsOf(rows)))
    : { id: sql`given.org_id`, beside: nothing }
  const given = rowsOf('given', rows, {
    org_id: ['uuid', (one) => one.org_id],
    id: ['uuid', (one) => one.id],
    channel: ['word', (one) => one.channel],
    address: ['text', (one) => one.address],
    reason: ['word', (one) => one.reason],
    detail: ['text', (one) => textToStore(one.detail)],
    details: ['text', (one) => detailsToStore(one.detail)],
    created_at: ['timestamptz', (one) => one.created_at],
  })
  return sql`
    insert into suppressions (org_id, id, channel, address, reason, detail, details, created_at)
    select ${id}, given.id, channel, address, reason, detail, details::jsonb, created_at
      from ${beside} ${given}
    on conflict (org_id, channel, address) do nothing
    returning org_id, channel, address`
}

/** The contacts with one of the addresses, in the general lock order. */
export function lockWithAddresses(channel: PricedChannel, rows: readonly SuppressedAddress[]): Statement {
  const here = (column: Statement) => onShard(column, organizationsOf(rows))
  const given = rowsOf('g', rows, {
    org_id: ['uuid', (one) => one.org_id],
    address: ['text', (one) => one.address],
  })
  return sql`
    with given as materialized (select * from ${given}),
    theirs as materialized (
      select c.org_id, c.id from given g join contacts c
        on c.org_id = g.org_id ${here(sql`c.org_id`)} and ${isReachedAtColumn(channel, sql`g.address`)}
      union
      ${knownByAddresses(fieldsOf(channel), organizationsOf(rows))})
    select c.org_id, c.id from contacts c
     where (c.org_id, c.id) in (select org_id, id from theirs) ${here(sql`c.org_id`)}
     order by c.org_id, c.id for no key update`
}

/** As `mark`, for contacts of many organizations. */
export function markOfMany(contacts: readonly ContactKey[]): Statement {
  const here = (column: Statement) => onShard(column, organizationsOf(contacts))
  const given = rowsOf('g', contacts, {
    org_id: ['uuid', (one) => one.org_id],
    id: ['uuid', (one) => one.id],
  })
  return sql`
    update contacts t set suppressed = x.suppressed
      from (
        select c.org_id, c.id, coalesce(${reasonsFor(sql`c.org_id`, here)}, '{}')
                 as suppressed
          from ${given} join contacts c on c.org_id = g.org_id ${here(sql`c.org_id`)} and c.id = g.id) x
     where t.org_id = x.org_id ${here(sql`t.org_id`)} and t.id = x.id and t.suppressed <> x.suppressed`
}
