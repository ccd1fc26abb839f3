// SQL of the installation's last seen time, and of making due times earlier after the clock was set back.

import { type Statement, sql } from '#kit/database/sql.ts'

/** Progress of a correction; `after` is the due time up to which the channel's deliveries are corrected. */
export interface Progress {
  /** How far the clock went back. */
  ms: number
  /** The first time seen after the step. */
  at: string
  stage: 'deliveries' | 'work' | 'leases'
  kind?: number
  org?: string
  channel?: number
  after?: string
}

export interface SeenRow {
  clock_seen_at: Date | null
  clock_back: Progress | null
}

export function seen(): Statement {
  return sql`select clock_seen_at, clock_back from installation where id = 1`
}

/** Like `seen`, with a row lock: other workers wait. */
export function holdSeen(): Statement {
  return sql`select clock_seen_at, clock_back from installation where id = 1 for no key update`
}

export function see(now: Date): Statement {
  return sql`update installation set clock_seen_at = greatest(clock_seen_at, ${now}) where id = 1`
}

export function noteStepBack(now: Date, progress: Progress): Statement {
  return sql`
    update installation set clock_seen_at = ${now}, clock_back = ${JSON.stringify(progress)}::jsonb where id = 1`
}

export function keepProgress(progress: Progress | null): Statement {
  return sql`
    update installation set clock_back = ${progress === null ? null : JSON.stringify(progress)}::jsonb where id = 1`
}
