// Deletes unconfirmed authenticator apps and expired challenges.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { installationRetention } from '#worker/retention.ts'
import { forgetSpent, forgetUnconfirmed } from './queries.ts'

const UNCONFIRMED_KEPT_MS = 24 * 3600 * 1000

export const factorJobs = (app: App): Job[] => [
  installationRetention(app, { name: 'spent challenges', keptMs: 0, remove: forgetSpent }),
  installationRetention(app, {
    name: 'unconfirmed factors',
    keptMs: UNCONFIRMED_KEPT_MS,
    remove: forgetUnconfirmed,
  }),
]
