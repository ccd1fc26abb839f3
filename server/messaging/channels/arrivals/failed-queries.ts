// SQL of inbound events that failed and wait for a person.

import { type Page, pageById } from '#edge/paging.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '../channel.ts'

export interface FailedRow {
  org_id: Uuid
  id: Uuid
  channel: ChannelName
  source: string
  size: number
  received_at: Date
  failed_at: Date
  attempts: number
  error: string | null
}

/** With the body, or its beginning. */
export interface FailedBodyRow extends FailedRow {
  body: Buffer
}

const isFailed = sql`body is not null and due_at is null and failed_at is not null`
const columns = sql`id, channel, source, size, received_at, failed_at, attempts, error`

/** Of one organization or of all, each row with its organization. */
export function listFailed(page: Page, organizationId: Uuid | null, bytesMax: number): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select org_id, ${columns}, substring(body from 1 for ${bytesMax}::int) as body from arrivals
     where ${isFailed} ${organizationId === null ? nothing : sql`and org_id = ${organizationId}`} ${where} ${tail}`
}

/** Of any organization. */
export function failedById(id: Uuid, bytesMax: number): Statement {
  return sql`
    select org_id, ${columns}, substring(body from 1 for ${bytesMax}::int) as body from arrivals
     where ${isFailed} and id = ${id}`
}

/** The organization of a failed event; no row when it is not waiting. */
export function ownerOfFailed(id: Uuid): Statement {
  return sql`select org_id from arrivals where ${isFailed} and id = ${id}`
}

export function lockFailed(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select org_id, ${columns} from arrivals where org_id = ${organizationId} and id = ${id} and ${isFailed} for update`
}

/** Over all organizations. */
export const countFailed = sql`
  select count(*)::int as arrivals, count(distinct a.org_id)::int as organizations from arrivals a
   where a.body is not null and a.due_at is null and a.failed_at is not null`

/** Makes all failed events, or those with these ids, due now, as if they had just been received. Returns their ids. */
export function tryFailedAgain(organizationId: Uuid, ids: readonly Uuid[] | null, now: Date): Statement {
  return sql`
    update arrivals set due_at = ${now}, attempts = 0, failed_at = null
     where org_id = ${organizationId} and ${isFailed} and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))
    returning id`
}

/** The fingerprint stays, so that a repetition by the provider is not stored again. */
export function discardFailed(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    update arrivals set body = null, failed_at = null, error = null
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) and ${isFailed}`
}

/** Stores a body from which a person was erased. */
export function replaceFailed(organizationId: Uuid, id: Uuid, body: Buffer): Statement {
  return sql`
    update arrivals set body = ${body}, size = ${body.length}
     where org_id = ${organizationId} and id = ${id} and ${isFailed}`
}
