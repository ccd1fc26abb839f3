// The checkout as a person sees it before and after the gateway's own page: no script, one style, nothing from elsewhere.

import { hash } from 'node:crypto'
import type { Reply } from '#edge/route.ts'
import type { FailureReason } from '#gateways/rules.ts'
import { grouped } from '#invoices/words.ts'
import type { Micros } from '#kit/money.ts'

const style = `
:root { color-scheme: light dark; --ink: #16202a; --muted: #5d6b78; --paper: #fff; --back: #eef3f3; --line: #d5dbe1; --accent: #0b5d57; --bad: #a3291f }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eef2; --muted: #9dabb8; --paper: #17202a; --back: #0e151b; --line: #33404c; --accent: #2a9d8f; --bad: #ff9388 } }
* { box-sizing: border-box }
body { margin: 0; padding: 2rem 1rem; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin: 0 auto; padding: 1.75rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px }
header { color: var(--muted); font-size: .875rem; overflow-wrap: anywhere }
h1 { margin: 1.25rem 0 0; font-size: 2.25rem; line-height: 1.2; letter-spacing: -.02em }
.split, .note { color: var(--muted); font-size: .8125rem; overflow-wrap: anywhere }
.split { margin: .25rem 0 1.5rem }
.notice { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: 10px; border: 1px solid currentColor; font-weight: 600 }
.good { color: var(--accent) } .bad { color: var(--bad) }
button, a.button { display: block; width: 100%; padding: .75rem 1rem; border: 1px solid var(--accent); border-radius: 10px; background: var(--accent); color: #fff; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.note { margin: 1.25rem 0 0 }
`

export interface CheckoutView {
  supplier: string
  rechargeId: string
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
  const { form } = view
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    `form-action ${form === null ? "'none'" : form.origins.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    status: 200,
    raw: { contentType: 'text/html; charset=utf-8', content: page(view) },
    headers: {
      'content-security-policy': policy,
      'cache-control': 'no-store',
      // Gateways look at the origin of whoever sends them a customer.
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
    },
  }
}

function page(view: CheckoutView): string {
  const total = `₹${grouped(view.total)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.status === 'succeeded' ? 'Paid' : `Pay ${total}`} · ${escape(view.supplier)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>Wallet recharge at <strong>${escape(view.supplier)}</strong></header>
<h1>${total}</h1>
<p class="split">₹${grouped(view.amount)} of credit and ₹${grouped(view.tax)} tax · ${view.rechargeId}</p>
${body(view, total)}
</main>
</body>
</html>
`
}

function body({ status, failureReason, form }: CheckoutView, total: string): string {
  if (status === 'succeeded')
    return `<p class="notice good" role="status">Paid. The credit is in the wallet.</p>
<p class="note">You can close this page.</p>`
  // Without an order there is nothing that could be tried again here.
  if (status === 'failed' && form === null)
    return `<p class="notice bad" role="status">The payment gateway did not take this recharge. Retry it where you began it.</p>`
  const failed =
    status === 'failed' && failureReason !== null
      ? `<p class="notice bad" role="status">The payment failed: ${reasons[failureReason]}. You can try again.</p>\n`
      : ''
  if (form === null)
    return `${failed}<p class="notice" role="status">The payment gateway has not answered yet.</p>
<p><a class="button" href="">Try again</a></p>`
  const inputs = Object.entries(form.fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  )
  return `${failed}<form method="post" action="${escape(form.action)}">
${inputs.join('\n')}
<button>${failed === '' ? 'Pay' : 'Pay again'} ${total} with ${form.title}</button>
</form>
<p class="note">The payment is made on a page of ${form.title}; no card number is asked for here. Have you just paid? It may take a minute until the gateway says so: <a href="">look again</a>.</p>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] as string)
