// SQL of the check requested by operators: one row.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Finding } from './actions.ts'

export interface LookRow {
  asked_at: Date | null
  /** Null when none is requested. */
  due_at: Date | null
  lease_until: Date | null
  started_at: Date | null
  /** Of the last completed check. */
  began_at: Date | null
  ended_at: Date | null
  findings: Finding[] | null
  /** Why the last check failed. */
  error: string | null
}

const columns = sql`asked_at, due_at, lease_until, started_at, began_at, ended_at, findings, error`

export function look(): Statement {
  return sql`select ${columns} from doctor_looks where id = 1`
}

/** A running check counts as the requested one. */
export function ask(at: Date): Statement {
  return sql`update doctor_looks set asked_at = ${at}, due_at = ${at}, error = null where id = 1 and due_at is null`
}

/** No row while none is due, or another worker runs one. */
export function claim(lease: Uuid, at: Date, until: Date): Statement {
  return sql`
    update doctor_looks set lease = ${lease}, lease_until = ${until}, started_at = ${at}
     where id = 1 and due_at is not null and (lease_until is null or lease_until < ${at})
    returning ${columns}`
}

/** No row changes when the lease was lost. */
export function extend(lease: Uuid, until: Date): Statement {
  return sql`update doctor_looks set lease_until = ${until} where id = 1 and lease = ${lease}`
}

export function giveBack(lease: Uuid): Statement {
  return sql`
    update doctor_looks set lease = null, lease_until = null, started_at = null where id = 1 and lease = ${lease}`
}

export function finish(lease: Uuid, at: Date, findings: readonly Finding[]): Statement {
  return sql`
    update doctor_looks
       set due_at = null, lease = null, lease_until = null, began_at = started_at, started_at = null, ended_at = ${at},
           findings = ${JSON.stringify(findings)}::jsonb, error = null
     where id = 1 and lease = ${lease}`
}

export function fail(lease: Uuid, error: string): Statement {
  return sql`
    update doctor_looks set due_at = null, lease = null, lease_until = null, started_at = null, error = ${error}
     where id = 1 and lease = ${lease}`
}
