// Sandbox jobs: delete old messages, and messages above the maximum number.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { retention } from '#worker/retention.ts'
import { organizationsWithOldMail, removeOldMail } from './queries.ts'

export const SANDBOX_MAIL_KEPT_MS = 30 * 24 * 3600 * 1000
/** Per organization; the newest are kept. */
export const SANDBOX_MAILS_KEPT_MAX = 10_000

export const sandboxJobs = (app: App, keptMax = SANDBOX_MAILS_KEPT_MAX): Job[] => [
  retention(app, {
    name: 'old sandbox mail',
    keptMs: SANDBOX_MAIL_KEPT_MS,
    organizations: (before, limit) => organizationsWithOldMail(before, keptMax, limit),
    remove: (organizationId, before, limit) => removeOldMail(organizationId, before, keptMax, limit),
  }),
]
