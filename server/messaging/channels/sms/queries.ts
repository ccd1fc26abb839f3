// SQL of SMS: the parts of long messages, out and in, and the connections that accounts hold.

import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

// --- Out ------------------------------------------------------------------------------------------------------------

export const partStatuses = ['open', 'accepted', 'refused', 'unknown', 'delivered', 'failed', 'undelivered'] as const
export type PartStatus = (typeof partStatuses)[number]

export interface PartRow {
  part: number
  reference: number
  status: PartStatus
  provider_id: string | null
  error_code: string | null
}

const partColumns = sql`part, reference, status, provider_id, error_code`

/** Those that are there already stay as they are. */
export function insertParts(
  organizationId: Uuid,
  deliveryId: Uuid,
  { count, reference, textHash, at }: { count: number; reference: number; textHash: Buffer; at: Date },
): Statement {
  return sql`
    insert into sms_parts (org_id, delivery_id, part, reference, text_hash, status, created_at)
    select ${organizationId}, ${deliveryId}, given.n, ${reference}, ${textHash}, 'open', ${at}
      from generate_series(1, ${count}::int) as given (n)
    on conflict do nothing`
}

/** Of another text than what is to be sent now. */
export function removePartsOfOthers(organizationId: Uuid, deliveryId: Uuid, textHash: Buffer): Statement {
  return sql`
    delete from sms_parts where org_id = ${organizationId} and delivery_id = ${deliveryId} and text_hash <> ${textHash}`
}

export function partsOf(organizationId: Uuid, deliveryId: Uuid): Statement {
  return sql`
    select ${partColumns} from sms_parts where org_id = ${organizationId} and delivery_id = ${deliveryId} order by part`
}

export interface PartOutcome {
  part: number
  status: PartStatus
  providerId: string | null
  errorCode: string | null
}

export function recordParts(organizationId: Uuid, deliveryId: Uuid, outcomes: readonly PartOutcome[]): Statement {
  const given = rowsOf('g', outcomes, {
    part: ['int4', (one) => one.part],
    status: ['word', (one) => one.status],
    provider_id: ['text', (one) => one.providerId],
    error_code: ['text', (one) => one.errorCode],
  })
  return sql`
    update sms_parts p set status = g.status, provider_id = g.provider_id, error_code = g.error_code from ${given}
     where p.org_id = ${organizationId} and p.delivery_id = ${deliveryId} and p.part = g.part
       and p.status in ('open', 'unknown', 'refused')`
}

export interface ReportedPartRow extends PartRow {
  delivery_id: Uuid
}

/**
 * What is reported of a part is noted, where it says more than is known, and all parts of its message are returned.
 * None where it is no part of any, or of several.
 */
export function reportPart(
  organizationId: Uuid,
  providerId: string,
  status: PartStatus,
  errorCode: string | null,
): Statement {
  return sql`
    with named as materialized (
      select delivery_id, part from sms_parts where org_id = ${organizationId} and provider_id = ${providerId} limit 2),
    only_one as (select * from named where (select count(*) from named) = 1),
    noted as (
      update sms_parts p set status = ${status}, error_code = ${errorCode} from only_one o
       where p.org_id = ${organizationId} and p.delivery_id = o.delivery_id and p.part = o.part
         and p.status in ('accepted', 'unknown')
      returning p.part, p.status, p.error_code)
    select p.delivery_id, p.part, p.reference, coalesce(n.status, p.status) as status, p.provider_id,
           coalesce(n.error_code, p.error_code) as error_code
      from only_one o join sms_parts p
        on p.org_id = ${organizationId} and p.delivery_id = o.delivery_id
      left join noted n on n.part = p.part
     order by p.part`
}

/** So that two receipts of one message see what the other says. */
export function lockMessageOf(organizationId: Uuid, providerId: string): Statement {
  return sql`
    select delivery_id from sms_parts where org_id = ${organizationId} and part = 1 and delivery_id in (
      select delivery_id from sms_parts where org_id = ${organizationId} and provider_id = ${providerId})
       for update`
}

// --- In -------------------------------------------------------------------------------------------------------------

export interface IncomingPart {
  id: Uuid
  messageKey: Buffer
  part: number
  parts: number
  text: string
  receivedAt: Date
}

export function insertIncomingPart(organizationId: Uuid, one: IncomingPart): Statement {
  return sql`
    insert into sms_incoming_parts (org_id, id, message_key, part, parts, text, received_at)
    values (${organizationId}, ${one.id}, ${one.messageKey}, ${one.part}, ${one.parts}, ${one.text}, ${one.receivedAt})
    on conflict do nothing`
}

export interface IncomingPartRow {
  id: Uuid
  part: number
  text: string
  received_at: Date
}

/** Of one message, what came in a time, the first that came of each part. */
export function incomingPartsOf(organizationId: Uuid, messageKey: Buffer, from: Date, to: Date): Statement {
  return sql`
    select distinct on (part) id, part, text, received_at from sms_incoming_parts
     where org_id = ${organizationId} and message_key = ${messageKey} and received_at between ${from} and ${to}
     order by part, received_at, id`
}

// --- Binds ----------------------------------------------------------------------------------------------------------

/** A place that nobody holds; none when all are held. */
export function takeBind(
  organizationId: Uuid,
  { places, holder, now, until }: { places: number; holder: Uuid; now: Date; until: Date },
): Statement {
  return sql`
    insert into sms_binds (org_id, place, holder, leased_until)
    select ${organizationId}, given.n, ${holder}, ${until} from generate_series(1, ${places}::int) as given (n)
     where not exists (
       select from sms_binds b where b.org_id = ${organizationId} and b.place = given.n
          and b.leased_until > ${now} and b.leased_until <= ${until})
     order by given.n limit 1
    on conflict (org_id, place) do update set holder = excluded.holder, leased_until = excluded.leased_until
     where sms_binds.leased_until <= ${now} or sms_binds.leased_until > ${until}
    returning place`
}

/** Those of the organizations whose place this process still holds. */
export function renewBinds(organizationIds: readonly Uuid[], holder: Uuid, until: Date): Statement {
  return sql`
    update sms_binds b set leased_until = ${until}
     where b.org_id = any(${organizationIds}::uuid[]) ${onShard(sql`b.org_id`, organizationIds)}
       and b.holder = ${holder}
    returning b.org_id`
}

export function releaseBind(organizationId: Uuid, holder: Uuid): Statement {
  return sql`delete from sms_binds where org_id = ${organizationId} and holder = ${holder}`
}

/** Of all organizations, whose account is to be connected also while nothing is sent. */
export function accountsToHold(limit: number): Statement {
  return sql`
    select org_id from channel_accounts
     where channel = 'sms' and removed_at is null and settings ->> 'protocol' = 'smpp'
       and (settings ->> 'stay_bound')::bool
     order by org_id limit ${limit}`
}

// --- What goes with time --------------------------------------------------------------------------------------------

export function organizationsWithOldParts(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from sms_parts p where p.org_id = o.id and p.created_at < ${before}) order by o.id limit ${limit}`
}

export function removeOldParts(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from sms_parts where org_id = ${organizationId} and (delivery_id, part) in (
      select delivery_id, part from sms_parts where org_id = ${organizationId} and created_at < ${before}
       order by created_at limit ${limit} for update skip locked)`
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
