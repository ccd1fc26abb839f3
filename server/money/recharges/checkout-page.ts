// The checkout as a person sees it before and after the gateway's own page.

import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'
import { grouped } from '#kit/india/amounts.ts'
import type { Micros } from '#kit/money.ts'
import type { FailureReason } from '#money/gateways/rules.ts'

export interface CheckoutView {
  supplier: string
  rechargeId: string
  /** The page of the console that shows what became of it. */
  consolePath: string
  amount: Micros
  tax: Micros
  total: Micros
  status: 'created' | 'pending' | 'succeeded' | 'failed'
  failureReason: FailureReason | null
  /** To the gateway's page; null when the gateway has not taken the order yet. */
  form: { title: string; action: string; fields: Record<string, string>; origins: string[] } | null
}

const reasons: Readonly<Record<FailureReason, string>> = {
  insufficient_funds: 'there were not enough funds',
  expired_card: 'the card has expired',
  daily_limit_reached: 'the daily limit is reached',
  bank_declined: 'the bank declined it',
  gateway_error: 'it was not completed',
}

export function checkoutReply(view: CheckoutView): Reply {
  const total = `₹${grouped(view.total)}`
  const page = {
    title: view.status === 'succeeded' ? 'Paid' : `Pay ${total}`,
    site: view.supplier,
    body: `<header><span>Wallet recharge at <strong>${escape(view.supplier)}</strong></span></header>
<h1 class="amount">${total}</h1>
<p class="split">₹${grouped(view.amount)} of credit and ₹${grouped(view.tax)} tax · ${view.rechargeId}</p>
${body(view, total)}
<p><a class="button" href="${view.consolePath}">Back to the console</a></p>`,
  }
  const headers = {
    ...pageHeaders({ 'form-action': view.form === null ? "'none'" : view.form.origins.join(' ') }),
    // Gateways look at the origin of whoever sends them a customer.
    'referrer-policy': 'strict-origin',
  }
  return pageReply(page, { headers })
}

function body({ status, failureReason, form }: CheckoutView, total: string): string {
  if (status === 'succeeded') return `<p class="notice good" role="status">Paid. The credit is in the wallet.</p>`
  // Without an order there is nothing that could be tried again here.
  if (status === 'failed' && form === null)
    return `<p class="notice bad" role="status">The payment gateway did not take this recharge. Retry it where you began it.</p>`
  const failed =
    status === 'failed' && failureReason !== null
      ? `<p class="notice bad" role="status">The payment failed: ${reasons[failureReason]}. You can try again.</p>\n`
      : ''
  if (form === null)
    return `${failed}<p class="notice" role="status">The payment gateway has not answered yet.</p>
<p><a class="button main" href="">Try again</a></p>`
  const inputs = Object.entries(form.fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  )
  return `${failed}<form method="post" action="${escape(form.action)}">
${inputs.join('\n')}
<button class="main">${failed === '' ? 'Pay' : 'Pay again'} ${total} with ${form.title}</button>
</form>
<p class="note">The payment is made on a page of ${form.title}; no card number is asked for here. Have you just paid? It may take a minute until the gateway says so: <a href="">look again</a>.</p>`
}
