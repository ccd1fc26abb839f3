// The checkout as a person sees it: no script, one style, nothing from elsewhere.

import { hash } from 'node:crypto'
import { grouped } from '#invoices/words.ts'
import { indianDate } from '#kit/calendar.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import type { FailureReason, PaymentMethod } from '../rules.ts'
import type { Checkout } from './actions.ts'
import type { OrderRow, PaymentRow } from './queries.ts'
import type { RefundRow } from './refund-queries.ts'
import type { Outcome } from './rules.ts'

const style = `
:root { color-scheme: light dark; --ink: #16202a; --muted: #5d6b78; --paper: #fff; --back: #eef3f3; --line: #d5dbe1; --accent: #0b5d57; --bad: #a3291f }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eef2; --muted: #9dabb8; --paper: #17202a; --back: #0e151b; --line: #33404c; --accent: #2a9d8f; --bad: #ff9388 } }
* { box-sizing: border-box }
body { margin: 0; padding: 2rem 1rem; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin: 0 auto; padding: 1.75rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px }
header { display: flex; justify-content: space-between; align-items: center; color: var(--muted); font-size: .875rem }
header strong { color: var(--ink) }
.tag { padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 99px; font-size: .75rem }
h1 { margin: 1.25rem 0 0; font-size: 2.25rem; line-height: 1.2; letter-spacing: -.02em }
.order { margin: .25rem 0 1.5rem; color: var(--muted); font-size: .8125rem; overflow-wrap: anywhere }
.notice { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: 10px; border: 1px solid currentColor; font-weight: 600 }
.good { color: var(--accent) } .bad { color: var(--bad) }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0 }
legend { padding: 0; margin-bottom: .5rem; font-weight: 600 }
.methods label { display: flex; gap: .75rem; align-items: center; padding: .6rem .9rem; border: 1px solid var(--line); cursor: pointer }
.methods label + label { border-top: 0 }
.methods label:first-of-type { border-radius: 10px 10px 0 0 } .methods label:last-of-type { border-radius: 0 0 10px 10px }
input { accent-color: var(--accent); width: 1.1rem; height: 1.1rem; margin: 0 }
button { width: 100%; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 10px; background: none; color: inherit; font: inherit; cursor: pointer }
button.pay { border-color: var(--accent); background: var(--accent); color: #fff; font-weight: 600 }
.failures { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem } .failures button { font-size: .875rem; padding: .55rem .5rem }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.note { margin: 1.25rem 0 0; color: var(--muted); font-size: .8125rem }
`

/** Nothing but our own style and our own form; no framing. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

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
export function checkoutPage({ order, payments }: Checkout, given: RefundRow[], notice: string | null): string {
  const paid = payments.find(({ status }) => status === 'captured')
  const last = payments.at(-1)
  const total = `₹${grouped(order.amount_micros)}`
  const body = paid
    ? `<p class="notice good" role="status">${notice ?? `Paid by ${methodNames[paid.method]}`}</p>
<p class="order">Payment ${publicId('pay', paid.id)}</p>
${given.map((refund) => refundShown(order.id, refund)).join('\n')}
<p class="note">You can close this page and go back to the shop.</p>`
    : `${last?.failure_reason ? `<p class="notice bad" role="status">Payment failed: ${failureNames[last.failure_reason].toLowerCase()}. You can try again.</p>` : ''}
<form method="post">
${methodChoice(last?.method ?? 'upi')}
<p><button class="pay" name="outcome" value="success">Pay ${total}</button></p>
<fieldset class="failures-choice"><legend>Or let it fail</legend><div class="failures">
${failures.map((reason) => `<button name="outcome" value="${reason}">${failureNames[reason]}</button>`).join('\n')}
</div></fieldset>
</form>`

  return htmlOf({
    title: paid ? 'Paid' : `Pay ${total}`,
    heading: total,
    name: `Order ${publicId('order', order.id)}`,
    body: `${mandateShown(order, paid)}${body}`,
    note: 'This is test money: none moves here, and no card number is asked for. You choose what becomes of the payment.',
  })
}

/** What paying also allows, or has allowed: the page on which its debits are chosen. */
function mandateShown(order: OrderRow, paid: PaymentRow | undefined): string {
  const { mandate_max_micros: most, mandate_expires_at: until } = order
  if (most === null || until === null) return ''
  const what = `automatic debits of up to ₹${grouped(most)} each, until ${indianDate(until)}`
  if (!paid) return `<p class="notice">Paying also allows ${what}.</p>\n`
  const mandate = publicId('mand', order.id)
  return `<p class="notice">Allowed: ${what}. <a href="../../mandates/${publicId('org', order.org_id)}/${mandate}">Choose what becomes of them</a></p>\n`
}

/** A page of this gateway: one style, no script. */
export function htmlOf({
  title,
  heading,
  name,
  body,
  note,
}: Record<'title' | 'heading' | 'name' | 'body' | 'note', string>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sandbox gateway, test money</title>
<style>${style}</style>
</head>
<body>
<main>
<header><strong>Sandbox gateway</strong><span class="tag">test money</span></header>
<h1>${heading}</h1>
<p class="order">${name}</p>
${body}
<p class="note">${note}</p>
</main>
</body>
</html>
`
}

const refundStates: Readonly<Record<RefundRow['status'], string>> = {
  pending: 'on its way to the bank; it arrives within a minute',
  processed: 'arrived',
  failed: 'failed',
}

/** Relative to the page of the order, on which it is shown. */
function refundShown(orderId: Uuid, { id, amount_micros, status }: RefundRow): string {
  const choice = `<form method="post" action="${publicId('order', orderId)}/refunds/${publicId('rfnd', id)}"><div class="failures">
<button name="outcome" value="processed">Let it arrive</button>
<button name="outcome" value="failed">Let it fail</button>
</div></form>`
  return `<p class="order">Refund of ₹${grouped(amount_micros)}: ${refundStates[status]}</p>${status === 'pending' ? `\n${choice}` : ''}`
}

function methodChoice(chosen: PaymentMethod): string {
  const choices = Object.entries(methodNames).map(
    ([method, name]) =>
      `<label><input type="radio" name="method" value="${method}" required${method === chosen ? ' checked' : ''}> ${name}</label>`,
  )
  return `<fieldset class="methods"><legend>Pay with</legend>\n${choices.join('\n')}\n</fieldset>`
}
