// SQL of consents: the log, and the resulting state of the contact.

import { endByBytes, type Page, pageById } from '#edge/paging.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor, onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { formsOf } from '#messaging/contacts/number-forms.ts'
import type { PricedChannel } from '#money/pricing/rules.ts'
import type { ConsentScope, ConsentSource, ConsentStatus } from './schema.ts'

export interface NewConsent {
  contactId: Uuid
  channel: PricedChannel
  status: ConsentStatus
  source: ConsentSource
  /** Default: `all`. */
  scope?: ConsentScope
  text: string | null
  /** The user who recorded it; null if the contact did. */
  userId: Uuid | null
}

export interface ConsentRow {
  id: Uuid
  contact_id: Uuid
  channel: PricedChannel
  status: ConsentStatus
  source: ConsentSource
  scope: ConsentScope
  text: string | null
  user_id: Uuid | null
  created_at: Date
}

const columns = sql`c.id, c.contact_id, c.channel, c.status, c.source, c.scope, c.text, c.user_id, c.created_at`

export function insert(organizationId: Uuid, consents: readonly NewConsent[], at: Date): Statement {
  return sql`${insertMany(organizationId, consents, at)} returning *`
}

/** Inserts without returning rows. */
export function insertMany(organizationId: Uuid, consents: readonly NewConsent[], at: Date): Statement {
  const { id, beside } = insertingFor(organizationId)
  const given = rowsOf('given', consents, {
    contact_id: ['uuid', (one) => one.contactId],
    id: ['uuid', () => newUuid(at.getTime())],
    channel: ['word', (one) => one.channel],
    status: ['word', (one) => one.status],
    source: ['word', (one) => one.source],
    scope: ['word', (one) => one.scope ?? 'all'],
    text: ['text', (one) => one.text],
    user_id: ['uuid', (one) => one.userId],
  })
  return sql`
    insert into consents (org_id, contact_id, id, channel, status, source, scope, text, user_id, created_at)
    select ${id}, contact_id, given.id, channel, status, source, scope, text, user_id, ${at}::timestamptz
      from ${beside} ${given}`
}

export function list(organizationId: Uuid, contactId: Uuid, page: Page): Statement {
  const { where, tail } = pageById(page, sql`c.id`)
  const rows = sql`
    select ${columns} from consents c
     where c.org_id = ${organizationId} and c.contact_id = ${contactId} ${where} ${tail}`
  return endByBytes(rows, sql`500 + coalesce(octet_length(text), 0)`)
}

export function exists(organizationId: Uuid, contactId: Uuid, id: Uuid): Statement {
  return sql`
    select c.id from consents c
     where c.org_id = ${organizationId} and c.contact_id = ${contactId} and c.id = ${id}`
}

/** The latest entry about all messages of the channel. */
export function latest(organizationId: Uuid, contactId: Uuid, channel: PricedChannel): Statement {
  return sql`
    select ${columns} from consents c
     where c.org_id = ${organizationId} and c.contact_id = ${contactId} and c.channel = ${channel}
       and c.scope = 'all'
     order by c.id desc limit 1`
}

export function removeOf(organizationId: Uuid, contactId: Uuid): Statement {
  return sql`delete from consents where org_id = ${organizationId} and contact_id = ${contactId}`
}

/** Subscribes again: no row changes if the contact was subscribed. */
export function subscribe(organizationId: Uuid, contactId: Uuid, channel: PricedChannel): Statement {
  return sql`
    update contacts set unsubscribed = unsubscribed - ${channel}::text
     where org_id = ${organizationId} and id = ${contactId} and jsonb_exists(unsubscribed, ${channel})`
}

export interface HeldRow {
  id: Uuid
  unsubscribed: Record<string, number>
}

export type LockedRow = HeldRow & { suppressed: Record<string, string> }

/** Locks the contact until the transaction ends. */
export function lockContact(organizationId: Uuid, contactId: Uuid): Statement {
  return sql`
    select id, unsubscribed, suppressed from contacts
     where org_id = ${organizationId} and id = ${contactId} for no key update`
}

/** Contacts with the phone number or app id, also as a former one; locked in the order of the ids, as everywhere. */
export function lockSharing(
  organizationId: Uuid,
  { contactId, phone, appId }: { contactId: Uuid; phone: string | null; appId: string | null },
  limit: number,
): Statement {
  const phones = sql`any(${phone === null ? [] : formsOf(phone)}::text[])`
  return sql`
    select t.id, t.unsubscribed
      from (select ${organizationId}::uuid as org_id, found.id
              from (select ${contactId}::uuid as id
                    union select id from contacts where org_id = ${organizationId} and phone_number = ${phones}
                    union select id from contacts where org_id = ${organizationId} and app_id = ${appId}
                    union select k.contact_id from contact_addresses k
                           where k.org_id = ${organizationId} and k.field = 'phone_number' and k.address = ${phones}
                    union select k.contact_id from contact_addresses k
                           where k.org_id = ${organizationId} and k.field = 'app_id' and k.address = ${appId}) found
            offset 0) k
      join contacts t on t.org_id = k.org_id ${onShard(sql`t.org_id`, [organizationId])} and t.id = k.id
     order by t.id limit ${limit} for no key update of t`
}

/** Returns a row when something changed; an entry older than the latest one changes nothing. */
export function setMarketing(organizationId: Uuid, contactId: Uuid, isStopped: boolean, time: Date): Statement {
  return sql`
    update contacts
       set marketing_stopped_at = case when ${isStopped} then ${time}::timestamptz end, marketing_said_at = ${time}
     where org_id = ${organizationId} and id = ${contactId} and (marketing_stopped_at is null) = ${isStopped}
       and (marketing_said_at is null or marketing_said_at <= ${time})
    returning id`
}

export function noteMarketingTime(organizationId: Uuid, contactId: Uuid, time: Date): Statement {
  return sql`
    update contacts set marketing_said_at = ${time}
     where org_id = ${organizationId} and id = ${contactId}
       and (marketing_said_at is null or marketing_said_at < ${time})`
}
