// The jobs of all domains, for the processes that work: what they import is all that such a process loads.

import { createProviders } from '#channels/providers/index.ts'
import { createSystemMail } from '#channels/providers/system-mail.ts'
import type { App } from '#kit/app.ts'
import { gatewayJobs } from '#gateways/jobs.ts'
import { autoRechargeJobs } from '#auto-recharge/jobs.ts'
import { identityJobs } from '#identity/jobs.ts'
import { invitationJobs } from '#invitations/jobs.ts'
import { dispatchJobs } from '#messages/jobs.ts'
import { rerateJobs } from '#messages/rerate.ts'
import { rechargeJobs } from '#recharges/jobs.ts'
import { refundJobs } from '#refunds/jobs.ts'
import { sandboxJobs } from '#sandbox/jobs.ts'
import { createSandboxMailServer } from '#sandbox/mail-server.ts'
import { sessionJobs } from '#sessions/jobs.ts'
import type { Job } from '#worker/job.ts'
import { retentionJobs } from './kept.ts'

export function jobsOf(app: App): Job[] {
  const sandboxMail = createSandboxMailServer(app)
  return [
    ...invitationJobs(app, createSystemMail(app, sandboxMail)),
    ...gatewayJobs(app),
    ...rechargeJobs(app),
    ...autoRechargeJobs(app),
    ...rerateJobs(app),
    ...refundJobs(app),
    ...dispatchJobs(app, createProviders(app, sandboxMail)),
    // What is kept for a while only: a line for whatever else goes with time.
    ...retentionJobs(app),
    ...identityJobs(app),
    ...sessionJobs(app),
    ...sandboxJobs(app),
  ]
}
