// What every domain receives: settings, database, clock, log, and ways to wake the workers. Contains no domain terms.

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
  /** Groups organizations whose requests may share a transaction. */
  groupOf: GroupOf
  /** The only source of the current time: tests set it, and steps of the system clock have no other effect. */
  clock: () => Date
  log: Logger
  sealer: Sealer
  /** Announces committed work. Never needed for correctness: workers also poll. */
  wake: (kind: WorkKind) => void
  /** Set in worker processes whose death others can detect: identifies the owner of leased work. */
  workerId?: Uuid
  /** Unset when tracing is off; tracing then costs nothing. */
  tracing?: Tracing
}

/** Who acts, in which organization, with which permissions, and when. */
export interface Actor {
  organizationId: string
  userId: string
  /** Of the access token; null in a console session. */
  tokenId: string | null
  sessionId?: string
  /** For a session: until then the user need not authenticate again for sensitive actions. */
  freshUntil?: Date
  /** Identifies the caller for idempotency and rate limits: the token, or the user in this organization. */
  callerId: string
  permissions: ReadonlySet<string>
  /** True for a session, and for a token with every permission of its user. */
  actsAsPerson?: boolean
  isOperator: boolean
  /** True while the operator has suspended the organization. */
  isSuspended?: boolean
  /** The span of the current request, when tracing is on. */
  span?: RequestSpan
  at: Date
}

/** The subset of an actor that background work has. */
export interface Scope {
  organizationId: string
  at: Date
}
