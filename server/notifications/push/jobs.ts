// Deletes push subscriptions that have expired, and those of ended sessions.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { retention } from '#worker/retention.ts'
import { organizationsWithExpired, removeExpired } from './queries.ts'

export const pushJobs = (app: App): Job[] => [
  retention(app, {
    name: 'expired push subscriptions',
    keptMs: 0,
    organizations: organizationsWithExpired,
    remove: removeExpired,
  }),
]
