// When templates are registered at a provider or queried. Pure.

import type { TemplateStatus } from './rules.ts'

/** How long a worker leases a template: longer than all calls about it take. */
export const REGISTRATION_LEASE_MS = 60_000
/** For a template with a file in its header, which is uploaded first. */
export const REGISTRATION_WITH_FILE_LEASE_MS = 240_000

/** Interval of queries for a pending decision: the webhook may never arrive. */
const ASK_PENDING_EVERY_MS = 10 * 60_000
const ASK_PAUSED_EVERY_MS = 3600_000

const RETRY_FIRST_MS = 5000
const RETRY_MAX_MS = 15 * 60_000

/** The time of the next query; null when nothing is pending there. */
export function askedNext(status: TemplateStatus, now: Date): Date | null {
  if (status === 'submitted') return new Date(now.getTime() + ASK_PENDING_EVERY_MS)
  return status === 'paused' ? new Date(now.getTime() + ASK_PAUSED_EVERY_MS) : null
}

/** After this many failed attempts. */
export const triedAgain = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.min(tries, 20)))
