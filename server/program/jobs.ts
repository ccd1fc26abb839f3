// The jobs of all domains, for the processes that work: what they import is all that such a process loads.

import { behindFence } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { attachmentJobs } from '#messaging/attachments/jobs.ts'
import { createAdapters, type SandboxProviders } from '#messaging/channels/adapters.ts'
import { receiverJobs } from '#messaging/channels/email/receiver/jobs.ts'
import { createSystemMail } from '#messaging/channels/email/system-mail.ts'
import { smsJobs } from '#messaging/channels/sms/jobs.ts'
import { handOverJobs } from '#messaging/conversations/leaving.ts'
import { dispatchJobs } from '#messaging/dispatch/jobs.ts'
import { arrivalJobs, fingerprintJobs } from '#messaging/inbound/jobs.ts'
import { messageJobs } from '#messaging/messages/jobs.ts'
import { rerateJobs } from '#messaging/rerating/rerate.ts'
import { templateJobs } from '#messaging/templates/jobs.ts'
import { autoRechargeJobs } from '#money/auto-recharge/jobs.ts'
import { gatewayJobs } from '#money/gateways/jobs.ts'
import { rechargeJobs } from '#money/recharges/jobs.ts'
import { refundJobs } from '#money/refunds/jobs.ts'
import { identityJobs } from '#people/identity/jobs.ts'
import { invitationJobs } from '#people/invitations/jobs.ts'
import { sessionJobs } from '#people/sessions/jobs.ts'
import { createSandboxCloudApi } from '#sandbox/cloud-api-server.ts'
import { sandboxJobs } from '#sandbox/jobs.ts'
import { createSandboxMailServer } from '#sandbox/mail-server.ts'
import { createSandboxSmppServer } from '#sandbox/smpp-server.ts'
import type { Job } from '#worker/job.ts'
import { clockSteps } from './clock-steps.ts'
import { retentionJobs } from './kept.ts'

export function jobsOf(app: App): Job[] {
  const sandbox = {
    mail: createSandboxMailServer(app),
    app: createSandboxCloudApi(app),
    sms: createSandboxSmppServer(app),
  }
  return [...jobsOutside(app, sandbox).map((job) => behindFence(app, job)), ...jobsWithin(app)]
}

/** What sends, asks a gateway, or decides that it be asked: at rest while the installation is fenced. */
const jobsOutside = (app: App, sandbox: SandboxProviders): Job[] => [
  ...invitationJobs(app, createSystemMail(app, sandbox.mail)),
  ...gatewayJobs(app),
  ...rechargeJobs(app),
  ...autoRechargeJobs(app),
  ...refundJobs(app),
  ...dispatchJobs(app, createAdapters(app, sandbox)),
  ...templateJobs(app),
  ...arrivalJobs(app),
]

/** What changes nothing but the installation's own database. */
const jobsWithin = (app: App): Job[] => [
  ...rerateJobs(app),
  // What is kept for a while only: a line for whatever else goes with time.
  ...retentionJobs(app),
  ...handOverJobs(app),
  ...fingerprintJobs(app),
  ...messageJobs(app),
  ...attachmentJobs(app),
  ...identityJobs(app),
  ...sessionJobs(app),
  ...smsJobs(app),
  ...sandboxJobs(app),
  ...receiverJobs(app),
  clockSteps(app),
]
