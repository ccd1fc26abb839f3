// A part of the status: one thing that an operator checks. Each is read separately, so that a failing part hides no
// other. A new part is a file and a line in parts.ts.

import type pg from 'pg'
import type { Tx } from '#kit/database/database.ts'
import type { Settings } from '#kit/settings.ts'
import type { Measured } from './measured.ts'
import type { Message } from './messages.ts'

export type State = 'good' | 'wrong' | 'unknown'

/** The result of a part. */
export interface Found<Facts extends object = object> {
  /** By default wrong with a problem, else good. */
  state?: State
  /** Problems, each with its remedy. */
  problems?: readonly Message[]
  /** What people read. */
  lines: readonly Message[]
  /** The figures of the part, with units in the names: JSON. */
  facts: Facts
}

/** The program of the installation, as far as it can be seen from this machine. */
export interface KnownProgram {
  pid: number
  url: string
  isAnswering: boolean
}

/** The inputs of the parts. */
export interface View {
  settings: Settings
  now: Date
  /** Throws DatabaseAway when PostgreSQL is not running or does not answer. */
  reads: Tx
  /** Null when none of this DATA_DIR runs on this machine. */
  program: KnownProgram | null
  /** The program's metrics; null when it is not running or does not answer. */
  measured: Measured | null
  /** Aborted when the status is complete: a part that still waits for something stops, so that the command can end. */
  signal: AbortSignal
}

export interface Part<Facts extends object = object> {
  name: string
  read(view: View): Promise<Found<Facts>>
}

/** What differs between a status that the program reads itself and one that a command reads. */
export interface Installation {
  settings: Settings
  clock: () => Date
  /** Null when the embedded PostgreSQL is not running. */
  connection: () => Promise<pg.ClientConfig | null>
  program: (signal: AbortSignal) => Promise<KnownProgram | null>
  /** Reads what a command's process needs before it can query more. */
  learn?: (reads: Tx) => Promise<void>
  /** The text of /metrics. */
  metrics: (program: KnownProgram, signal: AbortSignal) => Promise<string>
}
