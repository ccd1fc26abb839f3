// SQL of the parts of inbound long SMS, which wait for each other.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { otherFormIn } from '#messaging/contacts/number-form-queries.ts'

export interface IncomingPart {
  id: Uuid
  messageKey: Buffer
  /** The sender, as contacts are identified. */
  from: string
  part: number
  parts: number
  /** In the format of smpp/part-text.ts. */
  text: string
  receivedAt: Date
  storedAt: Date
}

/**
 * Locks the message's parts until the transaction ends: two parts stored concurrently would otherwise not see each
 * other.
 */
export function lockIncomingMessage(organizationId: Uuid, messageKey: Buffer): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${messageKey.toString('hex')}`}, 2))`
}

export function insertIncomingPart(organizationId: Uuid, one: IncomingPart): Statement {
  return sql`
    insert into sms_incoming_parts (org_id, id, message_key, from_number, part, parts, text, received_at, stored_at)
    values (${organizationId}, ${one.id}, ${one.messageKey}, ${one.from}, ${one.part}, ${one.parts}, ${one.text},
      ${one.receivedAt}, ${one.storedAt})
    on conflict do nothing`
}

/** True when this many parts from a sender wait for others. */
export function hasManyOpenParts(organizationId: Uuid, from: string, limit: number): Statement {
  return sql`
    select count(*) >= ${limit}::int as many from (
      select from sms_incoming_parts
       where org_id = ${organizationId} and from_number = ${from} and ended_at is null limit ${limit}) found`
}

export interface IncomingPartRow {
  id: Uuid
  part: number
  parts: number
  /** In the format of smpp/part-text.ts. */
  text: string
  received_at: Date
}

const incomingColumns = sql`id, part, parts, text, received_at`

/** The parts of one message that were received within a period, the first of each. */
export function incomingPartsOf(organizationId: Uuid, messageKey: Buffer, from: Date, to: Date): Statement {
  return sql`
    select distinct on (part) ${incomingColumns} from sms_incoming_parts
     where org_id = ${organizationId} and message_key = ${messageKey} and received_at between ${from} and ${to}
     order by part, received_at, id`
}

/** The message is complete: ends its parts, repeated ones too. */
export function endIncomingMessage(
  organizationId: Uuid,
  messageKey: Buffer,
  from: Date,
  to: Date,
  at: Date,
): Statement {
  return sql`
    update sms_incoming_parts set ended_at = ${at}
     where org_id = ${organizationId} and message_key = ${messageKey} and received_at between ${from} and ${to}
       and ended_at is null`
}

/** Ends parts whose message was shown incomplete. */
export function endIncomingParts(organizationId: Uuid, ids: readonly Uuid[], at: Date): Statement {
  return sql`
    update sms_incoming_parts set ended_at = ${at}
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) and ended_at is null`
}

/** Organizations with parts that have waited since before a time. */
export function organizationsWithOpenParts(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (
       select from sms_incoming_parts p where p.org_id = o.id and p.ended_at is null and p.stored_at <= ${before})
     order by o.id limit ${limit}`
}

export interface OpenMessageRow {
  message_key: Buffer
  from_number: string
  /** The first one received of each part, in the order of the parts. */
  ids: Uuid[]
  /** All that were received, repetitions too. */
  all_ids: Uuid[]
}

/** Incomplete messages without a new part since a time: the oldest. */
export function openMessages(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    with open as (
      select message_key, from_number, min(stored_at) as since, array_agg(id order by id) as all_ids
        from sms_incoming_parts
       where org_id = ${organizationId} and ended_at is null and stored_at is not null
       group by message_key, from_number having max(stored_at) <= ${before}
       order by min(stored_at) limit ${limit})
    select o.message_key, o.from_number, to_json(o.all_ids) as all_ids, to_json(array(
      select f.id from (
        select distinct on (p.part) p.id, p.part from sms_incoming_parts p
         where p.org_id = ${organizationId} and p.id = any(o.all_ids) order by p.part, p.received_at, p.id) f
       order by f.part)) as ids
      from open o`
}

export function incomingPartsById(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select ${incomingColumns} from sms_incoming_parts
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) order by part`
}

/** Deletes the parts from the numbers of deleted contacts. */
export function forgetIncomingParts(organizationId: Uuid, contactIds: readonly Uuid[]): Statement {
  return sql`
    delete from sms_incoming_parts where org_id = ${organizationId} and from_number in (
      select unnest(array[phone_number, ${otherFormIn(sql`phone_number`)}]) from contacts
       where org_id = ${organizationId} and id = any(${contactIds}::uuid[]) and phone_number is not null
      union all
      select unnest(array[address, ${otherFormIn(sql`address`)}]) from contact_addresses
       where org_id = ${organizationId} and contact_id = any(${contactIds}::uuid[]) and field = 'phone_number')`
}

export function organizationsWithOldIncoming(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from sms_incoming_parts p where p.org_id = o.id and p.received_at < ${before})
     order by o.id limit ${limit}`
}

export function removeOldIncoming(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from sms_incoming_parts where org_id = ${organizationId} and id in (
      select id from sms_incoming_parts where org_id = ${organizationId} and received_at < ${before}
       order by received_at limit ${limit} for update skip locked)`
}
