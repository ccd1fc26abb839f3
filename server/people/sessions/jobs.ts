// Deletes ended sessions once no sign-in can replace them any more.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { installationRetention } from '#worker/retention.ts'
import { removeEndedBefore } from './queries.ts'
import { ENDED_SESSIONS_KEPT_MS } from './rules.ts'

export const sessionJobs = (app: App): Job[] => [
  installationRetention(app, { name: 'ended sessions', keptMs: ENDED_SESSIONS_KEPT_MS, remove: removeEndedBefore }),
]
