// Failed sign-ins, and the networks that people signed in from, are forgotten when they count no more, also those of
// addresses that nobody tries again.

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
