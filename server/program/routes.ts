// The routes of all domains and the contract generated from them, for API processes.

import { doctorRoutes } from '#doctor/routes.ts'
import { contractRoute } from '#edge/openapi.ts'
import type { Route } from '#edge/route.ts'
import { feedRoutes } from '#feed/routes.ts'
import { analyticsRoutes } from '#forms/analytics/routes.ts'
import { formRoutes } from '#forms/definitions/routes.ts'
import { domainRoutes } from '#forms/domains/routes.ts'
import { formPageRoutes } from '#forms/pages/routes.ts'
import { submissionRoutes } from '#forms/submissions/routes.ts'
import { createSubmissionStore } from '#forms/submissions/store.ts'
import type { App } from '#kit/app.ts'
import { registry } from '#kit/metrics.ts'
import { attachmentRoutes } from '#messaging/attachments/routes.ts'
import { campaignRoutes } from '#messaging/campaigns/routes.ts'
import { trackingRoutes } from '#messaging/campaigns/tracking/routes.ts'
import { createChannelAvailability } from '#messaging/channels/accounts/access.ts'
import { channelAccountRoutes } from '#messaging/channels/accounts/routes.ts'
import { sharedAccountRoutes } from '#messaging/channels/accounts/shared-routes.ts'
import { appWebhookRoutes } from '#messaging/channels/app/webhook-routes.ts'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import { systemCarrier } from '#messaging/channels/email/actions.ts'
import { senderDomainRoutes } from '#messaging/channels/email/domains/routes.ts'
import { unsubscribeRoutes } from '#messaging/channels/email/unsubscribe-routes.ts'
import { emailWebhookRoutes } from '#messaging/channels/email/webhooks/routes.ts'
import { channelNoticeRoutes } from '#messaging/channels/notices/routes.ts'
import { smsWebhookRoutes } from '#messaging/channels/sms/http/webhook-routes.ts'
import { consentRoutes } from '#messaging/contacts/consents/routes.ts'
import { groupRoutes } from '#messaging/contacts/groups/routes.ts'
import { listRoutes } from '#messaging/contacts/lists/routes.ts'
import { contactRoutes } from '#messaging/contacts/routes.ts'
import { segmentRoutes } from '#messaging/contacts/segments/routes.ts'
import { suppressionRoutes } from '#messaging/contacts/suppressions/routes.ts'
import { conversationRoutes } from '#messaging/conversations/routes.ts'
import { readQueues } from '#messaging/dispatch/backlog.ts'
import { importRoutes } from '#messaging/imports/routes.ts'
import { waitingRoutes } from '#messaging/inbound/waiting/routes.ts'
import { inboxRoutes } from '#messaging/inbox/routes.ts'
import { mergingRoutes } from '#messaging/merging/routes.ts'
import { originalRoutes } from '#messaging/messages/original/routes.ts'
import { pictureRoutes } from '#messaging/messages/pictures/routes.ts'
import { messageRoutes } from '#messaging/messages/routes.ts'
import { resolutionRoutes } from '#messaging/resolutions/routes.ts'
import { searchRoutes } from '#messaging/search/routes.ts'
import { estimateRoutes } from '#messaging/sending/estimate.ts'
import { sendingRoutes } from '#messaging/sending/routes.ts'
import { createLapse } from '#messaging/templates/lapse.ts'
import { templateRoutes } from '#messaging/templates/routes.ts'
import { autoRechargeRoutes } from '#money/auto-recharge/routes.ts'
import { claimRoutes } from '#money/claims/routes.ts'
import { gatewayRoutes } from '#money/gateways/routes.ts'
import { invoiceRoutes } from '#money/invoices/routes.ts'
import { planRoutes } from '#money/plans/routes.ts'
import { pricingRoutes } from '#money/pricing/routes.ts'
import { rechargeRoutes } from '#money/recharges/routes.ts'
import { refundRoutes } from '#money/refunds/routes.ts'
import { priority } from '#money/subscriptions/priority.ts'
import { subscriptionRoutes } from '#money/subscriptions/routes.ts'
import { walletRoutes } from '#money/wallet/routes.ts'
import { tierRoutes } from '#money/wallet/tier-routes.ts'
import { numberRoutes } from '#notifications/numbers/routes.ts'
import { pushRoutes } from '#notifications/push/routes.ts'
import { notificationRoutes } from '#notifications/routes.ts'
import { operatorRoutes } from '#operators/routes.ts'
import { accessRoutes } from '#people/access/routes.ts'
import { addressChangeRoutes } from '#people/address-changes/routes.ts'
import { auditRoutes } from '#people/audit/routes.ts'
import { invitationRoutes } from '#people/invitations/routes.ts'
import { memberRoutes } from '#people/members/routes.ts'
import { organizationRoutes } from '#people/organizations/routes.ts'
import { passwordResetRoutes } from '#people/password-resets/routes.ts'
import { sessionRoutes } from '#people/sessions/routes.ts'
import { exportRoutes } from '#reporting/exports/routes.ts'
import { firstStepsRoutes } from '#reporting/first-steps/routes.ts'
import { summaryRoutes } from '#reporting/summaries/routes.ts'
import { usageRoutes } from '#reporting/usage/routes.ts'
import { sandboxRoutes } from '#sandbox/routes.ts'
import { searchAllRoutes } from '#search/routes.ts'
import { installationStatusRoutes } from '#status/routes.ts'
import { webhookNetworkRoutes } from '#webhooks/network-routes.ts'
import { webhookRoutes } from '#webhooks/routes.ts'
import { eventKinds } from './events.ts'
import { formCounting } from './form-counting.ts'
import { tags } from './tags.ts'

/** `metrics`: text with the metrics of all processes of the program. */
export function routesOf(app: App, metrics: () => Promise<string> = () => registry.metrics()): Route[] {
  const { keep } = createArrivals(app)
  const routes = [
    ...auditRoutes(),
    ...organizationRoutes(),
    ...operatorRoutes(),
    ...accessRoutes(app),
    ...sessionRoutes(app),
    ...passwordResetRoutes(app),
    ...addressChangeRoutes(app),
    ...memberRoutes(app),
    ...invitationRoutes(app, async () => (await systemCarrier(app.database.reads, app.settings)) !== 'none'),
    ...contactRoutes(),
    ...consentRoutes(),
    ...suppressionRoutes(),
    ...groupRoutes(),
    ...listRoutes(),
    ...segmentRoutes(app),
    ...templateRoutes(app),
    ...inboxRoutes(),
    ...conversationRoutes(),
    ...attachmentRoutes(app),
    ...importRoutes(app),
    ...sendingRoutes(app),
    ...campaignRoutes(app),
    ...trackingRoutes(app),
    ...messageRoutes(app),
    ...originalRoutes(app),
    ...pictureRoutes(app),
    ...mergingRoutes(),
    ...searchRoutes(app),
    ...searchAllRoutes(app),
    ...resolutionRoutes(),
    ...pricingRoutes(app),
    ...planRoutes(app),
    ...estimateRoutes(app),
    ...tierRoutes(app),
    ...walletRoutes(app, createChannelAvailability(app)),
    ...invoiceRoutes(app),
    ...gatewayRoutes(app),
    ...claimRoutes(priority),
    ...rechargeRoutes(app),
    ...autoRechargeRoutes(app),
    ...refundRoutes(app, priority),
    ...subscriptionRoutes(app),
    ...usageRoutes(),
    ...summaryRoutes(),
    ...firstStepsRoutes(app),
    ...channelAccountRoutes(app, readQueues, createLapse(app)),
    ...sharedAccountRoutes(app),
    ...channelNoticeRoutes(app),
    ...waitingRoutes(app, keep),
    ...appWebhookRoutes(app, keep),
    ...smsWebhookRoutes(app, keep),
    ...emailWebhookRoutes(app, keep),
    ...senderDomainRoutes(app),
    ...unsubscribeRoutes(app),
    ...exportRoutes(app),
    ...submissionRoutes(app),
    ...analyticsRoutes(),
    ...formPageRoutes(app, { ...createSubmissionStore(app), ...formCounting(app) }),
    ...sandboxRoutes(app, keep),
    ...formRoutes(app),
    ...domainRoutes(app),
    ...feedRoutes(app, eventKinds),
    ...webhookRoutes(app, eventKinds),
    ...webhookNetworkRoutes(),
    ...notificationRoutes(app, eventKinds),
    ...pushRoutes(app),
    ...numberRoutes(app),
    ...installationStatusRoutes(app, metrics),
    ...doctorRoutes(),
  ]
  return [...routes, contractRoute(routes, tags, eventKinds)]
}
