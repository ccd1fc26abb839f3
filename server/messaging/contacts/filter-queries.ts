// SQL of filters on a list of contacts `t`. Members of a group or list are found through their rows in id order; other
// filters scan row by row, newest first, with an index where few contacts match.

import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import type { PricedChannel } from '#money/pricing/rules.ts'
import { hasAddressOn } from './address-queries.ts'
import { idsKnownBy } from './known-by-queries.ts'
import { formsOf } from './number-forms.ts'
import type { ContactFilter } from './schema.ts'

/** An id is never older than its row, and newer by less than this. */
const BEHIND_MS = 24 * 3600 * 1000

/** Joins the members with the contacts `t`. */
export function membersOf(organizationId: Uuid, { group_id, list_id }: ContactFilter): Statement {
  const here = (column: Statement) => onShard(column, [organizationId])
  const ofGroup =
    group_id === undefined
      ? nothing
      : sql`
        join group_members gm on gm.org_id = t.org_id ${here(sql`gm.org_id`)} and gm.contact_id = t.id
          and gm.group_id = ${group_id}`
  if (list_id === undefined) return ofGroup
  return sql`
    ${ofGroup} join list_members lm on lm.org_id = t.org_id ${here(sql`lm.org_id`)} and lm.contact_id = t.id
          and lm.list_id = ${list_id}`
}

export function isFiltered(organizationId: Uuid, filter: ContactFilter): Statement {
  const { email, phone_number, owner_id, channel, suppressed, unsubscribed, from, to } = filter
  return sql`
    ${email === undefined ? nothing : isKnownBy(organizationId, 'email', email)}
    ${phone_number === undefined ? nothing : isKnownBy(organizationId, 'phone_number', phone_number)}
    ${owner_id === undefined ? nothing : sql`and t.owner_id = ${owner_id}`}
    ${channel === undefined ? nothing : sql`and ${hasAddressOn(channel)}`}
    ${isSaid(sql`t.suppressed`, suppressed, channel)}
    ${isSaid(sql`t.unsubscribed`, unsubscribed, channel)}
    ${from === undefined ? nothing : sql`and t.id >= ${firstUuidAt(from)} and t.created_at >= ${from}`}
    ${
      to === undefined
        ? nothing
        : sql`and t.id < ${firstUuidAt(new Date(to.getTime() + BEHIND_MS))} and t.created_at < ${to}`
    }`
}

/** By its own address, or by one of a contact that was merged into it. */
function isKnownBy(organizationId: Uuid, field: 'email' | 'phone_number', address: string): Statement {
  const isTheirs = {
    email: sql`lower(o.email) = lower(${address})`,
    phone_number: sql`o.phone_number = any(${formsOf(address)}::text[])`,
  }[field]
  return sql`
    and t.id in (
      select o.id from contacts o where o.org_id = ${organizationId} and ${isTheirs}
      union all
      ${idsKnownBy(organizationId, field, address)})`
}

/** True when `column` has an entry for the channel, or for any. */
function isSaid(column: Statement, wanted: boolean | undefined, channel: PricedChannel | undefined): Statement {
  if (wanted === undefined) return nothing
  if (channel === undefined) return wanted ? sql`and ${column} <> '{}'` : sql`and ${column} = '{}'`
  return wanted
    ? sql`and ${column} <> '{}' and jsonb_exists(${column}, ${channel})`
    : sql`and not jsonb_exists(${column}, ${channel})`
}
