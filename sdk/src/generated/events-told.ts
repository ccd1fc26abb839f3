// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Told } from '../event.ts'
import type { AutoRechargeStatus, MandateId, MandateStatus } from './billing-auto-recharge.ts'
import type { LowBalanceLevel } from './billing-balance.ts'
import type { Export } from './billing-exports.ts'
import type { Invoice } from './billing-invoices.ts'
import type { PlanName } from './billing-plans.ts'
import type { PaymentClaim, PaymentFailureReason, Recharge, RechargeStatus } from './billing-recharges.ts'
import type { Refund } from './billing-refunds.ts'
import type {
  FailureReason,
  SubscriptionPayment,
  SubscriptionPaymentKind,
  SubscriptionStatus,
} from './billing-subscription.ts'
import type { MonthlySummary } from './billing-summaries.ts'
import type { Transaction } from './billing-transactions.ts'
import type { Campaign, Message, SegmentId } from './campaigns.ts'
import type { ChannelHealth } from './channels.ts'
import type { Contact } from './contacts.ts'
import type { Conversation } from './conversations.ts'
import type { Delivery } from './deliveries.ts'
import type { FormDomainId } from './domains.ts'
import type { Group } from './groups.ts'
import type { Import } from './imports.ts'
import type { Invitation } from './invitations.ts'
import type { ContactList } from './lists.ts'
import type { Organization } from './organization.ts'
import type { PublishedPriceList } from './organizations.ts'
import type { PublishedPlanList } from './plan-lists.ts'
import type { PriceListId } from './price-lists.ts'
import type { Segment } from './segments.ts'
import type { ServiceUser } from './service-users.ts'
import type {
  AutoRechargeLimit,
  CampaignId,
  Channel,
  ContactId,
  ConversationId,
  ExpiredSubmissions,
  FormDomainEvent,
  FormEvent,
  FormId,
  FormReportReason,
  GraceOutcome,
  GroupId,
  InvoiceId,
  ListId,
  MandateEndReason,
  MessageId,
  OrganizationId,
  PaymentLinkReason,
  PaymentMethod,
  PaymentPurpose,
  PriceKind,
  RechargeId,
  RoleContent,
  SpayId,
  SubmittedForm,
  SubscriptionEndReason,
  TemplateId,
  ToldChannelNotice,
  TransactionId,
  UserId,
} from './shared.ts'
import type { Template } from './templates.ts'
import type { Token } from './tokens.ts'
import type { User } from './users.ts'
import type { WebhookEndpoint } from './webhook-endpoints.ts'

export interface ContactDeletedEventData {
  id: ContactId
  /** The contact that it was merged into. Missing if it was deleted. */
  merged_into?: ContactId | undefined
}

export interface ChannelAccountRecoveredEventData {
  channel: Channel
  /** Time in Unix seconds. */
  failing_since: number
}

export interface ConversationDeletedEventData {
  id: ConversationId
  /** The conversation that its messages were moved to. Missing if it was deleted. */
  merged_into?: ConversationId | undefined
}

export interface MessageDeletedEventData {
  id: MessageId
  conversation_id: ConversationId
}

export interface ChannelAccountFailingEventData extends ChannelAccountRecoveredEventData {
  health: ChannelHealth
}

export interface OrganizationEnterpriseEligibleEventData {
  organization_id: OrganizationId
  channel: string
  /** The calendar month of Asia/Kolkata, YYYY-MM. */
  month: string
  message_count: number
  /** Time in Unix seconds. */
  reached_at: number
}

export interface GraceEventData {
  about: 'auto_recharge'
  /** Time in Unix seconds. */
  started_at: number
  /** Time in Unix seconds. */
  grace_until: number
  failed_attempts: number
  outcome: GraceOutcome | null
}

export interface EnterprisePricingReachedEventData {
  organization_id: OrganizationId
  organization_name: string
  channel: string
  /** The calendar month of Asia/Kolkata, YYYY-MM. */
  month: string
  /** Time in Unix seconds. */
  reached_at: number
}

export interface BalanceEventData {
  /** Warning level, in percent of the balance after the last credit to the wallet. */
  level: LowBalanceLevel
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  balance: string
  /** Balance after the last credit to the wallet, in rupees. */
  of: string
  /** Lowest price of a next message, in rupees. If the balance is below it, nothing can be sent. */
  next_price: string | null
  currency: string
  /** Version of the wallet at which the level was reached. It increases with every transaction. */
  wallet_version: number
}

export interface FormReportedEventData {
  form_id: FormId
  form_name: string
  slug: string
  organization_id: OrganizationId
  organization_name: string
  /** Whether the organization has priority support, which is part of the premium plan. */
  is_priority: boolean
  reason: FormReportReason
  /** What the visitor wrote. May be empty. */
  details: string
}

export interface MandateEventData {
  id: MandateId
  status: MandateStatus
  payment_method: PaymentMethod | null
  /** Maximum per debit, including tax, in rupees. Null if the mandate has no maximum. */
  max_amount: string | null
  /** When the mandate expires, in Unix seconds. Null if it does not expire or the expiry is not known yet. */
  expires_at: number | null
  purpose: PaymentPurpose
  recharge_id: RechargeId | null
  subscription_payment_id: SpayId | null
  /** The mandate that was replaced by this one. Null if there was none. */
  replaced_id: MandateId | null
  /**
   * Why the service ended the mandate: another one replaced it, or the subscription ended. Null if the customer, the
   * bank or the expiry ended it, and if it has not ended.
   */
  end_reason: MandateEndReason | null
}

export interface MonthReratedEventData {
  /** Calendar month in the time zone Asia/Kolkata, as YYYY-MM. */
  month: string
  channel: Channel
  kind: PriceKind
  tier: number
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  price: string
  price_list_id: PriceListId
  /** Number of messages whose price was lowered. */
  message_count: number
  /** Amount credited, in rupees. */
  amount: string
  currency: string
  transaction_id: TransactionId
}

export interface AutoRechargeEventData {
  enabled: boolean
  status: AutoRechargeStatus
  currency: string
  /** The wallet is recharged when the balance falls below this amount, in rupees. */
  threshold: string | null
  /** Amount of each automatic recharge, in rupees. */
  amount: string | null
  /** Limit of automatic recharges per calendar month in India, in rupees. */
  monthly_limit: string | null
  /** Maximum per automatic payment, including tax, in rupees. */
  mandate_max_amount: string | null
  open_recharge_id: RechargeId | null
  /** When the debit in progress is due, in Unix seconds. Null if no debit is in progress. */
  debit_at: number | null
  /** When the failed payment is retried, in Unix seconds. Null if no retry is scheduled. */
  next_attempt_at: number | null
  /** Failed payment attempts in the current grace period. */
  failed_attempts: number
  /** End of the grace period, in Unix seconds. Null outside a grace period. */
  grace_until: number | null
  /** Until when a limit prevents automatic recharges, in Unix seconds. Null if no limit applies. */
  limited_until: number | null
  /** When the settings were last changed, in Unix seconds. Null if never set. */
  updated_at: number | null
}

export interface AutoRechargeLimitedEventData extends AutoRechargeEventData {
  reason: AutoRechargeLimit
}

export interface AutoRechargeDebitRequestedEventData extends Recharge {
  /** Time in Unix seconds. */
  debit_at: number
}

export interface RechargePaymentRequestedEventData extends Recharge {
  reason: PaymentLinkReason | null
}

export interface ContactUnsubscribedEventData extends Contact {
  channel: Channel
}

export interface PaymentFailedEventData {
  /** ID of the recharge or of the subscription payment. */
  id: string
  status: RechargeStatus
  /** Credit that the recharge adds, in rupees, without tax. */
  amount: string
  /** Tax in rupees. */
  tax: string
  /** Amount to pay, including tax, in rupees. */
  total: string
  currency: string
  payment_method: PaymentMethod | null
  /** Bank of a net banking payment. */
  bank: string | null
  failure_reason: PaymentFailureReason | null
  /** Page where the customer pays. Null after payment. */
  checkout_url: string | null
  invoice_id: InvoiceId | null
  /** Time in Unix seconds. */
  created_at: number
  /** When the payment was credited, in Unix seconds. Null before that. */
  completed_at: number | null
  /** Disputes of its payments, and refunds of them that were started at the gateway. */
  claims: PaymentClaim[]
  purpose: PaymentPurpose
  subscription_payment_id: SpayId | null
}

export interface SubscriptionEventData {
  plan: PlanName
  status: SubscriptionStatus
  currency: string
  current_period: {
    /** Start of the period, midnight in India, in Unix seconds. */
    from: number
    /** End of the period, not included, in Unix seconds. */
    to: number
  } | null
  cancel_at_period_end: boolean
  /** When the next payment is debited or due, in Unix seconds. Null if no payment is due. */
  next_debit_at: number | null
  next_payment_kind: SubscriptionPaymentKind | null
  /** End of the grace period after a failed payment, in Unix seconds. Premium ends then. Null outside one. */
  grace_until: number | null
  /** Failed payment attempts in the current grace period. */
  failed_attempts: number
  failure_reason: FailureReason | null
  /** When the failed payment is retried, in Unix seconds. Null if no retry is scheduled. */
  next_attempt_at: number | null
  mandate: {
    id: MandateId
    status: MandateStatus
    payment_method: PaymentMethod | null
    /** Maximum per debit, including tax, in rupees. Null if the mandate has no maximum. */
    max_amount: string | null
    /** When the mandate expires, in Unix seconds. Null if it does not expire or the expiry is not known yet. */
    expires_at: number | null
  } | null
  /** When the subscription last changed, in Unix seconds. Null if there never was one. */
  updated_at: number | null
  end_reason: SubscriptionEndReason | null
  payment: SubscriptionPayment | null
  /** What the last period cost, including tax, in rupees: another amount if the price has changed. */
  previous_total: string | null
}

export interface PaymentMismatchEventData extends PaymentFailedEventData {
  /** The gateway's ID of the payment. */
  payment_reference: string
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  paid: string
}

export interface CampaignEventData extends Delivery {
  campaign_id: CampaignId
}

export interface MessageEventData extends Message {
  delivery: Delivery
}

/**
 * The organization was renamed, suspended or resumed.
 *
 * Permission: `organization.view`.
 */
export type OrganizationUpdatedEvent = Told<'organization.updated', Organization>

/**
 * The organization reached the monthly message volume for enterprise pricing.
 *
 * Permission: `organization.view`.
 */
export type OrganizationEnterpriseEligibleEvent = Told<
  'organization.enterprise_eligible',
  OrganizationEnterpriseEligibleEventData
>

/**
 * An access token was created.
 *
 * Permission: `tokens.manage`.
 */
export type TokenCreatedEvent = Told<'token.created', Token>

/**
 * An access token was revoked.
 *
 * Permission: `tokens.manage`.
 */
export type TokenRevokedEvent = Told<'token.revoked', Token>

/**
 * A custom role was created.
 *
 * Permission: `users.view`.
 */
export type RoleCreatedEvent = Told<'role.created', RoleContent>

/**
 * The name or the permissions of a custom role changed.
 *
 * Permission: `users.view`.
 */
export type RoleUpdatedEvent = Told<'role.updated', RoleContent>

/**
 * A custom role was deleted.
 *
 * Permission: `users.view`.
 */
export type RoleDeletedEvent = Told<'role.deleted', RoleContent>

/**
 * A person became a member.
 *
 * Permission: `users.view`.
 */
export type UserAddedEvent = Told<'user.added', User>

/**
 * The role, name or email address of a member changed.
 *
 * Permission: `users.view`.
 */
export type UserUpdatedEvent = Told<'user.updated', User>

/**
 * A person was removed from the organization.
 *
 * Permission: `users.view`.
 */
export type UserRemovedEvent = Told<'user.removed', { id: UserId }>

/**
 * A service user was created.
 *
 * Permission: `users.view`.
 */
export type ServiceUserCreatedEvent = Told<'service_user.created', ServiceUser>

/**
 * The role or name of a service user changed.
 *
 * Permission: `users.view`.
 */
export type ServiceUserUpdatedEvent = Told<'service_user.updated', ServiceUser>

/**
 * A service user was removed.
 *
 * Permission: `users.view`.
 */
export type ServiceUserRemovedEvent = Told<'service_user.removed', { id: UserId }>

/**
 * An invitation was created.
 *
 * Permission: `users.manage`.
 */
export type InvitationCreatedEvent = Told<'invitation.created', Invitation>

/**
 * An invitation was accepted, and the person became a member.
 *
 * Permission: `users.manage`.
 */
export type InvitationAcceptedEvent = Told<'invitation.accepted', Invitation>

/**
 * An invitation was revoked, or replaced by a new one.
 *
 * Permission: `users.manage`.
 */
export type InvitationRevokedEvent = Told<'invitation.revoked', Invitation>

/**
 * A custom price list of the organization was published.
 *
 * Permission: `organization.view`.
 */
export type PriceListPublishedEvent = Told<'price_list.published', PublishedPriceList>

/**
 * A custom plan list of the organization was published.
 *
 * Permission: `organization.view`.
 */
export type PlanListPublishedEvent = Told<'plan_list.published', PublishedPlanList>

/**
 * The balance fell to 20 or 10 percent of the balance after the last credit. Sent once per level until the wallet is
 * credited again.
 *
 * Permission: `balance.view`.
 */
export type BalanceLowEvent = Told<'balance.low', BalanceEventData>

/**
 * The balance does not cover any further message. Sent once until the wallet is credited again.
 *
 * Permission: `balance.view`.
 */
export type BalanceEmptyEvent = Told<'balance.empty', BalanceEventData>

/**
 * An invoice, a usage statement or a credit note was issued.
 *
 * Permission: `invoices.download`.
 */
export type InvoiceGeneratedEvent = Told<'invoice.generated', Invoice>

/**
 * A recharge was paid, and its amount was credited to the wallet.
 *
 * Permission: `wallet.recharge`.
 */
export type RechargeCompletedEvent = Told<'recharge.completed', Recharge>

/**
 * A payment failed: of a recharge, or of the subscription if `purpose` says so. `failure_reason` is the reason.
 *
 * Permission: `wallet.recharge`.
 */
export type PaymentFailedEvent = Told<'payment.failed', PaymentFailedEventData>

/**
 * A gateway captured a different amount than requested. Nothing was booked; the operator must investigate.
 *
 * Permission: `wallet.recharge`.
 */
export type PaymentMismatchEvent = Told<'payment.mismatch', PaymentMismatchEventData>

/**
 * The organization changed its auto-recharge settings.
 *
 * Permission: `balance.view`.
 */
export type AutoRechargeUpdatedEvent = Told<'auto_recharge.updated', AutoRechargeEventData>

/**
 * The balance is below the threshold, but a limit prevents another automatic recharge until `limited_until`.
 *
 * Permission: `balance.view`.
 */
export type AutoRechargeLimitedEvent = Told<'auto_recharge.limited', AutoRechargeLimitedEventData>

/**
 * A debit of the mandate was requested from the gateway. It is due at `debit_at`.
 *
 * Permission: `balance.view`.
 */
export type AutoRechargeDebitRequestedEvent = Told<'auto_recharge.debit_requested', AutoRechargeDebitRequestedEventData>

/**
 * An automatic payment failed and will be retried at `next_attempt_at`.
 *
 * Permission: `balance.view`.
 */
export type AutoRechargeRetryScheduledEvent = Told<'auto_recharge.retry_scheduled', AutoRechargeEventData>

/**
 * The grace period ended without a payment, and auto-recharge was turned off.
 *
 * Permission: `balance.view`.
 */
export type AutoRechargeSwitchedOffEvent = Told<'auto_recharge.switched_off', AutoRechargeEventData>

/**
 * No mandate covers an automatic recharge. It must be paid manually at its `checkout_url`.
 *
 * Permission: `balance.view`.
 */
export type RechargePaymentRequestedEvent = Told<'recharge.payment_requested', RechargePaymentRequestedEventData>

/**
 * An automatic payment failed, and a grace period started.
 *
 * Permission: `balance.view`.
 */
export type GraceStartedEvent = Told<'grace.started', GraceEventData>

/**
 * The grace period ended; see `outcome`.
 *
 * Permission: `balance.view`.
 */
export type GraceEndedEvent = Told<'grace.ended', GraceEventData>

/**
 * The customer authorized a mandate.
 *
 * Permission: `balance.view`.
 */
export type MandateGivenEvent = Told<'mandate.given', MandateEventData>

/**
 * The status of a mandate changed.
 *
 * Permission: `balance.view`.
 */
export type MandateUpdatedEvent = Told<'mandate.updated', MandateEventData>

/**
 * A mandate was cancelled or rejected, or it expired.
 *
 * Permission: `balance.view`.
 */
export type MandateEndedEvent = Told<'mandate.ended', MandateEventData>

/**
 * The payer's bank opened a dispute about a payment, or the status or phase of a dispute changed.
 *
 * Permission: `wallet.recharge`.
 */
export type PaymentDisputedEvent = Told<'payment.disputed', PaymentClaim>

/**
 * A refund started at the gateway, for example in its dashboard, was reported, or its status changed.
 *
 * Permission: `wallet.recharge`.
 */
export type PaymentRefundedAtGatewayEvent = Told<'payment.refunded_at_gateway', PaymentClaim>

/**
 * A lost dispute or a gateway refund took credit back from the wallet. `shortfall` is the part that the wallet could
 * not cover.
 *
 * Permission: `wallet.recharge`.
 */
export type PaymentTakenBackEvent = Told<'payment.taken_back', PaymentClaim>

/**
 * A refund was requested.
 *
 * Permission: `balance.view`.
 */
export type RefundRequestedEvent = Told<'refund.requested', Refund>

/**
 * An operator approved a refund.
 *
 * Permission: `balance.view`.
 */
export type RefundApprovedEvent = Told<'refund.approved', Refund>

/**
 * A refund to the original payment method was requested from the gateway.
 *
 * Permission: `balance.view`.
 */
export type RefundProcessingEvent = Told<'refund.processing', Refund>

/**
 * A refund was completed.
 *
 * Permission: `balance.view`.
 */
export type RefundCompletedEvent = Told<'refund.completed', Refund>

/**
 * An operator rejected a refund.
 *
 * Permission: `balance.view`.
 */
export type RefundRejectedEvent = Told<'refund.rejected', Refund>

/**
 * The gateway could not pay out a refund. The credit was returned to the wallet.
 *
 * Permission: `balance.view`.
 */
export type RefundFailedEvent = Told<'refund.failed', Refund>

/**
 * The service refunds a payment of the subscription by itself: it paid for nothing. Nobody requested or approved it.
 *
 * Permission: `balance.view`.
 */
export type RefundStartedEvent = Told<'refund.started', Refund>

/**
 * An operator granted a credit.
 *
 * Permission: `balance.view`.
 */
export type CreditGrantedEvent = Told<'credit.granted', Transaction>

/**
 * Somebody subscribed to the premium plan. It begins when the first payment is made.
 *
 * Permission: `balance.view`.
 */
export type SubscriptionPendingEvent = Told<'subscription.pending', SubscriptionEventData>

/**
 * The first payment was made, and the premium plan began.
 *
 * Permission: `balance.view`.
 */
export type SubscriptionActivatedEvent = Told<'subscription.activated', SubscriptionEventData>

/**
 * A payment is due in 24 hours: it is debited then, or to be paid at its `checkout_url` by then.
 *
 * Permission: `balance.view`.
 */
export type SubscriptionPaymentDueEvent = Told<'subscription.payment_due', SubscriptionEventData>

/**
 * The next period was paid for.
 *
 * Permission: `balance.view`.
 */
export type SubscriptionRenewedEvent = Told<'subscription.renewed', SubscriptionEventData>

/**
 * A payment failed or was not made in time. The premium plan stays on until `grace_until`.
 *
 * Permission: `balance.view`.
 */
export type SubscriptionGraceStartedEvent = Told<'subscription.grace_started', SubscriptionEventData>

/**
 * A payment of the grace period is still to be made by hand.
 *
 * Permission: `balance.view`.
 */
export type SubscriptionGraceReminderEvent = Told<'subscription.grace_reminder', SubscriptionEventData>

/**
 * Somebody cancelled the subscription. What is paid for stays on until the end of the period.
 *
 * Permission: `balance.view`.
 */
export type SubscriptionCancelledEvent = Told<'subscription.cancelled', SubscriptionEventData>

/**
 * Somebody resumed a cancelled subscription before its end.
 *
 * Permission: `balance.view`.
 */
export type SubscriptionResumedEvent = Told<'subscription.resumed', SubscriptionEventData>

/**
 * The plan is free from now on; `end_reason` says why. Nothing was deleted.
 *
 * Permission: `balance.view`.
 */
export type SubscriptionEndedEvent = Told<'subscription.ended', SubscriptionEventData>

/**
 * A contact was created, by a user or by an inbound message.
 *
 * Permission: `contacts.view`.
 */
export type ContactCreatedEvent = Told<'contact.created', Contact>

/**
 * A contact was changed or got another owner.
 *
 * Permission: `contacts.view`.
 */
export type ContactUpdatedEvent = Told<'contact.updated', Contact>

/**
 * A contact was deleted with its conversations, or merged into another contact.
 *
 * Permission: `contacts.view`.
 */
export type ContactDeletedEvent = Told<'contact.deleted', ContactDeletedEventData>

/**
 * A contact unsubscribed from a channel with a link in a message.
 *
 * Permission: `contacts.view`.
 */
export type ContactUnsubscribedEvent = Told<'contact.unsubscribed', ContactUnsubscribedEventData>

/**
 * A group was created.
 *
 * Permission: `groups.view`.
 */
export type GroupCreatedEvent = Told<'group.created', Group>

/**
 * A group was changed, archived or unarchived, or its members changed.
 *
 * Permission: `groups.view`.
 */
export type GroupUpdatedEvent = Told<'group.updated', Group>

/**
 * A group was deleted with its conversations.
 *
 * Permission: `groups.view`.
 */
export type GroupDeletedEvent = Told<'group.deleted', { id: GroupId }>

/**
 * A contact list was created.
 *
 * Permission: `contacts.view`.
 */
export type ListCreatedEvent = Told<'list.created', ContactList>

/**
 * A contact list was changed, or a request changed its members. An import publishes this once, when it ends.
 *
 * Permission: `contacts.view`.
 */
export type ListUpdatedEvent = Told<'list.updated', ContactList>

/**
 * A contact list was deleted. Its contacts are kept.
 *
 * Permission: `contacts.view`.
 */
export type ListDeletedEvent = Told<'list.deleted', { id: ListId }>

/**
 * A segment was created.
 *
 * Permission: `contacts.view`.
 */
export type SegmentCreatedEvent = Told<'segment.created', Segment>

/**
 * The name or the filter of a segment was changed. Contacts that enter or leave it emit no event.
 *
 * Permission: `contacts.view`.
 */
export type SegmentUpdatedEvent = Told<'segment.updated', Segment>

/**
 * A segment was deleted. Its contacts were not.
 *
 * Permission: `contacts.view`.
 */
export type SegmentDeletedEvent = Told<'segment.deleted', { id: SegmentId }>

/**
 * An import completed: all rows of its file were processed.
 *
 * Permission: `contacts.view`.
 */
export type ImportCompletedEvent = Told<'import.completed', Import>

/**
 * An import failed before the end of its file. `error` states why; the counts cover the rows processed so far.
 *
 * Permission: `contacts.view`.
 */
export type ImportFailedEvent = Told<'import.failed', Import>

/**
 * An import was cancelled. Contacts that it already created or changed are kept.
 *
 * Permission: `contacts.view`.
 */
export type ImportCancelledEvent = Told<'import.cancelled', Import>

/**
 * A template was created.
 *
 * Permission: `templates.view`.
 */
export type TemplateCreatedEvent = Told<'template.created', Template>

/**
 * A template was changed or got a new version.
 *
 * Permission: `templates.view`.
 */
export type TemplateUpdatedEvent = Told<'template.updated', Template>

/**
 * A template was submitted for approval.
 *
 * Permission: `templates.view`.
 */
export type TemplateSubmittedEvent = Told<'template.submitted', Template>

/**
 * A version of a template was approved and is now used for sending.
 *
 * Permission: `templates.view`.
 */
export type TemplateApprovedEvent = Told<'template.approved', Template>

/**
 * A version of a template was rejected.
 *
 * Permission: `templates.view`.
 */
export type TemplateRejectedEvent = Told<'template.rejected', Template>

/**
 * A template was paused and can no longer be sent.
 *
 * Permission: `templates.view`.
 */
export type TemplatePausedEvent = Told<'template.paused', Template>

/**
 * A paused template was resumed.
 *
 * Permission: `templates.view`.
 */
export type TemplateResumedEvent = Told<'template.resumed', Template>

/**
 * A template was deleted.
 *
 * Permission: `templates.view`.
 */
export type TemplateDeletedEvent = Told<'template.deleted', { id: TemplateId }>

/**
 * The organization's own account has accepted no message for 5 minutes while messages are waiting. They are retried
 * until it does.
 *
 * Permission: `channels.view`.
 */
export type ChannelAccountFailingEvent = Told<'channel_account.failing', ChannelAccountFailingEventData>

/**
 * A failing account accepts messages again.
 *
 * Permission: `channels.view`.
 */
export type ChannelAccountRecoveredEvent = Told<'channel_account.recovered', ChannelAccountRecoveredEventData>

/**
 * The provider of a channel reported something about the account: its quality, its limits or a review.
 *
 * Permission: `channels.view`.
 */
export type ChannelAccountReportedEvent = Told<'channel_account.reported', ToldChannelNotice>

/**
 * The provider of a channel reported something about the account that requires action.
 *
 * Permission: `channels.view`.
 */
export type ChannelAccountWarnedEvent = Told<'channel_account.warned', ToldChannelNotice>

/**
 * A campaign was created, as a draft.
 *
 * Permission: `campaigns.view`.
 */
export type CampaignCreatedEvent = Told<'campaign.created', Campaign>

/**
 * The draft of a campaign was changed.
 *
 * Permission: `campaigns.view`.
 */
export type CampaignUpdatedEvent = Told<'campaign.updated', Campaign>

/**
 * The draft of a campaign was deleted.
 *
 * Permission: `campaigns.view`.
 */
export type CampaignDeletedEvent = Told<'campaign.deleted', { id: CampaignId }>

/**
 * A campaign was scheduled.
 *
 * Permission: `campaigns.view`.
 */
export type CampaignScheduledEvent = Told<'campaign.scheduled', Campaign>

/**
 * A campaign was started, and its cost was reserved.
 *
 * Permission: `campaigns.view`.
 */
export type CampaignStartedEvent = Told<'campaign.started', Campaign>

/**
 * A campaign was paused. `pause_reasons` lists why.
 *
 * Permission: `campaigns.view`.
 */
export type CampaignPausedEvent = Told<'campaign.paused', Campaign>

/**
 * A campaign was resumed.
 *
 * Permission: `campaigns.view`.
 */
export type CampaignResumedEvent = Told<'campaign.resumed', Campaign>

/**
 * A campaign was completed: nothing of it waits to be sent.
 *
 * Permission: `campaigns.view`.
 */
export type CampaignCompletedEvent = Told<'campaign.completed', Campaign>

/**
 * A campaign was cancelled. Charges for messages that were not sent are refunded.
 *
 * Permission: `campaigns.view`.
 */
export type CampaignCancelledEvent = Told<'campaign.cancelled', Campaign>

/**
 * A form was created, as a draft.
 *
 * Permission: `forms.view`.
 */
export type FormCreatedEvent = Told<'form.created', FormEvent>

/**
 * The name, address, fields, settings or retention of a form were changed.
 *
 * Permission: `forms.view`.
 */
export type FormUpdatedEvent = Told<'form.updated', FormEvent>

/**
 * A form was published. `version` is the one that its page shows.
 *
 * Permission: `forms.view`.
 */
export type FormPublishedEvent = Told<'form.published', FormEvent>

/**
 * A form was unpublished: its page takes no submissions.
 *
 * Permission: `forms.view`.
 */
export type FormUnpublishedEvent = Told<'form.unpublished', FormEvent>

/**
 * An operator suspended a form: its page is closed. `suspension_reason` says why.
 *
 * Permission: `forms.view`.
 */
export type FormSuspendedEvent = Told<'form.suspended', FormEvent>

/**
 * An operator lifted the suspension of a form.
 *
 * Permission: `forms.view`.
 */
export type FormResumedEvent = Told<'form.resumed', FormEvent>

/**
 * A form was deleted, with its submissions.
 *
 * Permission: `forms.view`.
 */
export type FormDeletedEvent = Told<'form.deleted', { id: FormId }>

/**
 * A form domain was added. It is not verified yet.
 *
 * Permission: `forms.view`.
 */
export type DomainCreatedEvent = Told<'domain.created', FormDomainEvent>

/**
 * Another form was chosen for the address of a form domain without a path.
 *
 * Permission: `forms.view`.
 */
export type DomainUpdatedEvent = Told<'domain.updated', FormDomainEvent>

/**
 * A form domain was verified, or its missing record is there again.
 *
 * Permission: `forms.view`.
 */
export type DomainVerifiedEvent = Told<'domain.verified', FormDomainEvent>

/**
 * The DNS record of a verified form domain is missing. It keeps serving forms until `proof_missing_until`.
 *
 * Permission: `domains.manage`.
 */
export type DomainProofMissingEvent = Told<'domain.proof_missing', FormDomainEvent>

/**
 * A form domain is no longer verified and serves nothing: its record was missing for too long, or another organization
 * has verified it.
 *
 * Permission: `domains.manage`.
 */
export type DomainUnverifiedEvent = Told<'domain.unverified', FormDomainEvent>

/**
 * A form domain was deleted.
 *
 * Permission: `forms.view`.
 */
export type DomainDeletedEvent = Told<'domain.deleted', { id: FormDomainId }>

/**
 * A visitor reported a form to the operators. Sent only to operators, in their own organization, and at most once in 10
 * minutes per form.
 *
 * Permission: `installation.operate`.
 */
export type FormReportedEvent = Told<'form.reported', FormReportedEventData>

/**
 * A delivery of a campaign was accepted by its provider.
 *
 * Permission: `campaigns.view`. Without `contacts.view`, what identifies the contact is null.
 */
export type CampaignDeliverySentEvent = Told<'campaign.delivery_sent', CampaignEventData>

/**
 * It is unknown whether a delivery of a campaign was sent. It waits for a delivery report, or for a member to resolve
 * it.
 *
 * Permission: `campaigns.view`. Without `contacts.view`, what identifies the contact is null.
 */
export type CampaignDeliveryUnknownEvent = Told<'campaign.delivery_unknown', CampaignEventData>

/**
 * The provider reported a delivery of a campaign as delivered.
 *
 * Permission: `campaigns.view`. Without `contacts.view`, what identifies the contact is null.
 */
export type CampaignDeliveryDeliveredEvent = Told<'campaign.delivery_delivered', CampaignEventData>

/**
 * The provider reported a delivery of a campaign as read.
 *
 * Permission: `campaigns.view`. Without `contacts.view`, what identifies the contact is null.
 */
export type CampaignDeliveryReadEvent = Told<'campaign.delivery_read', CampaignEventData>

/**
 * The provider reported that a delivery of a campaign was not delivered.
 *
 * Permission: `campaigns.view`. Without `contacts.view`, what identifies the contact is null.
 */
export type CampaignDeliveryUndeliveredEvent = Told<'campaign.delivery_undelivered', CampaignEventData>

/**
 * A delivery of a campaign failed before it was sent, and its charge was refunded.
 *
 * Permission: `campaigns.view`. Without `contacts.view`, what identifies the contact is null.
 */
export type CampaignDeliveryFailedEvent = Told<'campaign.delivery_failed', CampaignEventData>

/**
 * A delivery of a campaign was cancelled before it was sent, and its charge was refunded.
 *
 * Permission: `campaigns.view`. Without `contacts.view`, what identifies the contact is null.
 */
export type CampaignDeliveryCancelledEvent = Told<'campaign.delivery_cancelled', CampaignEventData>

/**
 * A conversation was created.
 *
 * Permission: `conversations.view`.
 */
export type ConversationCreatedEvent = Told<'conversation.created', Conversation>

/**
 * A conversation was pinned, muted, archived, opened, read or assigned, or one of its messages was deleted.
 *
 * Permission: `conversations.view`.
 */
export type ConversationUpdatedEvent = Told<'conversation.updated', Conversation>

/**
 * A conversation was assigned to another user. Published to the previous assignee, who no longer sees the conversation
 * unless they can view all.
 *
 * Permission: `conversations.view`.
 */
export type ConversationHandedOverEvent = Told<'conversation.handed_over', { id: ConversationId }>

/**
 * A conversation was deleted, or merged into another conversation.
 *
 * Permission: `conversations.view`.
 */
export type ConversationDeletedEvent = Told<'conversation.deleted', ConversationDeletedEventData>

/**
 * An outbound message was accepted and is waiting to be sent.
 *
 * Permission: `messages.view`.
 */
export type MessageCreatedEvent = Told<'message.created', Message>

/**
 * An inbound message was received.
 *
 * Permission: `messages.view`.
 */
export type MessageReceivedEvent = Told<'message.received', Message>

/**
 * A message changed: it was edited, deleted for everyone by the contact, marked as read or unread, a reaction changed,
 * a call ended, or a missing attachment was stored.
 *
 * Permission: `messages.view`.
 */
export type MessageUpdatedEvent = Told<'message.updated', Message>

/**
 * A message was deleted. Not published for each message when its conversation is deleted.
 *
 * Permission: `messages.view`.
 */
export type MessageDeletedEvent = Told<'message.deleted', MessageDeletedEventData>

/**
 * The provider accepted a delivery of a message.
 *
 * Permission: `messages.view`.
 */
export type MessageSentEvent = Told<'message.sent', MessageEventData>

/**
 * The outcome of a delivery is unknown. It waits for a delivery receipt or for a user to resolve it.
 *
 * Permission: `messages.view`.
 */
export type MessageUnknownEvent = Told<'message.unknown', MessageEventData>

/**
 * The provider reported a delivery as delivered.
 *
 * Permission: `messages.view`.
 */
export type MessageDeliveredEvent = Told<'message.delivered', MessageEventData>

/**
 * The provider reported a delivery as read.
 *
 * Permission: `messages.view`.
 */
export type MessageReadEvent = Told<'message.read', MessageEventData>

/**
 * The provider reported a delivery as sent but not delivered. It stays charged.
 *
 * Permission: `messages.view`.
 */
export type MessageUndeliveredEvent = Told<'message.undelivered', MessageEventData>

/**
 * A delivery failed before it was sent. Its charge was reversed.
 *
 * Permission: `messages.view`.
 */
export type MessageFailedEvent = Told<'message.failed', MessageEventData>

/**
 * A delivery was cancelled before it was sent. Its charge was reversed. If the message was deleted, the event contains
 * neither its content nor the recipient.
 *
 * Permission: `messages.view`.
 */
export type MessageCancelledEvent = Told<'message.cancelled', MessageEventData>

/**
 * A calendar month reached a cheaper tier of a volume price list, and the difference for the messages already charged
 * was credited.
 *
 * Permission: `balance.view`.
 */
export type MonthReratedEvent = Told<'month.rerated', MonthReratedEventData>

/**
 * The summary of a calendar month in India is available. Sent once for each month in which the organization had usage
 * or transactions.
 *
 * Permission: `usage.view`.
 */
export type UsageMonthlySummaryEvent = Told<'usage.monthly_summary', MonthlySummary>

/**
 * An export was completed. It is available for 7 days; retrieve it to get its link.
 *
 * Permission: `invoices.download` where `kind` is `statement`, `usage.view` where `kind` is `log`, `balance.view` where
 * `kind` is `transactions`, `contacts.view` where `kind` is `contacts`.
 */
export type ExportCompletedEvent = Told<'export.completed', Export>

/**
 * An export failed. `error` is the reason.
 *
 * Permission: `invoices.download` where `kind` is `statement`, `usage.view` where `kind` is `log`, `balance.view` where
 * `kind` is `transactions`, `contacts.view` where `kind` is `contacts`.
 */
export type ExportFailedEvent = Told<'export.failed', Export>

/**
 * A contact export and its file were deleted, because a contact that it may have contained was deleted. Create a new
 * export.
 *
 * Permission: `invoices.download` where `kind` is `statement`, `usage.view` where `kind` is `log`, `balance.view` where
 * `kind` is `transactions`, `contacts.view` where `kind` is `contacts`.
 */
export type ExportWithdrawnEvent = Told<'export.withdrawn', Export>

/**
 * A form was submitted, and the submission was processed: its contact and message are stored.
 *
 * Permission: `submissions.view`.
 */
export type FormSubmittedEvent = Told<'form.submitted', SubmittedForm>

/**
 * Submissions of a form were deleted because they are older than it keeps them: those before `before`, in pieces of
 * which each has an event.
 *
 * Permission: `submissions.view`.
 */
export type FormSubmissionsExpiredEvent = Told<'form.submissions_expired', ExpiredSubmissions>

/**
 * An organization reached the monthly message volume for enterprise pricing. Sent only to operators, in their own
 * organization.
 *
 * Permission: `installation.operate`.
 */
export type EnterprisePricingReachedEvent = Told<'enterprise_pricing.reached', EnterprisePricingReachedEventData>

/**
 * A webhook endpoint was switched off: it failed for 5 days, returned 410 (Gone), or its user can no longer view any of
 * its events.
 *
 * Permission: `webhooks.manage`.
 */
export type WebhookEndpointSwitchedOffEvent = Told<'webhook_endpoint.switched_off', WebhookEndpoint>

/** Every event that this version knows. */
export type KnownEvent =
  | OrganizationUpdatedEvent
  | OrganizationEnterpriseEligibleEvent
  | TokenCreatedEvent
  | TokenRevokedEvent
  | RoleCreatedEvent
  | RoleUpdatedEvent
  | RoleDeletedEvent
  | UserAddedEvent
  | UserUpdatedEvent
  | UserRemovedEvent
  | ServiceUserCreatedEvent
  | ServiceUserUpdatedEvent
  | ServiceUserRemovedEvent
  | InvitationCreatedEvent
  | InvitationAcceptedEvent
  | InvitationRevokedEvent
  | PriceListPublishedEvent
  | PlanListPublishedEvent
  | BalanceLowEvent
  | BalanceEmptyEvent
  | InvoiceGeneratedEvent
  | RechargeCompletedEvent
  | PaymentFailedEvent
  | PaymentMismatchEvent
  | AutoRechargeUpdatedEvent
  | AutoRechargeLimitedEvent
  | AutoRechargeDebitRequestedEvent
  | AutoRechargeRetryScheduledEvent
  | AutoRechargeSwitchedOffEvent
  | RechargePaymentRequestedEvent
  | GraceStartedEvent
  | GraceEndedEvent
  | MandateGivenEvent
  | MandateUpdatedEvent
  | MandateEndedEvent
  | PaymentDisputedEvent
  | PaymentRefundedAtGatewayEvent
  | PaymentTakenBackEvent
  | RefundRequestedEvent
  | RefundApprovedEvent
  | RefundProcessingEvent
  | RefundCompletedEvent
  | RefundRejectedEvent
  | RefundFailedEvent
  | RefundStartedEvent
  | CreditGrantedEvent
  | SubscriptionPendingEvent
  | SubscriptionActivatedEvent
  | SubscriptionPaymentDueEvent
  | SubscriptionRenewedEvent
  | SubscriptionGraceStartedEvent
  | SubscriptionGraceReminderEvent
  | SubscriptionCancelledEvent
  | SubscriptionResumedEvent
  | SubscriptionEndedEvent
  | ContactCreatedEvent
  | ContactUpdatedEvent
  | ContactDeletedEvent
  | ContactUnsubscribedEvent
  | GroupCreatedEvent
  | GroupUpdatedEvent
  | GroupDeletedEvent
  | ListCreatedEvent
  | ListUpdatedEvent
  | ListDeletedEvent
  | SegmentCreatedEvent
  | SegmentUpdatedEvent
  | SegmentDeletedEvent
  | ImportCompletedEvent
  | ImportFailedEvent
  | ImportCancelledEvent
  | TemplateCreatedEvent
  | TemplateUpdatedEvent
  | TemplateSubmittedEvent
  | TemplateApprovedEvent
  | TemplateRejectedEvent
  | TemplatePausedEvent
  | TemplateResumedEvent
  | TemplateDeletedEvent
  | ChannelAccountFailingEvent
  | ChannelAccountRecoveredEvent
  | ChannelAccountReportedEvent
  | ChannelAccountWarnedEvent
  | CampaignCreatedEvent
  | CampaignUpdatedEvent
  | CampaignDeletedEvent
  | CampaignScheduledEvent
  | CampaignStartedEvent
  | CampaignPausedEvent
  | CampaignResumedEvent
  | CampaignCompletedEvent
  | CampaignCancelledEvent
  | FormCreatedEvent
  | FormUpdatedEvent
  | FormPublishedEvent
  | FormUnpublishedEvent
  | FormSuspendedEvent
  | FormResumedEvent
  | FormDeletedEvent
  | DomainCreatedEvent
  | DomainUpdatedEvent
  | DomainVerifiedEvent
  | DomainProofMissingEvent
  | DomainUnverifiedEvent
  | DomainDeletedEvent
  | FormReportedEvent
  | CampaignDeliverySentEvent
  | CampaignDeliveryUnknownEvent
  | CampaignDeliveryDeliveredEvent
  | CampaignDeliveryReadEvent
  | CampaignDeliveryUndeliveredEvent
  | CampaignDeliveryFailedEvent
  | CampaignDeliveryCancelledEvent
  | ConversationCreatedEvent
  | ConversationUpdatedEvent
  | ConversationHandedOverEvent
  | ConversationDeletedEvent
  | MessageCreatedEvent
  | MessageReceivedEvent
  | MessageUpdatedEvent
  | MessageDeletedEvent
  | MessageSentEvent
  | MessageUnknownEvent
  | MessageDeliveredEvent
  | MessageReadEvent
  | MessageUndeliveredEvent
  | MessageFailedEvent
  | MessageCancelledEvent
  | MonthReratedEvent
  | UsageMonthlySummaryEvent
  | ExportCompletedEvent
  | ExportFailedEvent
  | ExportWithdrawnEvent
  | FormSubmittedEvent
  | FormSubmissionsExpiredEvent
  | EnterprisePricingReachedEvent
  | WebhookEndpointSwitchedOffEvent

/** All of a noun. */
export type EventNoun =
  | 'organization'
  | 'token'
  | 'role'
  | 'user'
  | 'service_user'
  | 'invitation'
  | 'price_list'
  | 'plan_list'
  | 'balance'
  | 'invoice'
  | 'recharge'
  | 'payment'
  | 'auto_recharge'
  | 'grace'
  | 'mandate'
  | 'refund'
  | 'credit'
  | 'subscription'
  | 'contact'
  | 'group'
  | 'list'
  | 'segment'
  | 'import'
  | 'template'
  | 'channel_account'
  | 'campaign'
  | 'form'
  | 'domain'
  | 'conversation'
  | 'message'
  | 'month'
  | 'usage'
  | 'export'
  | 'enterprise_pricing'
  | 'webhook_endpoint'
