// Deletes expired counts of failed sign-ins and known networks, also for addresses that are never tried again.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { installationRetention } from '#worker/retention.ts'
import { forgetAttemptsBefore, forgetPlacesBefore } from './attempt-queries.ts'
import { FAILED_SIGN_INS_KEPT_MS, PLACES_KEPT_MS } from './rules.ts'

export const identityJobs = (app: App): Job[] => [
  installationRetention(app, {
    name: 'old failed sign-ins',
    keptMs: FAILED_SIGN_INS_KEPT_MS,
    remove: forgetAttemptsBefore,
  }),
  installationRetention(app, { name: 'old places of sign-ins', keptMs: PLACES_KEPT_MS, remove: forgetPlacesBefore }),
]
