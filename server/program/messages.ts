// Messages between the parent and its child processes. A message can carry a listening socket.

import type pg from 'pg'
import type { registry } from '#kit/metrics.ts'
import type { Outage } from '#kit/outage.ts'
import type { WorkKind } from '#kit/work.ts'

export type ChildRole = 'api' | 'worker'

/** The program's state for /readyz of the API processes. */
export interface ProgramState {
  isStarting: boolean
  outage: Outage | null
}

/** What a child needs to start. Sent over the pipe between the processes, so that no password is in an environment. */
export interface Start {
  role: ChildRole
  connection: pg.PoolConfig
  /** The API's address, once it is known. */
  url: string | null
}

export type Measured = Awaited<ReturnType<typeof registry.getMetricsAsJSON>>

export type FromChild =
  | { wake: WorkKind }
  /** With the listening socket that it created, unless it was given one. */
  | { ready: string | null }
  /** It was asked to end, by whatever cause, and accepts no more connections. */
  | { leaving: true }
  | { measured: Measured; answers: number }
  | { askMetrics: number }

export type ToChild =
  /** With the listening socket of the process that it replaces. */
  | { start: Start; state: ProgramState }
  | { wake: WorkKind }
  | { stop: true }
  | { measure: number }
  | { metrics: string; answers: number }
  | { state: ProgramState }
  /** With the listening socket that has no process. */
  | { standIn: number }
  | { standDown: number }
