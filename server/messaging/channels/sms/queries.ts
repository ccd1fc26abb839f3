// SQL of the parts in which long SMS are sent.

import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

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

interface NewParts {
  count: number
  reference: number
  textHash: Buffer
  /** The shared account through which they are sent; null for another account. */
  accountId: Uuid | null
  at: Date
}

/** Existing parts stay unchanged. */
export function insertParts(
  organizationId: Uuid,
  deliveryId: Uuid,
  { count, reference, textHash, accountId, at }: NewParts,
): Statement {
  return sql`
    insert into sms_parts (org_id, delivery_id, part, reference, text_hash, status, account_id, created_at)
    select ${organizationId}, ${deliveryId}, given.n, ${reference}, ${textHash}, 'open', ${accountId}::uuid, ${at}
      from generate_series(1, ${count}::int) as given (n)
    on conflict do nothing`
}

/** Deletes the parts of another text than the one to be sent. */
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

/** A receipt that may be about a part of a long message. */
export interface PartReport {
  organizationId: Uuid
  providerId: string
  /** The id as the provider wrote it: earlier versions stored it that way. */
  writtenAs: string
  status: PartStatus
  errorCode: string | null
  /** The delivery of the part, if known; otherwise the name alone identifies it. */
  deliveryId: Uuid | null
}

/** Every name by which a report may find its part, one row each, so that they are looked up by key. */
const namesIn = (reports: readonly PartReport[]) =>
  reports.flatMap((report, place) =>
    [...new Set([report.providerId, report.writtenAs])].map((name) => ({ report, place, name })),
  )

/** The reports' normalized names that parts have, either in that form or as the provider wrote them. */
export function namesOfParts(reports: readonly PartReport[]): Statement {
  const organizationIds = [...new Set(reports.map(({ organizationId }) => organizationId))]
  const given = rowsOf('g', namesIn(reports), {
    org_id: ['uuid', ({ report }) => report.organizationId],
    provider_id: ['text', ({ report }) => report.providerId],
    name: ['text', ({ name }) => name],
  })
  return sql`
    select g.org_id, g.provider_id from ${given}
     where exists (select from sms_parts p
       where p.org_id = g.org_id ${onShard(sql`p.org_id`, organizationIds)} and p.provider_id = g.name)`
}

/** So that two concurrent receipts of one message see each other. */
export function lockMessagesOf(organizationId: Uuid, reports: readonly PartReport[]): Statement {
  const names = namesIn(reports).map(({ name }) => name)
  return sql`
    select delivery_id from sms_parts where org_id = ${organizationId} and part = 1 and delivery_id in (
      select delivery_id from sms_parts where org_id = ${organizationId} and provider_id = any(${names}::text[]))
     order by delivery_id for update`
}

export interface ReportedPartRow {
  /** The report's index in the array. */
  place: number
  delivery_id: Uuid
  status: PartStatus
}

/**
 * Stores what the reports add about parts, where the first report of a part counts, and returns all parts of their
 * messages. Returns no row for a report that matches no part, or several.
 */
export function reportParts(organizationId: Uuid, reports: readonly PartReport[]): Statement {
  const given = rowsOf('g', reports, {
    place: ['int4', (_, index) => index],
    status: ['word', (one) => one.status],
    error_code: ['text', (one) => one.errorCode],
  })
  const names = rowsOf('r', namesIn(reports), {
    place: ['int4', ({ place }) => place],
    name: ['text', ({ name }) => name],
    delivery_id: ['uuid', ({ report }) => report.deliveryId],
  })
  return sql`
    with given as materialized (select * from ${given}),
    named as materialized (
      select r.place, min(p.delivery_id::text)::uuid as delivery_id, min(p.part) as part
        from ${names} join sms_parts p on p.org_id = ${organizationId} and p.provider_id = r.name
          and (r.delivery_id is null or p.delivery_id = r.delivery_id)
       group by r.place having count(*) = 1),
    first_words as (
      select distinct on (n.delivery_id, n.part) n.delivery_id, n.part, g.status, g.error_code
        from named n join given g on g.place = n.place order by n.delivery_id, n.part, n.place),
    noted as (
      update sms_parts p set status = f.status, error_code = f.error_code from first_words f
       where p.org_id = ${organizationId} and p.delivery_id = f.delivery_id and p.part = f.part
         and p.status in ('accepted', 'unknown')
      returning p.delivery_id, p.part, p.status)
    select n.place, p.delivery_id, coalesce(o.status, p.status) as status
      from named n join sms_parts p on p.org_id = ${organizationId} and p.delivery_id = n.delivery_id
      left join noted o on o.delivery_id = p.delivery_id and o.part = p.part
     order by n.place, p.part`
}

/** Parts of messages sent through a shared account, by the provider's ids, of any organization. */
export function partsByProviderId(accountId: Uuid, providerIds: readonly string[]): Statement {
  return sql`
    select org_id, delivery_id as id, provider_id from sms_parts
     where account_id is not null and account_id = ${accountId} and provider_id = any(${providerIds}::text[])`
}

export function organizationsWithOldParts(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from sms_parts p where p.org_id = o.id and p.created_at < ${before})
     order by o.id limit ${limit}`
}

export function removeOldParts(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from sms_parts where org_id = ${organizationId} and (delivery_id, part) in (
      select delivery_id, part from sms_parts where org_id = ${organizationId} and created_at < ${before}
       order by created_at limit ${limit} for update skip locked)`
}
