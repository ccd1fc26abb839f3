// Sessions that have ended prove nobody any more: their rows go.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { installationRetention } from '#worker/retention.ts'
import { removeEndedBefore } from './queries.ts'

export const sessionJobs = (app: App): Job[] => [
  installationRetention(app, { name: 'ended sessions', keptMs: 0, remove: removeEndedBefore }),
]
