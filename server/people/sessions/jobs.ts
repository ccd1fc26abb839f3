// Sessions that have ended prove nobody any more: their rows go, once nobody signs in again in their place.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { installationRetention } from '#worker/retention.ts'
import { removeEndedBefore } from './queries.ts'
import { ENDED_SESSIONS_KEPT_MS } from './rules.ts'

export const sessionJobs = (app: App): Job[] => [
  installationRetention(app, { name: 'ended sessions', keptMs: ENDED_SESSIONS_KEPT_MS, remove: removeEndedBefore }),
]
