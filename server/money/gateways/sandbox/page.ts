// The checkout as a person sees it.

import type { Page } from '#edge/page.ts'
import type { Uuid } from '#kit/ids.ts'
import { grouped } from '#kit/india/amounts.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { publicId } from '#kit/wire.ts'
import { consolePath, type FailureReason, type PaymentMethod } from '../rules.ts'
import type { Checkout } from './actions.ts'
import type { OrderRow, PaymentRow } from './queries.ts'
import type { RefundRow } from './refund-queries.ts'
import type { Outcome } from './rules.ts'

export const methodNames: Readonly<Record<PaymentMethod, string>> = {
  upi: 'UPI',
  credit_card: 'Credit card',
  debit_card: 'Debit card',
  net_banking: 'Net banking',
  wallet: 'Wallet',
}

export const failureNames: Readonly<Record<FailureReason, string>> = {
  insufficient_funds: 'Insufficient funds',
  expired_card: 'Expired card',
  daily_limit_reached: 'Daily limit reached',
  bank_declined: 'Declined by the bank',
  gateway_error: 'Gateway error',
}

export const failures: readonly Exclude<Outcome, 'success'>[] = [
  'insufficient_funds',
  'expired_card',
  'daily_limit_reached',
  'bank_declined',
]

/** Everything shown is ours or a number: nothing that a person typed reaches this page. */
export function checkoutPage({ order, payments }: Checkout, given: RefundRow[], notice: string | null): Page {
  const paid = payments.find(({ status }) => status === 'captured')
  const last = payments.at(-1)
  const total = `₹${grouped(order.amount_micros)}`
  const body = paid
    ? `<p class="notice good" role="status">${notice ?? `Paid by ${methodNames[paid.method]}`}</p>
<p class="split">Payment ${publicId('pay', paid.id)}</p>
${given.map((refund) => refundShown(order.id, refund)).join('\n')}
${backToConsole(order)}`
    : `${last?.failure_reason ? `<p class="notice bad" role="status">Payment failed: ${failureNames[last.failure_reason].toLowerCase()}. You can try again.</p>` : ''}
<form method="post">
${methodChoice(last?.method ?? 'upi')}
<p><button class="main" name="outcome" value="success">Pay ${total}</button></p>
<fieldset><legend>Or let it fail</legend><div class="pair">
${failures.map((reason) => `<button name="outcome" value="${reason}">${failureNames[reason]}</button>`).join('\n')}
</div></fieldset>
</form>${last ? `\n${backToConsole(order)}` : ''}`

  return pageOf({
    title: paid ? 'Paid' : `Pay ${total}`,
    heading: total,
    name: `Order ${publicId('order', order.id)}`,
    body: `${mandateShown(order, paid)}${body}`,
    note: 'This is test money: none moves here, and no card number is asked for. You choose what becomes of the payment.',
  })
}

/** An order here is named after the recharge that it is for. */
const backToConsole = ({ org_id, id }: OrderRow): string =>
  `<p><a class="button" href="${consolePath(org_id, id)}">Back to the console</a></p>`

/** What paying also allows, or has allowed: the page on which its debits are chosen. */
function mandateShown(order: OrderRow, paid: PaymentRow | undefined): string {
  const { mandate_max_micros: most, mandate_expires_at: until } = order
  if (most === null || until === null) return ''
  const what = `automatic debits of up to ₹${grouped(most)} each, until ${indianDate(until)}`
  if (!paid) return `<p class="notice">Paying also allows ${what}.</p>\n`
  const mandate = publicId('mand', order.id)
  return `<p class="notice">Allowed: ${what}. <a href="../../mandates/${publicId('org', order.org_id)}/${mandate}">Choose what becomes of them</a></p>\n`
}

/** A page of this gateway. */
export function pageOf({
  title,
  heading,
  name,
  body,
  note,
}: Record<'title' | 'heading' | 'name' | 'body' | 'note', string>): Page {
  return {
    title,
    site: 'Sandbox gateway, test money',
    body: `<header><strong>Sandbox gateway</strong><span class="tag">test money</span></header>
<h1 class="amount">${heading}</h1>
<p class="split">${name}</p>
${body}
<p class="note">${note}</p>`,
  }
}

const refundStates: Readonly<Record<RefundRow['status'], string>> = {
  pending: 'on its way to the bank; it arrives within a minute',
  processed: 'arrived',
  failed: 'failed',
}

/** Relative to the page of the order, on which it is shown. */
function refundShown(orderId: Uuid, { id, amount_micros, status }: RefundRow): string {
  const choice = `<form method="post" action="${publicId('order', orderId)}/refunds/${publicId('rfnd', id)}"><div class="pair">
<button name="outcome" value="processed">Let it arrive</button>
<button name="outcome" value="failed">Let it fail</button>
</div></form>`
  return `<p class="split">Refund of ₹${grouped(amount_micros)}: ${refundStates[status]}</p>${status === 'pending' ? `\n${choice}` : ''}`
}

function methodChoice(chosen: PaymentMethod): string {
  const choices = Object.entries(methodNames).map(
    ([method, name]) =>
      `<label><input type="radio" name="method" value="${method}" required${method === chosen ? ' checked' : ''}> ${name}</label>`,
  )
  return `<fieldset class="choices"><legend>Pay with</legend>\n${choices.join('\n')}\n</fieldset>`
}
