// Jobs for parts of long messages, outbound and inbound.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { retention } from '#worker/retention.ts'
import * as incomingQueries from './incoming-queries.ts'
import * as queries from './queries.ts'
import { incompleteJob } from './smpp/incomplete.ts'

const DAY_MS = 24 * 3600 * 1000
/** Longer than receipts arrive, and than a message is retried. */
export const PARTS_KEPT_MS = 30 * DAY_MS
/** Longer than an inbound event is retried. */
export const INCOMING_PARTS_KEPT_MS = 2 * DAY_MS

export const smsJobs = (app: App): Job[] => [
  incompleteJob(app),
  retention(app, {
    name: 'old parts of SMS',
    keptMs: PARTS_KEPT_MS,
    organizations: queries.organizationsWithOldParts,
    remove: queries.removeOldParts,
  }),
  retention(app, {
    name: 'old parts of received SMS',
    keptMs: INCOMING_PARTS_KEPT_MS,
    organizations: incomingQueries.organizationsWithOldIncoming,
    remove: incomingQueries.removeOldIncoming,
  }),
]
