// Failed sign-ins are forgotten when they count no more, also those of addresses that nobody tries again.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { installationRetention } from '#worker/retention.ts'
import { forgetAttemptsBefore } from './queries.ts'
import { FAILED_SIGN_INS_KEPT_MS } from './rules.ts'

export const identityJobs = (app: App): Job[] => [
  installationRetention(app, {
    name: 'old failed sign-ins',
    keptMs: FAILED_SIGN_INS_KEPT_MS,
    remove: forgetAttemptsBefore,
  }),
]
