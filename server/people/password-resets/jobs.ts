// Deletes expired links.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { installationRetention } from '#worker/retention.ts'
import { removeBefore } from './queries.ts'

export const passwordResetJobs = (app: App): Job[] => [
  installationRetention(app, { name: 'old password resets', keptMs: 0, remove: removeBefore }),
]
