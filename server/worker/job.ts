// A background job of a domain. Safe to run repeatedly and concurrently with itself.

import { MINUTE_MS } from '#kit/deadlines.ts'
import type { WorkKind } from '#kit/work.ts'

/** A run that takes longer is asked to stop at its next safe point; the rest is due again at once. */
export const RUN_DEADLINE_MS = 15 * MINUTE_MS

export interface Job {
  name: string
  /** Runs when work of this kind is announced, and also every `everyMs`. */
  on?: WorkKind
  everyMs: number
  /**
   * Maximum duration of a run: RUN_DEADLINE_MS if unset. Null for a job that runs as long as there is work: each unit
   * of its work then has its own deadline.
   */
  deadlineMs?: number | null
  /** Does the work that is due. Returns true when more is due already, so that it runs again at once. */
  run(signal: AbortSignal): Promise<boolean>
  /** After the last run: closes resources that the job keeps open between runs. */
  end?(): Promise<void>
}
