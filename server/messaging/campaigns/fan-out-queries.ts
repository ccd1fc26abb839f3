// SQL of the fan-out: a campaign's recipients, written once and processed in number order.

import type { Scope } from '#kit/app.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { areShards, insertingFor, onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Filter } from '#messaging/contacts/segments/filter.ts'
import { matchesFilter } from '#messaging/contacts/segments/filter-queries.ts'
import { costIn } from '#messaging/messages/give-back-queries.ts'
import { contactColumns, isConsented } from './audience-queries.ts'
import type { NewCampaignDelivery } from './batch-rules.ts'
import type { SkipReason } from './recipients.ts'

// --- Freezing -------------------------------------------------------------------------------------------------------

export interface NewRecipient {
  number: number
  contactId: Uuid
  address: string | null
  listId: Uuid | null
  reason: SkipReason | null
  units: number
}

/**
 * Returns the numbers of the inserted rows: a row whose address another recipient has is skipped. The unique index
 * decides, so the query does not depend on the statistics of a table that just grew from nothing.
 */
export function insertRecipients(organizationId: Uuid, campaignId: Uuid, rows: readonly NewRecipient[]): Statement {
  const { id, beside } = insertingFor(organizationId)
  const given = rowsOf('given', rows, {
    number: ['int4', (one) => one.number],
    contact_id: ['uuid', (one) => one.contactId],
    address: ['text', (one) => one.address],
    list_id: ['uuid', (one) => one.listId],
    reason: ['word', (one) => one.reason],
    units: ['int4', (one) => one.units],
  })
  return sql`
    insert into campaign_recipients (org_id, campaign_id, number, contact_id, address, list_id, status, reason, units)
    select ${id}, ${campaignId}::uuid, number, contact_id, address, list_id,
           case when reason is null then 'waiting' else 'skipped' end, reason, units
      from ${beside} ${given}
    on conflict (org_id, campaign_id, address) where address is not null do nothing
    returning number`
}

/**
 * The given addresses that recipients of the campaign have; skipped recipients have none. One query for all, because
 * before ANALYZE a lookup per address may read the whole campaign each time.
 */
export function takenAddresses(organizationId: Uuid, campaignId: Uuid, keys: readonly string[]): Statement {
  return sql`
    select address from campaign_recipients
     where org_id = ${organizationId} and campaign_id = ${campaignId} and address = any(${keys}::text[])`
}

export interface Frozen {
  frozenTo: Uuid | null
  isComplete: boolean
  recipients: number
  waiting: number
  units: bigint
}

/** The row is locked. */
export function noteFrozen({ organizationId, at }: Scope, campaignId: Uuid, one: Frozen): Statement {
  return sql`
    update campaigns set frozen_to = ${one.frozenTo}, recipient_count = ${one.recipients},
           waiting_count = waiting_count + ${one.waiting}, waiting_units = waiting_units + ${one.units},
           frozen_at = case when ${one.isComplete} then ${at}::timestamptz end
     where org_id = ${organizationId} and id = ${campaignId}`
}

export function setReserved(organizationId: Uuid, campaignId: Uuid, reserved: Micros): Statement {
  return sql`
    update campaigns set reserved_micros = ${reserved} where org_id = ${organizationId} and id = ${campaignId}`
}

// --- A batch --------------------------------------------------------------------------------------------------------

/** A campaign with its next recipients, and the lists and segments that they may have left since. */
export interface NextOf {
  id: Uuid
  channel: ChannelName
  nextNumber: number
  needsConsent: boolean
  listIds: readonly Uuid[]
  excludedListIds: readonly Uuid[]
}

/** A range of the waiting recipients, by position. */
export interface Piece {
  offset: number
  limit: number
}

/** Further contacts in the audience: those of its segments. */
export const orInSegments = (organizationId: Uuid, filters: readonly Filter[], at: Date): Statement =>
  filters.reduce((all, one) => sql`${all} or ${matchesFilter(organizationId, one, at)}`, nothing)

/**
 * The next recipients from a number on, with their current contacts. The wallet is locked. `furtherCondition`: from
 * `orInSegments`.
 */
export function nextRecipients(
  organizationId: Uuid,
  campaign: NextOf,
  { offset, limit }: Piece,
  furtherCondition: Statement,
): Statement {
  const here = (column: Statement) => onShard(column, [organizationId])
  const { id, channel, nextNumber, needsConsent, listIds, excludedListIds } = campaign
  const isOn = (lists: readonly Uuid[]) => {
    if (lists.length === 0) return sql`false`
    return sql`
    exists (select from list_members m
             where m.org_id = t.org_id ${here(sql`m.org_id`)} and m.contact_id = t.id
               and m.list_id = any(${lists}::uuid[]))`
  }
  return sql`
    select r.number, r.address, r.list_id, r.units, f.*
      from (select number, contact_id, address, list_id, units from campaign_recipients
             where org_id = ${organizationId} and campaign_id = ${id} and number >= ${nextNumber}
               and status = 'waiting'
             order by number limit ${limit} offset ${offset}) r
      left join lateral (
        select t.id as contact_id, ${contactColumns},
               ${needsConsent ? isConsented(channel, here) : sql`true`} as has_consent,
               r.list_id is not null and (${isOn(listIds)} ${furtherCondition}) is not true as has_left,
               ${isOn(excludedListIds)} as is_excluded
          from contacts t where t.org_id = ${organizationId} and t.id = r.contact_id offset 0) f on true
     order by r.number`
}

/** A delivery with the charge that pays for it. */
export type ChargedDelivery = NewCampaignDelivery & { transactionId: Uuid }

export interface DeliveriesOf {
  campaignId: Uuid
  channel: ChannelName
  accountId: Uuid | null
  volumeListId: Uuid | null
  month: string
}

export function insertDeliveries(
  { organizationId, at }: Scope,
  { campaignId, channel, accountId, volumeListId, month }: DeliveriesOf,
  rows: readonly ChargedDelivery[],
): Statement {
  const { id, beside } = insertingFor(organizationId)
  const given = rowsOf('given', rows, {
    id: ['uuid', (one) => one.id],
    contact_id: ['uuid', (one) => one.contactId],
    address: ['text', (one) => one.address],
    kind: ['word', (one) => one.kind],
    price_micros: ['int8', ({ price }) => price.priceMicros],
    tier: ['int4', ({ price }) => price.tier],
    month_number: ['int8', (one) => one.monthNumber],
    units: ['int4', (one) => one.units],
    transaction_id: ['uuid', (one) => one.transactionId],
    list_id: ['uuid', (one) => one.listId],
    number: ['int4', (one) => one.number],
    due_at: ['timestamptz', (one) => one.dueAt],
  })
  return sql`
    insert into deliveries (org_id, id, contact_id, address, channel, kind, status, price_micros, tier, month,
                            month_number, units, transaction_id, volume_list_id, account_id, campaign_id, list_id,
                            recipient_number, due_at, created_at)
    select ${id}, given.id, contact_id, address, ${channel}::text, kind, 'queued', price_micros, tier, ${month}::date,
           month_number, units, transaction_id, ${volumeListId}::uuid, ${accountId}::uuid, ${campaignId}::uuid,
           list_id, number, due_at, ${at}::timestamptz
      from ${beside} ${given}`
}

/**
 * Joins a batch's recipients with the given rows by a hash join: nested loops would look up the index a thousand times.
 * A hash join reads both sides once, whatever the statistics.
 */
export const compareByHash = (): Statement => (areShards() ? sql`select` : comparingByHash)

const comparingByHash = sql`
  select set_config('enable_hashjoin', 'on', true), set_config('enable_nestloop', 'off', true)`

/** Ends `compareByHash`. */
export const lookUpAgain = (): Statement => (areShards() ? sql`select` : lookingUpAgain)

const lookingUpAgain = sql`
  select set_config('enable_hashjoin', 'off', true), set_config('enable_nestloop', 'on', true)`

/** The range of recipient numbers of the rows. */
function within(rows: readonly { number: number }[]): Statement {
  const numbers = rows.map(({ number }) => number)
  return sql`r.number between ${Math.min(...numbers)} and ${Math.max(...numbers)}`
}

/** Marks the recipients as queued, at their current address. Must update as many rows as there are deliveries. */
export function markQueued(organizationId: Uuid, campaignId: Uuid, rows: readonly NewCampaignDelivery[]): Statement {
  const given = rowsOf('given', rows, {
    number: ['int4', (one) => one.number],
    address: ['text', (one) => one.key],
    variables: ['text', (one) => JSON.stringify(one.variables)],
  })
  return sql`
    with queued as (
      update campaign_recipients r set status = 'queued', address = given.address, variables = given.variables::jsonb
        from ${given}
       where r.org_id = ${organizationId} and r.campaign_id = ${campaignId} and r.number = given.number
         and ${within(rows)} and r.status = 'waiting'
      returning r.number)
    select must_be(count(*), ${rows.length}) from queued`
}

export function markSkipped(
  organizationId: Uuid,
  campaignId: Uuid,
  rows: readonly { number: number; reason: SkipReason }[],
): Statement {
  const given = rowsOf('given', rows, { number: ['int4', (one) => one.number], reason: ['word', (one) => one.reason] })
  return sql`
    with skipped as (
      update campaign_recipients r set status = 'skipped', reason = given.reason, address = null
        from ${given}
       where r.org_id = ${organizationId} and r.campaign_id = ${campaignId} and r.number = given.number
         and ${within(rows)} and r.status = 'waiting'
      returning r.number)
    select must_be(count(*), ${rows.length}) from skipped`
}

export interface Advance {
  nextNumber: number
  queued: number
  skipped: number
  waitingUnits: bigint
  lastDueAt: Date | null
  reserved: Micros
  cost: Micros
}

/** The row is locked. */
export function advance(organizationId: Uuid, campaignId: Uuid, one: Advance): Statement {
  return sql`
    update campaigns set next_number = ${one.nextNumber}, queued_count = queued_count + ${one.queued},
           waiting_count = waiting_count - ${one.queued + one.skipped}, waiting_units = ${one.waitingUnits},
           last_due_at = ${one.lastDueAt}, reserved_micros = ${one.reserved},
           charged_micros = charged_micros + ${one.cost}
     where org_id = ${organizationId} and id = ${campaignId}`
}

// --- Queued deliveries -----------------------------------------------------------------------------------------------

/** How many deliveries of the campaign are queued, counted up to a limit. */
export function queuedOf(organizationId: Uuid, campaignId: Uuid, limit: number): Statement {
  return sql`
    select count(*)::int as count from (
      select from deliveries
       where org_id = ${organizationId} and campaign_id = ${campaignId} and status = 'queued'
         and campaign_id is not null limit ${limit}) counted`
}

/** Addresses of its recipients that complained or bounced permanently since the campaign started. */
export function reactionsTo(organizationId: Uuid, campaignId: Uuid): Statement {
  return sql`
    with reacted as materialized (
      select s.address, s.reason
        from campaigns c
        join suppressions s on s.org_id = c.org_id ${onShard(sql`s.org_id`, [organizationId])} and s.channel = c.channel
         and s.created_at >= c.started_at and s.reason in ('complained', 'bounced')
       where c.org_id = ${organizationId} and c.id = ${campaignId}),
    reached as materialized (
      select address from campaign_recipients
       where org_id = ${organizationId} and campaign_id = ${campaignId} and status = 'queued'
         and address = any(array(select address from reacted)))
    select (count(*) filter (where reason = 'complained'))::int as complaints,
           (count(*) filter (where reason = 'bounced'))::int as bounces
      from reacted join reached using (address)`
}

/** True when a delivery is in flight; one with an unknown outcome is not. */
export function inFlightOf(organizationId: Uuid, campaignId: Uuid): Statement {
  return sql`
    select exists (
      select from deliveries
       where org_id = ${organizationId} and campaign_id = ${campaignId} and status = 'sending'
         and lease_until is not null) as is_any`
}

/** The next queued deliveries of a cancelled campaign, locked, with their current cost. */
export function lockQueuedOf(organizationId: Uuid, campaignId: Uuid, limit: number): Statement {
  return sql`
    select d.id, d.transaction_id, ${costIn([organizationId])} as cost_micros, d.channel, d.left_in_part
      from deliveries d
     where d.org_id = ${organizationId} and d.campaign_id = ${campaignId} and d.status = 'queued'
       and d.campaign_id is not null
     order by d.due_at, d.id limit ${limit} for update of d`
}
