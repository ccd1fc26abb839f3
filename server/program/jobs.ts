// The jobs of all domains, for worker processes: its imports are all that such a process loads.

import { doctorJobs } from '#doctor/jobs.ts'
import { eventJobs } from '#events/jobs.ts'
import type { NoteFollowing } from '#events/positions.ts'
import { formJobs } from '#forms/definitions/jobs.ts'
import { domainJobs } from '#forms/domains/jobs.ts'
import { confirmationMailJobs, submissionJobs } from '#forms/submissions/jobs.ts'
import { createPieces } from '#forms/submissions/removal.ts'
import { behindFence } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { attachmentJobs } from '#messaging/attachments/jobs.ts'
import { campaignJobs } from '#messaging/campaigns/jobs.ts'
import { countJobs } from '#messaging/campaigns/report/counts.ts'
import { restoredJobs } from '#messaging/campaigns/restored.ts'
import { trackingJobs } from '#messaging/campaigns/tracking/visits.ts'
import { type Adapters, createAdapters, createRegistrars, type SandboxProviders } from '#messaging/channels/adapters.ts'
import { readersWith } from '#messaging/channels/arrivals/readers.ts'
import { receiverJobs } from '#messaging/channels/email/receiver/jobs.ts'
import { createSystemMail } from '#messaging/channels/email/system-mail.ts'
import { smsJobs } from '#messaging/channels/sms/jobs.ts'
import { listJobs } from '#messaging/contacts/lists/jobs.ts'
import { handOverJobs } from '#messaging/conversations/leaving.ts'
import { dispatchJobs } from '#messaging/dispatch/jobs.ts'
import { importJobs } from '#messaging/imports/jobs.ts'
import { createTakers } from '#messaging/inbound/handing-on.ts'
import { arrivalJobs, fingerprintJobs } from '#messaging/inbound/jobs.ts'
import { messageJobs } from '#messaging/messages/jobs.ts'
import { rerateJobs } from '#messaging/rerating/rerate.ts'
import { searchJobs } from '#messaging/search/jobs.ts'
import { templateJobs } from '#messaging/templates/jobs.ts'
import { autoRechargeJobs } from '#money/auto-recharge/jobs.ts'
import { gatewayJobs } from '#money/gateways/jobs.ts'
import { rechargeJobs } from '#money/recharges/jobs.ts'
import { refundJobs } from '#money/refunds/jobs.ts'
import { subscriptionJobs } from '#money/subscriptions/jobs.ts'
import { usageJobs } from '#money/usage/jobs.ts'
import { noteNotices, noticeJobs, noticeSendJobs } from '#notifications/jobs.ts'
import { createMailCarrier } from '#notifications/mail.ts'
import { createSmsCarrier } from '#notifications/numbers/carrier.ts'
import { askedJobs, codeJobs } from '#notifications/numbers/jobs.ts'
import { createPushCarrier } from '#notifications/push/carrier.ts'
import { pushJobs } from '#notifications/push/jobs.ts'
import type { Carriers } from '#notifications/sending.ts'
import { operatorJobs } from '#operators/jobs.ts'
import { addressChangeJobs } from '#people/address-changes/jobs.ts'
import { addressLetters } from '#people/address-changes/letters.ts'
import { factorJobs } from '#people/factors/jobs.ts'
import { identityJobs } from '#people/identity/jobs.ts'
import { invitationJobs } from '#people/invitations/jobs.ts'
import { letterJobs } from '#people/letters/jobs.ts'
import { linkOf } from '#people/password-resets/actions.ts'
import { passwordResetJobs } from '#people/password-resets/jobs.ts'
import { sessionJobs } from '#people/sessions/jobs.ts'
import { exportJobs } from '#reporting/exports/jobs.ts'
import { summaryJobs } from '#reporting/summaries/jobs.ts'
import { createSandboxCloudApi } from '#sandbox/cloud-api-server.ts'
import { sandboxJobs } from '#sandbox/jobs.ts'
import { createSandboxMailServer } from '#sandbox/mail-server.ts'
import { createSandboxSmppServer } from '#sandbox/smpp-server.ts'
import { keepLastCheck } from '#status/last-check.ts'
import { noteTelling, webhookJobs, webhookRetention } from '#webhooks/jobs.ts'
import type { Job } from '#worker/job.ts'
import { clockSteps } from './clock-steps.ts'
import { eventKinds } from './events.ts'
import { retentionJobs } from './kept.ts'

export function jobsOf(app: App): Job[] {
  const sandbox = {
    mail: createSandboxMailServer(app),
    app: createSandboxCloudApi(app),
    sms: createSandboxSmppServer(app),
  }
  return [...jobsOutside(app, sandbox).map((job) => behindFence(app, job)), ...jobsWithin(app)]
}

/** Jobs that send, call a gateway, or decide to; they rest while the installation is fenced. */
function jobsOutside(app: App, sandbox: SandboxProviders): Job[] {
  const adapters = createAdapters(app, sandbox)
  return [
    ...invitationJobs(app, createSystemMail(app, sandbox.mail)),
    ...letterJobs(app, createSystemMail(app, sandbox.mail), { password_reset: linkOf(app), ...addressLetters(app) }),
    ...domainJobs(app),
    ...confirmationMailJobs(app, createSystemMail(app, sandbox.mail)),
    ...gatewayJobs(app),
    ...rechargeJobs(app),
    ...autoRechargeJobs(app),
    ...refundJobs(app),
    ...subscriptionJobs(app),
    ...campaignJobs(app),
    ...countJobs(app),
    ...trackingJobs(app),
    ...dispatchJobs(app, adapters),
    ...templateJobs(app, createRegistrars(app, sandbox)),
    ...arrivalJobs(app, createTakers(app), readersWith(sandbox.app)),
    ...webhookJobs(app, eventKinds),
    ...(adapters.sms ? codeJobs(app, adapters.sms) : []),
    ...noticeSendJobs(app, eventKinds, carriersOf(app, sandbox, adapters)),
  ]
}

/** The transports of notifications. */
const carriersOf = (app: App, { mail }: SandboxProviders, { sms }: Adapters): Carriers => ({
  email: createMailCarrier(app, createSystemMail(app, mail)),
  push: createPushCarrier(app),
  ...(sms && { sms: createSmsCarrier(app, sms) }),
})

/** Endpoints have work as soon as events get positions. */
const noteFollowing: NoteFollowing = async (tx, given, at) => {
  await noteTelling(tx, given, at)
  await noteNotices(tx, given, at)
}

/** Jobs that change nothing but the installation's own database. */
const jobsWithin = (app: App): Job[] => [
  ...eventJobs(app, noteFollowing),
  ...noticeJobs(app, eventKinds),
  webhookRetention(app),
  ...rerateJobs(app),
  ...usageJobs(app),
  ...summaryJobs(app),
  ...operatorJobs(app),
  // Retention: one line for each kind of data that expires.
  ...retentionJobs(app),
  ...handOverJobs(app),
  ...fingerprintJobs(app),
  ...restoredJobs(app),
  ...listJobs(app),
  ...formJobs(app, [createPieces(app)]),
  ...messageJobs(app),
  ...searchJobs(app),
  ...attachmentJobs(app),
  ...exportJobs(app),
  ...importJobs(app),
  ...submissionJobs(app),
  ...pushJobs(app),
  ...askedJobs(app),
  ...identityJobs(app),
  ...sessionJobs(app),
  ...factorJobs(app),
  ...passwordResetJobs(app),
  ...addressChangeJobs(app),
  ...smsJobs(app),
  ...sandboxJobs(app),
  ...receiverJobs(app),
  ...doctorJobs(app, (told) => keepLastCheck(app.settings.dataDirectory, told)),
  clockSteps(app),
]
