// SQL of the time that the installation saw last, and of bringing forward what a step back would delay.

import { type Statement, sql } from '#kit/database/sql.ts'

/** How far it has come; `after` is the due time up to which the deliveries of the channel are done. */
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

/** The same; other workers on it wait. */
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
