// Connects hooks to happenings within the same transaction: besides events the only way in which a higher domain
// affects a lower one. A missing hook does not compile, and nothing depends on the order in which modules are loaded.

import { type Hooks, useHooks } from '#events/hooks.ts'
import * as submissions from '#forms/submissions/removal.ts'
import { indexedSubmissions } from '#forms/submissions/search-queries.ts'
import * as campaigns from '#messaging/campaigns/following.ts'
import { noteTakenParts } from '#messaging/channels/sms/smpp/parts.ts'
import * as conversations from '#messaging/conversations/actions.ts'
import { takeFromMembers } from '#messaging/conversations/leaving.ts'
import * as dispatch from '#messaging/dispatch/merging.ts'
import * as messages from '#messaging/messages/actions.ts'
import { refuseVolumeCharges } from '#messaging/rerating/actions.ts'
import { useIndexedSubmissions } from '#messaging/search/changes.ts'
import * as search from '#messaging/search/following.ts'
import { mandates as rechargeMandates } from '#money/auto-recharge/mandates.ts'
import { followRecharge } from '#money/auto-recharge/settled.ts'
import { handleDisputeEvent } from '#money/claims/report.ts'
import { type GatewayEventHandlers, useGatewayEventHandlers } from '#money/gateways/gateway-events.ts'
import { rechargePurpose } from '#money/recharges/credit.ts'
import { handlePaymentEvent } from '#money/recharges/orders.ts'
import {
  handleMandateEvent,
  type PaymentPurposes,
  recordAuthorizedMandate,
  usePaymentPurposes,
} from '#money/recharges/purposes.ts'
import { handleRefundEvent } from '#money/refunds/settle.ts'
import { postponeAfterSuspension } from '#money/subscriptions/hold.ts'
import { mandates as subscriptionMandates } from '#money/subscriptions/mandates.ts'
import { subscriptionPurpose } from '#money/subscriptions/settle.ts'
import { openWallet } from '#money/wallet/actions.ts'
import * as notices from '#notifications/following.ts'
import * as numbers from '#notifications/numbers/actions.ts'
import * as push from '#notifications/push/actions.ts'
import * as sandbox from '#sandbox/forget.ts'
import * as webhooks from '#webhooks/forget.ts'
import { artefacts } from './personal-data.ts'

/** In order of execution. personal-data.ts lists what a contact's deletion removes. */
const hooks: Hooks = {
  'organization.created': [openWallet],
  'organization.resumed': [postponeAfterSuspension],
  'members.changed': [
    takeFromMembers,
    notices.forgetGoneMembers,
    push.removeOfFormerMembers,
    numbers.removeOfStrangers,
  ],
  'contact.erasing': artefacts.flatMap(({ erasure = [] }) => erasure),
  'contact.removing': artefacts.flatMap(({ deletion = [] }) => deletion),
  'contact.merging': [
    campaigns.mergeContacts,
    dispatch.mergeWritings,
    sandbox.mergeContacts,
    submissions.mergeContacts,
    search.noteMergedContacts,
  ],
  'contact.unsubscribed': [campaigns.noteUnsubscribed],
  'contact.complained': [campaigns.noteComplained],
  'group.removing': [conversations.removeWithGroups, search.forget],
  'conversation.removing': [
    messages.removeWithConversations,
    sandbox.forgetConversations,
    submissions.forgetConversations,
  ],
  'conversation.merging': [
    messages.mergeWithConversations,
    sandbox.mergeConversations,
    submissions.mergeConversations,
    notices.moveWithConversations,
  ],
  'message.removing': [sandbox.forgetMessages],
  'message.forgotten': [search.forget, submissions.forgetMessages],
  'words.changed': [search.note],
  'message.merging': [sandbox.mergeMessages, search.noteMerged],
  'contact.forgetting': [sandbox.forgetDeliveries],
  'events.buried': [webhooks.forgetAnswers, notices.forgetBuried],
  'delivery.left_in_part': [messages.markLeftInPart],
  'delivery.parts_taken': [noteTakenParts],
  'charge.refunding': [messages.refuseUnsent, refuseVolumeCharges],
  'charge.refunded': [messages.noteRefunded],
  'charge.kept': [messages.noteKept],
  'credit.added': [campaigns.resumeWithCredit],
  'credit.short': [campaigns.releaseForClaim],
  'recharge.settled': [followRecharge],
  'premium.changed': [],
}

/**
 * Handlers of gateway events about payments, refunds, disputes and mandates, including the mandate authorized by a
 * payment.
 */
const gatewayEventHandlers: GatewayEventHandlers = {
  payment: handlePaymentEvent,
  refund: handleRefundEvent,
  dispute: handleDisputeEvent,
  mandate: handleMandateEvent,
  authorizedMandate: recordAuthorizedMandate,
}

/** What to do with payments of each purpose and with mandates authorized by them. */
const paymentPurposes: PaymentPurposes = {
  recharge: { ...rechargePurpose, mandates: rechargeMandates },
  subscription: { ...subscriptionPurpose, mandates: subscriptionMandates },
}

/** Called by every process before anything else. */
export function connectHooks(): void {
  useHooks(hooks)
  useGatewayEventHandlers(gatewayEventHandlers)
  usePaymentPurposes(paymentPurposes)
  useIndexedSubmissions(indexedSubmissions)
}
