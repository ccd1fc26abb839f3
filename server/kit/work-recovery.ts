// Repairs due work: leases of dead workers, and due times that a wrong clock set too late.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from './ids.ts'
import type { WorkKind } from './work.ts'

export interface WorkInHand {
  kind: WorkKind
  org_id: Uuid
  worker_id: Uuid
}

export const workInHandOf = (workerIds: readonly Uuid[]): Statement =>
  sql`select kind, org_id, worker_id from due_work where worker_id = any(${workerIds}::uuid[])`

/** Makes leased work due now and releases it, unless another worker has taken it since. */
export const takeFromHand = ({ kind, org_id, worker_id }: WorkInHand, now: Date): Statement => sql`
  update due_work set lease_id = null, lease_until = null, worker_id = null, due_at = least(due_at, ${now})
   where kind = ${kind} and org_id = ${org_id} and worker_id = ${worker_id}`

// --- After the machine's clock was set back ------------------------------------------------------------------------

/** The next organizations with work of the kind, whether due or not. */
export function organizationsWithWork(kind: WorkKind, after: string, limit: number): Statement {
  return sql`select org_id from due_work where kind = ${kind} and org_id > ${after} order by org_id limit ${limit}`
}

/** Makes unleased work due earlier by the given time. Checking too early is harmless. */
export function bringWorkForward(kind: WorkKind, organizationId: string, after: Date, ms: number): Statement {
  return sql`
    update due_work set due_at = due_at - ${ms}::bigint * interval '1 millisecond'
     where kind = ${kind} and org_id = ${organizationId} and due_at > ${after} and lease_id is null`
}

/** A lease that ends later than any current one can be belongs to a dead holder: the work becomes due. */
export function endLeaseBehind(kind: WorkKind, organizationId: string, latest: Date, now: Date): Statement {
  return sql`
    update due_work set due_at = ${now}, lease_until = case when lease_id is null then null else ${now}::timestamptz end
     where kind = ${kind} and org_id = ${organizationId}
       and (lease_until > ${latest} or ${kind}::text = 'dispatch' and due_at > ${latest})`
}
