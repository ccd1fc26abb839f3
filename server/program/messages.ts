// What the processes of the program tell each other, over the pipes between parent and children. A message may bring a
// door with it.

import type pg from 'pg'
import type { registry } from '#kit/metrics.ts'
import type { Outage } from '#kit/outage.ts'
import type { WorkKind } from '#kit/work.ts'

export type ChildRole = 'api' | 'worker'

/** What the parent knows of the program, for /readyz of the processes that answer. */
export interface ProgramState {
  isStarting: boolean
  outage: Outage | null
}

/**
 * What a child needs to begin. It travels over the pipe between the processes, so that no password stands in an
 * environment.
 */
export interface Start {
  role: ChildRole
  connection: pg.PoolConfig
  /** Where the API listens, once it is known. */
  url: string | null
}

export type Measured = Awaited<ReturnType<typeof registry.getMetricsAsJSON>>

export type FromChild =
  | { wake: WorkKind }
  /** With the door that it made, unless it was given one. */
  | { ready: string | null }
  /** It has been asked to end, by whomever, and lets nobody in any more. */
  | { leaving: true }
  | { measured: Measured; answers: number }
  | { askMetrics: number }

export type ToChild =
  /** With the door of the process in whose place it starts. */
  | { start: Start; state: ProgramState }
  | { wake: WorkKind }
  | { stop: true }
  | { measure: number }
  | { metrics: string; answers: number }
  | { state: ProgramState }
  /** With the door that nobody stands at. */
  | { standIn: number }
  | { standDown: number }
