// SQL for accounts that several organizations share. The organization of an inbound message is searched across all
// organizations, through partial indexes on shared accounts; all further work happens within that organization.

import { rowsOf } from '#kit/database/rows.ts'
import { areShards, insertingFor, ofTheOne, onShard, theOne } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { formsOf } from '#messaging/contacts/number-forms.ts'
import type { Writing } from './writings.ts'

/** Skips contacts that are deleted or being deleted, without waiting for their locks. */
export function noteWritings(writings: readonly Writing[]): Statement {
  const organizationIds = writings.map(({ organizationId }) => organizationId)
  const { id, beside } = areShards() ? ofTheOne(theOne(organizationIds)) : { id: sql`given.org_id`, beside: nothing }
  const given = rowsOf('given', writings, {
    org_id: ['uuid', (one) => one.organizationId],
    account_id: ['uuid', (one) => one.accountId],
    address: ['text', (one) => one.address],
    contact_id: ['uuid', (one) => one.contactId],
    wrote_at: ['timestamptz', (one) => one.at],
  })
  return sql`
    insert into shared_writings (org_id, account_id, address, contact_id, wrote_at)
    select ${id}, given.account_id, given.address, c.id, given.wrote_at
      from ${beside} ${given}
      join contacts c on c.org_id = given.org_id ${onShard(sql`c.org_id`, organizationIds)} and c.id = given.contact_id
       for key share of c skip locked
    on conflict (org_id, account_id, address) do update
       set wrote_at = excluded.wrote_at, contact_id = excluded.contact_id
     where shared_writings.wrote_at < excluded.wrote_at`
}

/** Moves the records of a merged contact. */
export function passWritingsOn(organizationId: Uuid, fromId: Uuid, intoId: Uuid): Statement {
  return sql`
    update shared_writings set contact_id = ${intoId} where org_id = ${organizationId} and contact_id = ${fromId}`
}

/** A contact's address changed: replies from the new address belong to the senders who wrote to the old one. */
export function copyWritings(organizationId: Uuid, contactId: Uuid, former: string[], address: string): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into shared_writings (org_id, account_id, address, contact_id, wrote_at)
    select ${id}, w.account_id, ${address}::text, w.contact_id, max(w.wrote_at)
      from ${beside} shared_writings w
     where w.org_id = ${organizationId} and w.contact_id = ${contactId} and w.address = any(${former}::text[])
     group by w.account_id, w.contact_id
    on conflict do nothing`
}

/** Organizations that wrote to any of the addresses through the account, the most recent first. */
export function writersTo(accountId: Uuid, addresses: readonly string[]): Statement {
  return sql`
    select org_id, max(wrote_at) as wrote_at from shared_writings
     where account_id = ${accountId} and address = any(${addresses.flatMap(formsOf)}::text[])
     group by org_id order by wrote_at desc, org_id`
}

/** Matches the condition of the partial indexes in db/migrations: other accounts are not indexed. */
const IS_SHARED = sql`account_id >= 'ff000000-0000-0000-0000-000000000000'`

export interface FoundDelivery {
  org_id: Uuid
  id: Uuid
  provider_id: string | null
}

/** Deliveries of the account by our ids. */
export function deliveriesById(accountId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select org_id, id, provider_id from deliveries
     where ${IS_SHARED} and account_id = ${accountId} and id = any(${ids}::uuid[])`
}

/** Deliveries of the account by the provider's ids. */
export function deliveriesByProviderId(accountId: Uuid, providerIds: readonly string[]): Statement {
  return sql`
    select org_id, id, provider_id from deliveries
     where ${IS_SHARED} and account_id = ${accountId} and provider_id = any(${providerIds}::text[])`
}
