// SQL of the suppression list, and of the contacts with addresses on it.

import type { AddressField } from '#channels/description.ts'
import { channelDescriptions, channelsWith } from '#channels/table.ts'
import { endByBytes, pageById } from '#edge/paging.ts'
import { keysOf } from '#kit/database/by-key.ts'
import { onShard } from '#kit/database/shards.ts'
import { literals, nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { StoredDetails } from '#kit/stored-details.ts'
import { type PricedChannel, pricedChannels } from '#money/pricing/rules.ts'
import { isReachedAt, isSuppressionOfContact } from '../address-queries.ts'
import { suppressionsOfKnown } from '../known-by-queries.ts'
import { formsOf, sameNumberKey } from '../number-forms.ts'
import type { SuppressionQuery, SuppressionReason } from './schema.ts'

export interface SuppressionRow {
  id: Uuid
  channel: PricedChannel
  address: string
  reason: SuppressionReason
  detail: string | null
  details: StoredDetails | null
  /** The user who added it; null when a provider reported it. */
  user_id: Uuid | null
  created_at: Date
}

const columns = sql`s.id, s.channel, s.address, s.reason, s.detail, s.details, s.user_id, s.created_at`

/** Nothing if the address is already on the list: the existing entry stays. */
export function insert(
  organizationId: Uuid,
  row: Omit<SuppressionRow, 'details'> & { details: string | null },
): Statement {
  const { id, channel, address, reason, detail, details, user_id, created_at } = row
  return sql`
    insert into suppressions (org_id, id, channel, address, reason, detail, details, user_id, created_at)
    values (${organizationId}, ${id}, ${channel}, ${address}, ${reason}, ${detail}, ${details}::jsonb, ${user_id},
            ${created_at})
    on conflict (org_id, channel, address) do nothing`
}

export function byAddress(organizationId: Uuid, channel: PricedChannel, address: string): Statement {
  return sql`
    select ${columns} from suppressions s
     where s.org_id = ${organizationId} and s.channel = ${channel} and s.address = ${address}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from suppressions s where s.org_id = ${organizationId} and s.id = ${id}`
}

export function list(organizationId: Uuid, query: SuppressionQuery): Statement {
  const { where, tail } = pageById(query, sql`s.id`)
  const rows = sql`
    select ${columns} from suppressions s where s.org_id = ${organizationId}
      ${query.channel === undefined ? nothing : sql`and s.channel = ${query.channel}`}
      ${query.address === undefined ? nothing : sql`and s.address = ${query.address}`}
      ${query.reason === undefined ? nothing : sql`and s.reason = ${query.reason}`}
      ${where} ${tail}`
  return endByBytes(rows, sql`1000 + coalesce(octet_length(detail), 0)`)
}

export function remove(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from suppressions where org_id = ${organizationId} and id = ${id}`
}

/**
 * Held until the transaction ends: excludes other changes of the address's suppression, and transactions that give the
 * address to a contact. Neither has a row that the other could lock. It also excludes imports, which add many addresses
 * at once.
 */
export function lockAddress(organizationId: Uuid, address: string): Statement {
  return sql`
    select pg_advisory_xact_lock_shared(${lockOf(organizationId)}),
           pg_advisory_xact_lock(hashtextextended(${keyOf(organizationId, address)}, 2))`
}

/**
 * Until the transaction ends, no suppression of the organization can change: for imports, instead of locks per address.
 */
export function lockList(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock(${lockOf(organizationId)})`
}

/** For several organizations, in a fixed order: excludes imports, but no other changes of the lists. */
export function shareLists(organizationIds: readonly Uuid[]): Statement {
  return sql`
    select pg_advisory_xact_lock_shared(hashtextextended('suppressions of ' || k.org_id, 2))
      from (select org_id from unnest(${organizationIds.toSorted()}::text[]) with ordinality as g (org_id, place)
             order by place offset 0) k`
}

const lockOf = (organizationId: Uuid): Statement => sql`hashtextextended(${`suppressions of ${organizationId}`}, 2)`

export function shareAddress(organizationId: Uuid, address: string): Statement {
  return sql`select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(organizationId, address)}, 2))`
}

export const keyOf = (organizationId: Uuid, address: string) =>
  `${organizationId} ${sameNumberKey(address.toLowerCase())}`

/** True if an email address in lower case is on the list. `organization`: an expression that restricts the shard. */
export const isSuppressed = (organization: Statement, address: Statement): Statement => sql`
  exists (select from suppressions
           where org_id = ${organization} and channel in (${literals(channelsWith('email'))})
             and address = ${address})`

/** The suppressed ones among the addresses, of any channel. Email addresses in lower case. */
export function suppressedAmong(organizationId: Uuid, addresses: readonly string[]): Statement {
  return sql`
    select s.address from suppressions s
     where s.org_id = ${organizationId} and s.channel in (${literals(pricedChannels)})
       and s.address = any(${addresses}::text[])`
}

/** The contacts with the address, in id order, the general lock order. */
export function lockWithAddress(organizationId: Uuid, channel: PricedChannel, address: string): Statement {
  return sql`
    select t.id
      from (select ${organizationId}::uuid as org_id, found.id
              from (select c.id from contacts c
                     where c.org_id = ${organizationId} and ${isReachedAt(channel, address)}
                    union
                    select k.contact_id from contact_addresses k
                     where k.org_id = ${organizationId} and k.field = any(${fieldsOf(channel)}::text[])
                       and k.address = any(${formsOf(address)}::text[])) found offset 0) k
      join contacts t on t.org_id = k.org_id ${onShard(sql`t.org_id`, [organizationId])} and t.id = k.id
     order by t.id for no key update of t`
}

/** The address fields of contacts that the channel uses. */
export const fieldsOf = (channel: PricedChannel): readonly AddressField[] => channelDescriptions[channel].addressFields

/**
 * A subquery: per channel the earliest reason for which contact `c` is suppressed, by its own or its former addresses.
 */
export const reasonsFor = (organizationId: Statement, here: (column: Statement) => Statement): Statement => sql`
  (select jsonb_object_agg(s.channel, s.reason order by s.id desc) from (
     select s.id, s.channel, s.reason from suppressions s
      where s.org_id = ${organizationId} ${here(sql`s.org_id`)} and ${isSuppressionOfContact}
     union all
     ${suppressionsOfKnown(organizationId, here)}) s)`

/** Copies the suppressions of the contacts' addresses into their rows; returns the contacts that changed. */
export function mark(organizationId: Uuid, contactIds: readonly Uuid[]): Statement {
  return sql`
    update contacts t set suppressed = x.suppressed
      from (
        select k.org_id, k.id, coalesce(${reasonsFor(sql`${organizationId}`, () => nothing)}, '{}') as suppressed
          from ${keysOf(organizationId, contactIds)} k
          join contacts c on c.org_id = k.org_id ${onShard(sql`c.org_id`, [organizationId])} and c.id = k.id) x
     where t.org_id = x.org_id ${onShard(sql`t.org_id`, [organizationId])} and t.id = x.id
       and t.suppressed <> x.suppressed
    returning t.id, t.suppressed`
}
