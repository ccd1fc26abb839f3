// Notices in English.

import { channelNamesIn, messageIn, messagesIn } from '#channels/words.ts'
import type { Facts, Texts } from './facts.ts'
import { summaryIn } from './summary.ts'
import { summaryInEnglish } from './summary-words.ts'

const failures = {
  insufficient_funds: 'there was not enough money in the account or credit left on the card',
  expired_card: 'the card has expired',
  daily_limit_reached: 'the daily limit of the payment method was reached',
  bank_declined: 'the bank declined it',
  gateway_error: 'the payment gateway could not take it',
}
const linkReasons = {
  no_mandate: 'there is no mandate for it',
  mandate_maximum: 'it is more than the mandate allows',
  debit_maximum: 'it is more than can be debited without you',
  mandates_unavailable: 'the payment gateway takes no mandates',
}
const limits = {
  hourly_limit: 'the limit of recharges in an hour',
  daily_limit: 'the limit of recharges in a day',
  monthly_limit: 'the monthly limit',
  gateway_unavailable: 'a payment gateway that does not answer',
}
const graceOutcomes = {
  paid: 'The payment has arrived, and everything goes on as before.',
  funded: 'The wallet has been recharged, and everything goes on as before.',
  mandate_renewed: 'There is a new mandate, and everything goes on as before.',
  disabled: 'Auto-recharge was switched off.',
  switched_off: 'No payment arrived, so auto-recharge was switched off.',
}
const mandateStatuses = {
  pending: 'pending',
  active: 'active',
  paused: 'paused',
  cancelled: 'cancelled',
  expired: 'expired',
  rejected: 'rejected',
}
const invoiceKinds = {
  recharge: 'Invoice',
  subscription: 'Invoice',
  usage: 'Usage statement',
  credit_note: 'Credit note',
}
const exportKinds = { statement: 'statement', log: 'log', transactions: 'list of transactions' }
const offReasons = {
  gone: 'it answered that it is gone',
  failing: 'it has not taken anything for days',
  no_access: 'whoever set it may read nothing any more',
}
const channels = channelNamesIn('en')
const message = messageIn('en')
const messages = messagesIn('en')

const disputes = {
  open: "It was raised by the payer's bank.",
  action_required: 'The bank wants more evidence.',
  under_review: 'The bank is looking at the evidence.',
  won: 'It was won.',
  lost: 'It was lost: the payer has the money back.',
  closed: 'It is closed.',
}
const gatewayRefunds = {
  pending: 'It is on its way.',
  processed: 'The payer has the money back.',
  failed: 'It did not reach the payer.',
}
const tookBack = { dispute: 'A lost dispute', gateway_refund: 'A refund at the payment gateway' }

const to = (facts: Facts) => (facts.is('destination', 'source') ? 'where the money came from' : 'the wallet')
const payHere = (facts: Facts) => (facts.has('checkout_url') ? ` Pay here: ${facts.address('checkout_url')}` : '')
export const english: Texts = {
  'recharge.completed': (facts) => ({
    title: `Recharge of ${facts.rupees('amount')} completed`,
    text: `${facts.rupees('amount')} was credited to the wallet. Paid: ${facts.rupees('total')}, of it ${facts.rupees('tax')} tax.`,
  }),
  'payment.failed': (facts) => ({
    title: `Payment of ${facts.rupees('total')} failed`,
    text: `It failed because ${facts.word('failure_reason', failures)}. Nothing was credited.${payHere(facts)}`,
  }),
  'recharge.payment_requested': (facts) => ({
    title: `A recharge of ${facts.rupees('total')} is to be paid`,
    text: `The automatic recharge has to be paid by hand${facts.has('reason') ? `: ${facts.word('reason', linkReasons)}` : ''}.${payHere(facts)}`,
  }),
  'invoice.generated': (facts) => ({
    title: `${facts.word('kind', invoiceKinds)} ${facts.text('number')}`,
    text: `${facts.word('kind', invoiceKinds)} ${facts.text('number')} over ${facts.rupees('total')} was issued.`,
  }),
  'balance.low': (facts) => ({
    title: `Balance at ${facts.text('level')} percent`,
    text: `${facts.rupees('balance')} is left of ${facts.rupees('of')}. Recharge before sending stops.`,
  }),
  'balance.empty': (facts) => ({
    title: 'Balance used up: sending has stopped',
    text: `${facts.rupees('balance')} covers no further message. Recharge, and sending can go on.`,
  }),
  'credit.granted': (facts) => ({
    title: `Credit of ${facts.rupees('amount')}`,
    text: `${facts.rupees('amount')} was credited to the wallet: ${facts.text('description')}.`,
  }),
  'usage.monthly_summary': summaryIn(summaryInEnglish),
  'enterprise_pricing.reached': (facts) => ({
    title: `${facts.text('organization_name')} is eligible for enterprise pricing`,
    text: `Its ${facts.word('channel', messages)} of ${facts.text('month')} reached what enterprise pricing begins at. Grant it or decline it.`,
  }),
  'mandate.given': (facts) => ({
    title: 'Mandate given',
    text: `Automatic recharges can now be debited${facts.has('max_amount') ? ` up to ${facts.rupees('max_amount')}` : ''}.`,
  }),
  'mandate.updated': (facts) => ({
    title: 'Mandate changed',
    text: `The mandate for automatic recharges is ${facts.word('status', mandateStatuses)} now.`,
  }),
  'mandate.ended': (facts) => ({
    title: 'Mandate ended',
    text: `The mandate for automatic recharges is ${facts.word('status', mandateStatuses)}. Without one they are to be paid by hand.`,
  }),
  'auto_recharge.updated': (facts) => ({
    title: 'Auto-recharge changed',
    text: facts.is('enabled', true)
      ? `It recharges ${facts.rupees('amount')} below ${facts.rupees('threshold')}.`
      : 'It is switched off.',
  }),
  'auto_recharge.limited': (facts) => ({
    title: 'Auto-recharge has to wait',
    text: `The balance is below the threshold, and what stands against another recharge until ${facts.time('limited_until')} is ${facts.word('reason', limits)}.`,
  }),
  'auto_recharge.debit_requested': (facts) => ({
    title: `${facts.rupees('total')} will be debited`,
    text: `The automatic recharge is debited at ${facts.time('debit_at')}.`,
  }),
  'auto_recharge.retry_scheduled': (facts) => ({
    title: 'Automatic payment failed',
    text: `It is tried again at ${facts.time('next_attempt_at')}.`,
  }),
  'auto_recharge.switched_off': () => ({
    title: 'Auto-recharge was switched off',
    text: 'The grace period ended without a payment. Recharge by hand, and switch it on again with a new mandate.',
  }),
  'grace.started': (facts) => ({
    title: 'An automatic payment failed',
    text: `Sending goes on while there is balance. Without a payment auto-recharge is switched off at ${facts.time('grace_until')}.`,
  }),
  'grace.ended': (facts) => ({
    title: 'The grace period has ended',
    text: facts.word('outcome', graceOutcomes),
  }),
  'payment.disputed': (facts) => ({
    title: `Payment of ${facts.rupees('total')} is disputed`,
    text: `${facts.word('status', disputes)}${facts.has('respond_by') && (facts.is('status', 'open') || facts.is('status', 'action_required')) ? ` It can be answered at the gateway until ${facts.time('respond_by')}.` : ''}`,
  }),
  'payment.refunded_at_gateway': (facts) => ({
    title: `Refund of ${facts.rupees('total')} at the payment gateway`,
    text: `It was begun there, and not approved here. ${facts.word('status', gatewayRefunds)}`,
  }),
  'payment.taken_back': (facts) => ({
    title: `${facts.rupees('taken')} taken back from the wallet`,
    text: `${facts.word('kind', tookBack)} of ${facts.rupees('total')} took the credit back.${facts.is('shortfall', '0.00') ? '' : ` ${facts.rupees('shortfall')} more was due, and the wallet did not have it.`}`,
  }),
  'refund.requested': (facts) => ({
    title: `Refund of ${facts.rupees('amount')} requested`,
    text: `A refund to ${to(facts)} was requested, and waits for its approval.`,
  }),
  'refund.approved': (facts) => ({
    title: `Refund of ${facts.rupees('amount')} approved`,
    text: `It goes to ${to(facts)}.${facts.has('expected_by') ? ` It should arrive from ${facts.text('expected_from')} to ${facts.text('expected_by')}.` : ''}`,
  }),
  'refund.processing': (facts) => ({
    title: `Refund of ${facts.rupees('amount')} on its way`,
    text: `The payment gateway was asked to pay it to ${to(facts)}.`,
  }),
  'refund.completed': (facts) => ({
    title: `Refund of ${facts.rupees('amount')} completed`,
    text: `It was paid to ${to(facts)}.`,
  }),
  'refund.rejected': (facts) => ({
    title: `Refund of ${facts.rupees('amount')} rejected`,
    text: facts.has('decision_note') ? `It was rejected: ${facts.text('decision_note')}` : 'It was rejected.',
  }),
  'refund.failed': (facts) => ({
    title: `Refund of ${facts.rupees('amount')} failed`,
    text: 'The payment gateway could not pay it. The amount is back in the wallet.',
  }),
  'invitation.accepted': (facts) => ({
    title: 'Invitation accepted',
    text: `${facts.text('email')} is a member now.`,
  }),
  'webhook_endpoint.switched_off': (facts) => ({
    title: 'A webhook endpoint was switched off',
    text: `${facts.text('url')} is called no more: ${facts.word('switched_off_because', offReasons)}.`,
  }),
  'channel_account.failing': (facts) => ({
    title: `Messages by ${facts.word('channel', channels)} are not going out`,
    text: `Your account has taken nothing since ${facts.time('failing_since')}${
      facts.has('health.error.detail') ? `: ${facts.text('health.error.detail')}` : ''
    }. What waits is kept and tried again; look at the account, and test it.`,
  }),
  'channel_account.recovered': (facts) => ({
    title: `Messages by ${facts.word('channel', channels)} go out again`,
    text: `Your account took nothing since ${facts.time('failing_since')}, and takes messages again.`,
  }),
  'channel_account.warned': (facts) => ({
    title: `The provider of ${facts.word('channel', channels)} warns about your account`,
    text: `It says: ${facts.text('detail')}. Look at the account at the provider; the notices of the channel have all of it.`,
  }),
  'export.completed': (facts) => ({
    title: 'Your export is ready',
    text: `The ${facts.word('kind', exportKinds)} can be downloaded until ${facts.time('expires_at')}.`,
  }),
  'export.failed': (facts) => ({
    title: 'Your export failed',
    text: `The ${facts.word('kind', exportKinds)} could not be made. Ask for a shorter period, or try again.`,
  }),
  'message.received': (facts) => {
    const { from, count } = facts.live
    const what = count === 1 ? `a new ${facts.word('channel', message)}` : `${count} new messages`
    return {
      title: from === null ? 'New message' : `New message from ${from}`,
      text: `There ${count === 1 ? 'is' : 'are'} ${what} in the conversation.`,
    }
  },
}
