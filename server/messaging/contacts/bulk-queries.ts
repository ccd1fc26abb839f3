// SQL of contacts in batches of hundreds, for imports.

import type { AddressField } from '#channels/description.ts'
import { keyed } from '#kit/database/by-key.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor, onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { KnownAddress } from './known-by-queries.ts'
import { columnsFor } from './queries.ts'
import type { Attributes } from './rules.ts'

/** Maximum number of contacts per shared address: an address of more identifies nobody. */
const SHARING_MAX = 10

export interface KnownContact {
  id: Uuid
  display_name: string | null
  email: string | null
  phone_number: string | null
  app_id: string | null
  attributes: Attributes
  unsubscribed: Record<string, number>
  /** Addresses of contacts that were merged into it. */
  known_by?: readonly KnownAddress[]
}

/** `emails` in lower case. */
export interface Addresses {
  emails: readonly string[]
  phones: readonly string[]
  apps: readonly string[]
}

/**
 * Contacts with one of the addresses, also former ones; locked in id order, as everywhere. The first contacts of an
 * address are a range of its index, which ends with the id.
 */
export function holdKnown(organizationId: Uuid, { emails, phones, apps }: Addresses): Statement {
  const found = (condition: Statement, given: readonly string[]) => sql`
    select found.id from unnest(${given}::text[]) as g (address) cross join lateral (
      select c.id from contacts c where c.org_id = ${organizationId} and ${condition}
       order by c.id limit ${SHARING_MAX}) found`
  const known = (field: AddressField, given: readonly string[]) => sql`
    select found.id from unnest(${given}::text[]) as g (address) cross join lateral (
      select k.contact_id as id from contact_addresses k
       where k.org_id = ${organizationId} and k.field = ${field} and k.address = g.address
       order by k.contact_id limit ${SHARING_MAX}) found`
  return sql`
    with theirs as materialized (
      ${found(sql`lower(c.email) = g.address and c.email is not null`, emails)}
      union ${found(sql`c.phone_number = g.address`, phones)}
      union ${found(sql`c.app_id = g.address`, apps)}
      union ${known('email', emails)}
      union ${known('phone_number', phones)}
      union ${known('app_id', apps)})
    select t.id, t.display_name, t.email, t.phone_number, t.app_id, t.attributes, t.unsubscribed,
           (select coalesce(json_agg(json_build_object('field', k.field, 'address', k.address)), '[]')
              from contact_addresses k where k.org_id = ${organizationId} and k.contact_id = t.id) as known_by
      from (select ${organizationId}::uuid as org_id, id from theirs offset 0) k
      join contacts t on t.org_id = k.org_id ${onShard(sql`t.org_id`, [organizationId])} and t.id = k.id
     order by t.id for no key update of t`
}

const columnsOfKnown = {
  id: ['uuid', ({ id }: KnownContact) => id],
  display_name: ['text', ({ display_name }: KnownContact) => display_name],
  email: ['text', ({ email }: KnownContact) => email],
  phone_number: ['text', ({ phone_number }: KnownContact) => phone_number],
  app_id: ['text', ({ app_id }: KnownContact) => app_id],
  attributes: ['text', ({ attributes }: KnownContact) => JSON.stringify(attributes)],
  unsubscribed: ['text', ({ unsubscribed }: KnownContact) => JSON.stringify(unsubscribed)],
} as const

export function insertMany(
  organizationId: Uuid,
  ownerId: Uuid,
  contacts: readonly KnownContact[],
  at: Date,
): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into contacts (org_id, id, display_name, email, phone_number, app_id, attributes, owner_id, unsubscribed,
                          created_at)
    select ${id}, g.id, g.display_name, g.email, g.phone_number, g.app_id, g.attributes::jsonb, ${ownerId}::uuid,
           g.unsubscribed::jsonb, ${at}::timestamptz
      from ${beside} ${rowsOf('g', contacts, columnsOfKnown)}`
}

/** Writes all columns of contacts that are locked. */
export function updateMany(organizationId: Uuid, contacts: readonly KnownContact[]): Statement {
  return sql`
    update contacts t
       set display_name = g.display_name, email = g.email, phone_number = g.phone_number, app_id = g.app_id,
           attributes = g.attributes::jsonb, unsubscribed = g.unsubscribed::jsonb
      from ${keyed(organizationId, sql`g`, rowsOf('g', contacts, columnsOfKnown))}
     where t.org_id = g.org_id ${onShard(sql`t.org_id`, [organizationId])} and t.id = g.id`
}

/** As the user sees them. */
export function byIds(organizationId: Uuid, userId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select ${columnsFor({ organizationId, userId })} from contacts t
     where t.org_id = ${organizationId} ${onShard(sql`t.org_id`, [organizationId])} and t.id = any(${ids}::uuid[])
     order by t.id`
}
