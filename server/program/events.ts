// All event types with their meaning and payload. A closed list: undeclared events cannot be emitted.

import { type Declarations, type DeclaredEvents, type EventKind, kindsOf } from '#events/declaration.ts'
import { formEvents } from '#forms/definitions/events.ts'
import { domainEvents } from '#forms/domains/events.ts'
import { formReportEvents } from '#forms/pages/events.ts'
import { retentionEvents, submissionEvents } from '#forms/submissions/events.ts'
import type { Static } from '#kit/wire.ts'
import { campaignDeliveryEvents, campaignEvents } from '#messaging/campaigns/events.ts'
import { channelAccountEvents } from '#messaging/channels/accounts/events.ts'
import { channelNoticeEvents } from '#messaging/channels/notices/events.ts'
import { contactEvents } from '#messaging/contacts/events.ts'
import { groupEvents } from '#messaging/contacts/groups/events.ts'
import { listEvents } from '#messaging/contacts/lists/events.ts'
import { segmentEvents } from '#messaging/contacts/segments/events.ts'
import { conversationEvents } from '#messaging/conversations/events.ts'
import { importEvents } from '#messaging/imports/events.ts'
import { acceptedEvents, deliveryEvents, messageEvents } from '#messaging/messages/events.ts'
import { reratingEvents } from '#messaging/rerating/events.ts'
import { templateEvents } from '#messaging/templates/events.ts'
import { autoRechargeEvents } from '#money/auto-recharge/events.ts'
import { claimEvents } from '#money/claims/events.ts'
import { invoiceEvents } from '#money/invoices/events.ts'
import { planEvents } from '#money/plans/events.ts'
import { pricingEvents } from '#money/pricing/events.ts'
import { mandateEvents, rechargeEvents } from '#money/recharges/events.ts'
import { refundEvents } from '#money/refunds/events.ts'
import { subscriptionEvents } from '#money/subscriptions/events.ts'
import { walletEvents } from '#money/wallet/events.ts'
import { operatorEvents } from '#operators/events.ts'
import { accessEvents } from '#people/access/events.ts'
import { invitationEvents } from '#people/invitations/events.ts'
import { memberEvents } from '#people/members/events.ts'
import { organizationEvents } from '#people/organizations/events.ts'
import { exportEvents } from '#reporting/exports/events.ts'
import { summaryEvents } from '#reporting/summaries/events.ts'
import { webhookEvents } from '#webhooks/events.ts'

const all: readonly DeclaredEvents[] = [
  organizationEvents,
  accessEvents,
  memberEvents,
  invitationEvents,
  pricingEvents,
  planEvents,
  walletEvents,
  invoiceEvents,
  rechargeEvents,
  autoRechargeEvents,
  mandateEvents,
  claimEvents,
  refundEvents,
  subscriptionEvents,
  contactEvents,
  groupEvents,
  listEvents,
  segmentEvents,
  importEvents,
  templateEvents,
  channelAccountEvents,
  channelNoticeEvents,
  campaignEvents,
  formEvents,
  domainEvents,
  formReportEvents,
  campaignDeliveryEvents,
  conversationEvents,
  acceptedEvents,
  messageEvents,
  deliveryEvents,
  reratingEvents,
  summaryEvents,
  exportEvents,
  submissionEvents,
  retentionEvents,
  operatorEvents,
  webhookEvents,
]

export const events = {
  ...organizationEvents.declarations,
  ...accessEvents.declarations,
  ...memberEvents.declarations,
  ...invitationEvents.declarations,
  ...pricingEvents.declarations,
  ...planEvents.declarations,
  ...walletEvents.declarations,
  ...invoiceEvents.declarations,
  ...rechargeEvents.declarations,
  ...autoRechargeEvents.declarations,
  ...mandateEvents.declarations,
  ...claimEvents.declarations,
  ...refundEvents.declarations,
  ...subscriptionEvents.declarations,
  ...contactEvents.declarations,
  ...groupEvents.declarations,
  ...listEvents.declarations,
  ...segmentEvents.declarations,
  ...importEvents.declarations,
  ...templateEvents.declarations,
  ...channelAccountEvents.declarations,
  ...channelNoticeEvents.declarations,
  ...campaignEvents.declarations,
  ...formEvents.declarations,
  ...domainEvents.declarations,
  ...formReportEvents.declarations,
  ...campaignDeliveryEvents.declarations,
  ...conversationEvents.declarations,
  ...acceptedEvents.declarations,
  ...messageEvents.declarations,
  ...deliveryEvents.declarations,
  ...reratingEvents.declarations,
  ...summaryEvents.declarations,
  ...exportEvents.declarations,
  ...submissionEvents.declarations,
  ...retentionEvents.declarations,
  ...operatorEvents.declarations,
  ...webhookEvents.declarations,
} satisfies Declarations

/** Every event type with its object and its readers. */
export const eventKinds: readonly EventKind[] = all.flatMap((declared) => kindsOf(declared))

export type EventType = keyof typeof events
export type EventPayload<Type extends EventType> = Static<(typeof events)[Type]['payload']>

/** Event types of the specification that nothing emits yet: each is declared together with its emitter. */
export const eventsToCome: Readonly<Record<string, string>> = {}
