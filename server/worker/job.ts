// A job: what a domain does by itself, apart from any request. Safe to run twice, and at the same time as itself
// elsewhere.

import type { WorkKind } from '#kit/work.ts'

export interface Job {
  name: string
  /** Runs as soon as work of this kind is noted, and every `everyMs` besides. */
  on?: WorkKind
  everyMs: number
  /** Does what is due now. Returns true when more is due already, so that it runs again at once. */
  run(signal: AbortSignal): Promise<boolean>
  /** After the last run: closes what the job kept open between them. */
  end?(): Promise<void>
}
