// Background jobs of submissions.

import type { App } from '#kit/app.ts'
import type { SystemMail } from '#kit/system-mail.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { retention } from '#worker/retention.ts'
import { type AutoReplies, createAutoReplies } from './auto-reply.ts'
import { createConfirmationMails } from './confirmation-mail.ts'
import { organizationsWithExpired, removeExpired } from './confirmation-queries.ts'
import { createProcessing } from './processing.ts'
import { removeNextPiece } from './removal.ts'
import {
  organizationsWithExpiredFiles,
  organizationsWithOldReplies,
  removeExpiredFiles,
  removeOldReplies,
} from './removal-queries.ts'
import { retentionJob } from './retention.ts'

const ORGANIZATIONS_AT_ONCE = 16
const LOOK_EVERY_MS = 1000
/** Longer than one day in India, at any time of day. */
const REPLIES_KEPT_MS = 3 * 24 * 3600 * 1000

/** Processing accepts automatic replies, which dispatch sends. */
export function submissionJobs(app: App, replies: AutoReplies = createAutoReplies(app)): Job[] {
  const process = createProcessing(app, replies)
  return [
    perOrganization(
      app,
      'form_submissions',
      async (organizationId, signal) => {
        const isMore = await removeNextPiece(app, organizationId)
        const next = await process(organizationId, signal)
        return isMore ? app.clock() : next
      },
      { atOnce: ORGANIZATIONS_AT_ONCE, everyMs: LOOK_EVERY_MS },
    ),
    retentionJob(app),
    retention(app, {
      name: 'expired form confirmations',
      keptMs: 0,
      organizations: organizationsWithExpired,
      remove: removeExpired,
    }),
    retention(app, {
      name: 'expired uploads of forms',
      keptMs: 0,
      organizations: organizationsWithExpiredFiles,
      remove: removeExpiredFiles,
    }),
    retention(app, {
      name: 'old automatic replies of forms',
      keptMs: REPLIES_KEPT_MS,
      organizations: organizationsWithOldReplies,
      remove: removeOldReplies,
    }),
  ]
}

/** Separate, because it sends mail outside the installation. */
export function confirmationMailJobs(app: App, mail: SystemMail): Job[] {
  const job = perOrganization(app, 'form_mails', createConfirmationMails(app, mail))
  return [{ ...job, end: async () => mail.close() }]
}
