// SQL of the further addresses and ids of a contact: those of contacts that were merged into it.

import { type AddressField, addressFields } from '#channels/description.ts'
import { channelsWith } from '#channels/table.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor, onShard } from '#kit/database/shards.ts'
import { literals, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { otherFormIn } from './number-form-queries.ts'
import { formsOf } from './number-forms.ts'

export interface KnownAddress {
  field: AddressField
  /** Email addresses in lower case. */
  address: string
}

export type KnownAddressRow = KnownAddress & { created_at: Date }

export function addressesOf(organizationId: Uuid, contactId: Uuid): Statement {
  return sql`
    select field, address, created_at from contact_addresses
     where org_id = ${organizationId} and contact_id = ${contactId} order by created_at, field, address`
}

/** A subquery: contacts with this address as a former one. */
export const idsKnownBy = (organizationId: Uuid, field: AddressField, address: string): Statement => sql`
  select k.contact_id from contact_addresses k
   where k.org_id = ${organizationId} and k.field = ${field}
     and k.address = any(${formsStored(field, address)}::text[])`

/** Of several contacts the most recently active one, otherwise the oldest. */
export function contactKnownBy(organizationId: Uuid, field: AddressField, address: string): Statement {
  return sql`
    select t.id, t.owner_id
      from (select ${organizationId}::uuid as org_id, found.contact_id
              from (${idsKnownBy(organizationId, field, address)}) found offset 0) k
      join contacts t on t.org_id = k.org_id ${onShard(sql`t.org_id`, [organizationId])} and t.id = k.contact_id
     order by t.last_active_at desc nulls last, t.id limit 1 for no key update of t`
}

/** The address in its stored notation. */
export const stored = (field: AddressField, address: string): string => spellings[field](address)

/** The notations in which rows may store the address. */
const formsStored = (field: AddressField, address: string): string[] =>
  field === 'phone_number' ? formsOf(address) : [stored(field, address)]

const spellings: Readonly<Record<AddressField, (address: string) => string>> = {
  email: (address) => address.toLowerCase(),
  phone_number: (address) => address,
  app_id: (address) => address,
}

export function insertAddresses(
  organizationId: Uuid,
  contactId: Uuid,
  addresses: readonly KnownAddress[],
  at: Date,
): Statement {
  const { id, beside } = insertingFor(organizationId)
  const given = rowsOf('given', addresses, {
    field: ['word', (one) => one.field],
    address: ['text', (one) => stored(one.field, one.address)],
  })
  return sql`
    insert into contact_addresses (org_id, contact_id, field, address, created_at)
    select ${id}, ${contactId}::uuid, given.field, given.address, ${at}::timestamptz from ${beside} ${given}
    on conflict do nothing`
}

/** Copies the contact's former addresses and ids to `into`; the contact's own rows are deleted with it. */
export function copyAddresses(organizationId: Uuid, from: Uuid, into: Uuid): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into contact_addresses (org_id, contact_id, field, address, created_at)
    select ${id}, ${into}::uuid, k.field, k.address, k.created_at
      from ${beside} contact_addresses k where k.org_id = ${organizationId} and k.contact_id = ${from}
    on conflict do nothing`
}

export function passIdsOn(organizationId: Uuid, from: Uuid, into: Uuid): Statement {
  return sql`
    update merged_contacts set into_id = ${into} where org_id = ${organizationId} and into_id = ${from}`
}

export function noteMerged(organizationId: Uuid, from: Uuid, into: Uuid, at: Date): Statement {
  return sql`
    insert into merged_contacts (org_id, id, into_id, created_at)
    values (${organizationId}, ${from}, ${into}, ${at})`
}

/** The contact that this one was merged into; no row if it was not merged. */
export function mergedInto(organizationId: Uuid, id: Uuid): Statement {
  return sql`select into_id as id from merged_contacts where org_id = ${organizationId} and id = ${id}`
}

export function removeAddresses(organizationId: Uuid, contactId: Uuid): Statement {
  return sql`delete from contact_addresses where org_id = ${organizationId} and contact_id = ${contactId}`
}

export function removeIds(organizationId: Uuid, contactId: Uuid): Statement {
  return sql`delete from merged_contacts where org_id = ${organizationId} and into_id = ${contactId}`
}

/** The channels that use addresses of the field of `k`, as one array, so that the index is used for each. */
const channelsOfField = sql`
  case k.field ${addressFields
    .map((field) => sql`when ${literals([field])} then array[${literals(channelsWith(field))}]`)
    .reduce((all, one) => sql`${all} ${one}`)} end`

/**
 * A subquery: suppressions of former addresses of contact `c`, except bounces, which concern the address and not the
 * person.
 */
export const suppressionsOfKnown = (
  organizationId: Statement,
  here: (column: Statement) => Statement,
): Statement => sql`
  select s.id, s.channel, s.reason
    from contact_addresses k
    join suppressions s on s.org_id = ${organizationId} ${here(sql`s.org_id`)}
     and s.address in (k.address, ${otherFormIn(sql`k.address`)})
     and s.channel = any(${channelsOfField})
   where k.org_id = ${organizationId} ${here(sql`k.org_id`)} and k.contact_id = c.id and s.reason <> 'bounced'`

/** Joined with addresses `g` of many organizations: contacts with such a former address. */
export const knownByAddresses = (fields: readonly AddressField[], organizationIds: readonly Uuid[]): Statement => sql`
  select k.org_id, k.contact_id from given g join contact_addresses k
    on k.org_id = g.org_id ${onShard(sql`k.org_id`, organizationIds)} and k.field = any(${fields}::text[])
   and k.address in (g.address, ${otherFormIn(sql`g.address`)})`
