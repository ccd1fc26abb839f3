// Retention of data without a domain: idempotency responses (spec 3.14) and events.

import { IDEMPOTENCY_KEPT_MS, organizationsWithOldAnswers, removeOldAnswers } from '#edge/idempotency.ts'
import {
  organizationsWithOldEvents,
  organizationsWithOldInterest,
  removeOldEvents,
  removeOldInterest,
} from '#events/queries.ts'
import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { retention } from '#worker/retention.ts'

const DAY_MS = 24 * 3600 * 1000

export const retentionJobs = (app: App): Job[] => [
  retention(app, {
    name: 'old answers',
    keptMs: IDEMPOTENCY_KEPT_MS,
    organizations: organizationsWithOldAnswers,
    remove: removeOldAnswers,
  }),
  retention(app, {
    name: 'old events',
    keptMs: app.settings.eventsKeptDays * DAY_MS,
    organizations: organizationsWithOldEvents,
    remove: removeOldEvents,
  }),
  retention(app, {
    name: 'old interest in events',
    keptMs: 0,
    organizations: organizationsWithOldInterest,
    remove: removeOldInterest,
  }),
]
