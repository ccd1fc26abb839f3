// What would leave the installation once its fence is lifted, as each domain says it of its own: counted for whoever
// lifts it, and settled as done where the installation that this is a copy of has done it already.

import type { App } from '#kit/app.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** Of one organization. */
export interface WaitingRow {
  org_id: Uuid
  /** Such as the channel, or the gateway. */
  by: string
  count: bigint
  oldest: Date
  /** How many of them began to wait before the given time. */
  early: bigint
}

/** Before it nothing began to wait. */
export const NEVER = new Date(0)

export interface Waiting {
  /** Such as `messages`. */
  what: string
  /** WaitingRows of all organizations; `early` counts what began to wait before `before`. */
  count(before: Date): Statement
  /**
   * What began to wait before `before` was done by another installation: settles it so, whole, in pieces. Safe to do
   * again. Missing where doing it again has no further effect, or only the operator can know.
   */
  settle?(app: App, organizationId: Uuid, before: Date): Promise<void>
  /** May have been asked for by another installation: is looked for there before it is asked for again. */
  mayBeDone?(app: App, organizationId: Uuid): Promise<void>
}
