// Deletes address changes that can be neither confirmed nor undone any more.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { installationRetention } from '#worker/retention.ts'
import { removeBefore } from './queries.ts'

export const addressChangeJobs = (app: App): Job[] => [
  installationRetention(app, { name: 'old address changes', keptMs: 0, remove: removeBefore }),
]
