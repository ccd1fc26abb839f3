// What a part of the status is: one thing that an operator looks at, read by itself, so that one that cannot be read
// hides none of the others. A new one is a file and a line in parts.ts.

import type pg from 'pg'
import type { Tx } from '#kit/database/database.ts'
import type { Settings } from '#kit/settings.ts'
import type { Measured } from './measured.ts'

export type State = 'good' | 'wrong' | 'unknown'

/** What a part has to say. */
export interface Found {
  /** Unless said: wrong with a problem, else good. */
  state?: State
  /** Each a sentence that an operator can act on. */
  problems?: readonly string[]
  /** What people read, a line each. */
  lines: readonly string[]
  /** The same for machines: JSON, with units in the names. */
  facts: Readonly<Record<string, unknown>>
}

/** The program whose installation is looked at, as far as this machine knows. */
export interface KnownProgram {
  pid: number
  url: string
  isAnswering: boolean
}

/** What the parts look at. */
export interface View {
  settings: Settings
  now: Date
  /** Throws DatabaseAway when there is none, or it does not answer. */
  reads: Tx
  /** Null when none of this DATA_DIR runs on this machine. */
  program: KnownProgram | null
  /** What the program counts; null when it does not run, or does not answer. */
  measured: Measured | null
  /** Aborted when the look is over: a part that waits for something lets go of it, so that the command can end. */
  signal: AbortSignal
}

export interface Part {
  name: string
  read(view: View): Promise<Found>
}

/** What differs between who looks from within the program and who looks from outside. */
export interface Installation {
  settings: Settings
  clock: () => Date
  /** Null when there is no database to ask: the embedded one does not run. */
  connection: () => Promise<pg.ClientConfig | null>
  program: (signal: AbortSignal) => Promise<KnownProgram | null>
  /** Of a process that knows nothing of the database yet: what it must know before it asks more. */
  learn?: (reads: Tx) => Promise<void>
  /** The text of /metrics. */
  metrics: (program: KnownProgram, signal: AbortSignal) => Promise<string>
}
