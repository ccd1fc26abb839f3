// What every domain is given: the settings, the database, the clock, the log, and ways to wake the workers. No domain
// words.

import type { Logger } from 'pino'
import type { Database } from '#kit/database/database.ts'
import type { Sealer } from './crypto.ts'
import type { GroupOf } from './groups.ts'
import type { Uuid } from './ids.ts'
import type { Settings } from './settings.ts'
import type { RequestSpan } from './tracing/span.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { WorkKind } from './work.ts'

export interface App {
  settings: Settings
  database: Database
  /** What may go through in one transaction. */
  groupOf: GroupOf
  /** The only source of the current time: a test sets it, a step of the system's clock shows nowhere else. */
  clock: () => Date
  log: Logger
  sealer: Sealer
  /** Says that committed work waits. Never needed for correctness: workers also look by themselves. */
  wake: (kind: WorkKind) => void
  /** Set in worker processes whose death others can detect: identifies the owner of leased work. */
  workerId?: Uuid
  /** Missing where no traces are made: then nothing is made, kept or decided for them. */
  tracing?: Tracing
}

/** Who acts, for whom, with which permissions, and when. */
export interface Actor {
  organizationId: string
  userId: string
  /** With which token, or in which session of the console. */
  tokenId: string | null
  sessionId?: string
  /** For a session: until then the user need not authenticate again for sensitive actions. */
  freshUntil?: Date
  /** Whose repeated requests are one, and are counted together: the token's, or the user's in this organization. */
  callerId: string
  permissions: ReadonlySet<string>
  /** True of a session, and of a token that has every permission of its user. */
  actsAsPerson?: boolean
  isOperator: boolean
  /** True while the operator has suspended the organization. */
  isSuspended?: boolean
  /** Of the request that they act in, where traces are made. */
  span?: RequestSpan
  at: Date
}

/** The subset of an actor that background work has. */
export interface Scope {
  organizationId: string
  at: Date
}
