// What would be sent once the fence is lifted, reported by each domain: counted for the operator, and settled as done
// where the original installation has done it already.

import type { App } from '#kit/app.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** Waiting items of one organization. */
export interface WaitingRow {
  org_id: Uuid
  /** Such as the channel, or the gateway. */
  by: string
  count: bigint
  oldest: Date
  /** How many of them began to wait before the given time. */
  early: bigint
}

/** Nothing began to wait before this. */
export const NEVER = new Date(0)

export interface Waiting {
  /** Such as `messages`. */
  what: string
  /** WaitingRows of all organizations; `early` counts what began to wait before `before`. */
  count(before: Date): Statement
  /**
   * Marks items that began to wait before `before` as handled by the other installation: all of them, in batches.
   * Idempotent. Unset where repeating has no further effect, or where only the operator can know.
   */
  settle?(app: App, organizationId: Uuid, before: Date): Promise<void>
  /**
   * For items that the other installation may have requested: they are looked up there before they are requested again.
   */
  mayBeDone?(app: App, organizationId: Uuid): Promise<void>
}
