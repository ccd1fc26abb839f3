// Notices in English.

import { channelTitlesIn } from '#channels/words.ts'
import { reportReasonsIn } from '#forms/pages/words.ts'
import type { PauseReason } from '#messaging/campaigns/rules.ts'
import type { GraceOutcome, LimitName, LinkReason } from '#money/auto-recharge/rules.ts'
import type { ClaimKind, ClaimStatus } from '#money/claims/rules.ts'
import type { MandateStatus } from '#money/gateways/providers/gateway.ts'
import type { Invoice } from '#money/invoices/schema.ts'
import type { FailureReason } from '#money/wallet/rules.ts'
import type { ExportKind } from '#reporting/exports/rules.ts'
import type { OffReason } from '#webhooks/schema.ts'
import type { Facts, Texts } from './facts.ts'
import { premiumInEnglish } from './premium-words.ts'
import { refundsInEnglish } from './refund-words.ts'
import { summaryIn } from './summary.ts'
import { summaryInEnglish } from './summary-words.ts'

const failures: Record<FailureReason, string> = {
  insufficient_funds: 'The account or card did not have enough funds.',
  expired_card: 'The card has expired.',
  daily_limit_reached: 'The daily limit of the payment method was reached.',
  bank_declined: 'The bank declined the payment.',
  gateway_error: 'The payment gateway could not complete the payment.',
}
const linkReasons: Record<LinkReason, string> = {
  no_mandate: 'There is no mandate for automatic payments.',
  mandate_maximum: 'The amount is above the limit of the mandate.',
  debit_maximum: 'The amount is above the limit for automatic payments.',
  mandates_unavailable: 'The payment gateway does not support mandates.',
}
const limits: Record<LimitName, string> = {
  hourly_limit: 'The hourly limit for automatic recharges is reached.',
  daily_limit: 'The daily limit for automatic recharges is reached.',
  monthly_limit: 'The monthly limit for automatic recharges is reached.',
  gateway_unavailable: 'No payment gateway is available.',
  recharge_refused: 'The payment gateway does not accept this recharge.',
}
const graceOutcomes: Record<GraceOutcome, string> = {
  paid: 'The payment was received. Auto-recharge works as before.',
  funded: 'The wallet was recharged. Auto-recharge works as before.',
  mandate_renewed: 'A new mandate was set up. Auto-recharge works as before.',
  disabled: 'Auto-recharge was switched off.',
  switched_off: 'No payment was received, so auto-recharge was switched off.',
}
const mandateStatuses: Record<MandateStatus, string> = {
  pending: 'pending',
  active: 'active',
  paused: 'paused',
  cancelled: 'cancelled',
  expired: 'expired',
  rejected: 'rejected',
}
const invoiceKinds: Record<Invoice['kind'], string> = {
  recharge: 'Invoice',
  subscription: 'Invoice',
  usage: 'Usage statement',
  credit_note: 'Credit note',
}
const pauseReasons: Record<PauseReason, string> = {
  user: 'A member paused it.',
  insufficient_balance: 'The balance is too low. It resumes after a recharge.',
  template: 'Its template can no longer be used.',
  account: 'The channel account was removed or replaced.',
  complaints: 'Too many recipients reported it as spam.',
  bounces: 'Too many addresses do not exist.',
  restored:
    'The installation was restored from a backup. Find out from the provider what was sent, then resume or cancel the campaign.',
  max_total: 'It would cost more than its limit.',
  failed: 'An internal error occurred several times.',
}
const exportKinds: Record<ExportKind, string> = {
  statement: 'account statement',
  log: 'message log',
  transactions: 'list of transactions',
  contacts: 'list of contacts',
}
const offReasons: Record<OffReason, string> = {
  gone: 'the endpoint returned 410 Gone',
  failing: 'the endpoint has not accepted an event for days',
  no_access: 'the person who created the endpoint no longer has access',
}
const channels = channelTitlesIn('en')
const claims: Record<ClaimStatus, string> = {
  open: "The payer's bank opened a dispute.",
  action_required: 'The bank needs more evidence.',
  under_review: 'The bank is reviewing the evidence.',
  won: 'The dispute was won, and the payment stands.',
  lost: 'The dispute was lost, and the payer got the money back.',
  closed: 'The dispute is closed.',
  pending: 'The refund is being processed.',
  processed: 'The payer got the money back.',
  failed: 'The money did not reach the payer.',
}
const deductions: Record<ClaimKind, (total: string) => string> = {
  dispute: (total) => `A dispute over ${total} was lost, so its credit was deducted.`,
  gateway_refund: (total) => `${total} was refunded at the payment gateway, so its credit was deducted.`,
}

const organizationOf = (facts: Facts) =>
  `${facts.text('organization_name')}${facts.is('is_priority', true) ? ' (priority support)' : ''}`
const isForPremium = (facts: Facts) => facts.is('purpose', 'subscription') || facts.has('subscription_payment_id')
const debiting = (facts: Facts) => (isForPremium(facts) ? 'Premium' : 'Auto-recharge')
const payHere = (facts: Facts) => (facts.has('checkout_url') ? ` Pay here: ${facts.address('checkout_url')}` : '')
const canRespond = (facts: Facts) =>
  facts.has('respond_by') && (facts.is('status', 'open') || facts.is('status', 'action_required'))

export const english: Texts = {
  'recharge.completed': (facts) => ({
    title: `Recharge of ${facts.rupees('amount')} completed`,
    text: `${facts.rupees('amount')} was added to the wallet. You paid ${facts.rupees('total')}, including ${facts.rupees('tax')} tax.`,
  }),
  'payment.failed': (facts) => ({
    title: `Payment of ${facts.rupees('total')} failed`,
    text: `${facts.word('failure_reason', failures)}${isForPremium(facts) ? '' : ' Nothing was added to the wallet.'}${payHere(facts)}`,
  }),
  'recharge.payment_requested': (facts) => ({
    title: `Recharge of ${facts.rupees('total')} awaiting payment`,
    text: `You need to pay for this automatic recharge yourself.${facts.has('reason') ? ` ${facts.word('reason', linkReasons)}` : ''}${payHere(facts)}`,
  }),
  'invoice.generated': (facts) => ({
    title: `${facts.word('kind', invoiceKinds)} ${facts.text('number')}`,
    text: `${facts.word('kind', invoiceKinds)} ${facts.text('number')} for ${facts.rupees('total')} was issued.`,
  }),
  'balance.low': (facts) => ({
    title: `Balance down to ${facts.text('level')}%`,
    text: `${facts.rupees('balance')} of ${facts.rupees('of')} is left. Recharge before sending stops.`,
  }),
  'balance.empty': (facts) => ({
    title: 'Balance used up: sending has stopped',
    text: `${facts.rupees('balance')} does not cover another message. Recharge the wallet to resume sending.`,
  }),
  'credit.granted': (facts) => ({
    title: `Credit of ${facts.rupees('amount')} added`,
    text: `An operator added ${facts.rupees('amount')} to the wallet: ${facts.text('description')}.`,
  }),
  'usage.monthly_summary': summaryIn(summaryInEnglish),
  'enterprise_pricing.reached': (facts) => ({
    title: `${facts.text('organization_name')} is eligible for enterprise pricing`,
    text: `${facts.word('channel', channels)} messages in ${facts.month('month', 'en-IN')} reached the volume for enterprise pricing. Grant or decline it.`,
  }),
  'form.reported': (facts) => ({
    title: `A visitor reported the form ${facts.text('form_name')}`,
    text: `${organizationOf(facts)}: ${facts.word('reason', reportReasonsIn('en'))}.${facts.text('details') === '' ? '' : ` ${facts.text('details')}`}`,
  }),
  'domain.proof_missing': (facts) => ({
    title: `The DNS record of ${facts.text('display_name')} is missing`,
    text: `Publish the TXT record ${facts.text('record.name')} again by ${facts.time('proof_missing_until')}. After that, forms no longer open under this domain.`,
  }),
  'domain.unverified': (facts) => ({
    title: `${facts.text('display_name')} is no longer verified`,
    text: 'Forms no longer open under this domain: its DNS record is missing, or another organization has verified it. Publish the record and verify the domain again.',
  }),
  'mandate.given': (facts) => ({
    title: facts.has('replaced_id') ? 'Payment method changed' : 'Mandate set up',
    text: `${
      facts.has('max_amount')
        ? `${debiting(facts)} can now debit up to ${facts.rupees('max_amount')} at a time.`
        : `${debiting(facts)} can now debit your account.`
    }${facts.has('replaced_id') ? ' The earlier mandate is cancelled.' : ''}`,
  }),
  'mandate.updated': (facts) => ({
    title: facts.has('replaced_id') ? 'Payment method changed' : 'Mandate changed',
    text: `The mandate for ${debiting(facts).toLowerCase()} is now ${facts.word('status', mandateStatuses)}.${facts.has('replaced_id') ? ' The earlier mandate is cancelled.' : ''}`,
  }),
  'mandate.ended': (facts) => ({
    title: 'Mandate ended',
    text: `The mandate for ${debiting(facts).toLowerCase()} is ${facts.word('status', mandateStatuses)}. Until you set up a new one, you need to pay for ${isForPremium(facts) ? 'premium' : 'recharges'} yourself.`,
  }),
  'auto_recharge.updated': (facts) => ({
    title: 'Auto-recharge changed',
    text: facts.is('enabled', true)
      ? `When the balance falls below ${facts.rupees('threshold')}, the wallet is recharged by ${facts.rupees('amount')}.`
      : 'Auto-recharge is off.',
  }),
  'auto_recharge.limited': (facts) => ({
    title: 'Auto-recharge on hold',
    text: `The balance is below the threshold. ${facts.word('reason', limits)} Auto-recharge is on hold until ${facts.time('limited_until')}.`,
  }),
  'auto_recharge.debit_requested': (facts) => ({
    title: `${facts.rupees('total')} will be debited`,
    text: `Auto-recharge will debit this amount at ${facts.time('debit_at')}.`,
  }),
  'auto_recharge.retry_scheduled': (facts) => ({
    title: 'Automatic payment failed',
    text: `The next attempt is at ${facts.time('next_attempt_at')}.`,
  }),
  'auto_recharge.switched_off': () => ({
    title: 'Auto-recharge was switched off',
    text: 'The grace period ended without a payment. Recharge the wallet yourself, then switch on auto-recharge with a new mandate.',
  }),
  'grace.started': (facts) => ({
    title: 'Automatic payment failed: grace period started',
    text: `You can keep sending while the balance lasts. Without a payment, auto-recharge will be switched off at ${facts.time('grace_until')}.`,
  }),
  'grace.ended': (facts) => ({
    title: 'Grace period ended',
    text: facts.word('outcome', graceOutcomes),
  }),
  ...premiumInEnglish(failures),
  'payment.disputed': (facts) => ({
    title: `Payment of ${facts.rupees('total')} disputed`,
    text: `${facts.word('status', claims)}${canRespond(facts) ? ` Respond at the payment gateway by ${facts.time('respond_by')}.` : ''}`,
  }),
  'payment.refunded_at_gateway': (facts) => ({
    title: `Refund of ${facts.rupees('total')} at the payment gateway`,
    text: `This refund was created at the payment gateway and was not approved here. ${facts.word('status', claims)}`,
  }),
  'payment.taken_back': (facts) => ({
    title: `${facts.rupees('taken')} ${isForPremium(facts) ? 'of premium taken back' : 'deducted from the wallet'}`,
    text: isForPremium(facts)
      ? `${facts.is('kind', 'dispute') ? 'A dispute was lost' : 'The payment was refunded at the payment gateway'}. A credit note was issued.`
      : `${deductions[facts.is('kind', 'dispute') ? 'dispute' : 'gateway_refund'](facts.rupees('total'))}${facts.is('shortfall', '0.00') ? '' : ` Another ${facts.rupees('shortfall')} was due, but the wallet did not cover it.`}`,
  }),
  ...refundsInEnglish,
  'invitation.accepted': (facts) => ({
    title: 'Invitation accepted',
    text: `${facts.text('email')} joined the organization.`,
  }),
  'webhook_endpoint.switched_off': (facts) => ({
    title: 'Webhook endpoint switched off',
    text: `Events are no longer sent to ${facts.text('url')}: ${facts.word('switched_off_because', offReasons)}.`,
  }),
  'channel_account.failing': (facts) => ({
    title: `${facts.word('channel', channels)} messages are not being sent`,
    text: `Your account has not accepted any messages since ${facts.time('failing_since')}. Queued messages are kept and retried. Check the account and test it.${
      facts.text('health.error.detail') === ''
        ? ''
        : ` Reason: ${facts.explanation('en', 'health.error.detail', 'health.error.details')}`
    }`,
  }),
  'channel_account.recovered': (facts) => ({
    title: `${facts.word('channel', channels)} messages are being sent again`,
    text: `Your account accepts messages again. It had not accepted any since ${facts.time('failing_since')}.`,
  }),
  'channel_account.warned': (facts) => ({
    title: `${facts.word('channel', channels)} provider warning`,
    text: `Your provider reported: “${facts.text('detail')}”. Check your account with the provider. The full report is in the channel's notices.`,
  }),
  'campaign.paused': (facts) => ({
    title: `Campaign paused: ${facts.text('name')}`,
    text: facts.sentences('pause_reasons', pauseReasons),
  }),
  'campaign.completed': (facts) => ({
    title: `Campaign completed: ${facts.text('name')}`,
    text: 'All messages that could be sent were sent.',
  }),
  'form.submitted': (facts) => ({
    title: `New submission: ${facts.text('form_name')}`,
    text: 'Somebody filled in the form.',
  }),
  'export.completed': (facts) => ({
    title: 'Your export is ready',
    text: `You can download the ${facts.word('kind', exportKinds)} until ${facts.time('expires_at')}.`,
  }),
  'export.failed': (facts) => ({
    title: 'Your export failed',
    text: `The ${facts.word('kind', exportKinds)} could not be created. Choose a shorter period, or try again.`,
  }),
  'message.received': (facts) => {
    const { from, count } = facts.live
    return {
      title: from === null ? 'New message' : `New message from ${from}`,
      text:
        count === 1
          ? `${facts.word('channel', channels)}: 1 new message in the conversation.`
          : `${count} new messages in the conversation.`,
    }
  },
}
