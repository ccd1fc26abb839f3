// The checkout as a person sees it before and after the gateway's own page.

import type { PageLanguage, Worded } from '#edge/language.ts'
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

interface Words {
  paid: string
  pay: (total: string) => string
  /** HTML, as the supplier is. */
  recharge: (supplier: string) => string
  split: (credit: string, tax: string) => string
  console: string
  succeeded: string
  notTaken: string
  failed: (reason: FailureReason) => string
  notAnswered: string
  tryAgain: string
  payWith: (total: string, gateway: string) => string
  payAgainWith: (total: string, gateway: string) => string
  /** Ends in the link that looks again. */
  note: (gateway: string) => string
  lookAgain: string
}

const reasonsInEnglish: Readonly<Record<FailureReason, string>> = {
  insufficient_funds: 'there was not enough money in the account or credit left on the card',
  expired_card: 'the card has expired',
  daily_limit_reached: 'the daily limit is reached',
  bank_declined: 'the bank declined it',
  gateway_error: 'it was not completed',
}

const reasonsInHindi: Readonly<Record<FailureReason, string>> = {
  insufficient_funds: 'खाते में पैसे कम थे या कार्ड की क्रेडिट सीमा पूरी हो चुकी थी',
  expired_card: 'कार्ड की अवधि समाप्त है',
  daily_limit_reached: 'दिन की सीमा पूरी हो गई',
  bank_declined: 'बैंक ने मना किया',
  gateway_error: 'वह पूरा नहीं हुआ',
}

const words: Worded<Words> = {
  en: {
    paid: 'Paid',
    pay: (total) => `Pay ${total}`,
    recharge: (supplier) => `Wallet recharge at ${supplier}`,
    split: (credit, tax) => `${credit} of credit and ${tax} tax`,
    console: 'Back to the console',
    succeeded: 'Paid. The credit is in the wallet.',
    notTaken: 'The payment gateway did not take this recharge. Retry it where you began it.',
    failed: (reason) => `The payment failed: ${reasonsInEnglish[reason]}. You can try again.`,
    notAnswered: 'The payment gateway has not answered yet.',
    tryAgain: 'Try again',
    payWith: (total, gateway) => `Pay ${total} with ${gateway}`,
    payAgainWith: (total, gateway) => `Pay again ${total} with ${gateway}`,
    note: (gateway) =>
      `The payment is made on a page of ${gateway}; no card number is asked for here. Have you just paid? It may take a minute until the gateway says so:`,
    lookAgain: 'look again',
  },
  hi: {
    paid: 'भुगतान हो गया',
    pay: (total) => `${total} चुकाएँ`,
    recharge: (supplier) => `${supplier} पर वॉलेट रिचार्ज`,
    split: (credit, tax) => `${credit} वॉलेट में और ${tax} टैक्स`,
    console: 'कंसोल पर वापस',
    succeeded: 'भुगतान हो गया। पैसा वॉलेट में आ चुका है।',
    notTaken: 'पेमेंट गेटवे ने यह रिचार्ज नहीं लिया। जहाँ से शुरू किया था वहीं से फिर कोशिश करें।',
    failed: (reason) => `भुगतान विफल हुआ: ${reasonsInHindi[reason]}। फिर कोशिश कर सकते हैं।`,
    notAnswered: 'पेमेंट गेटवे ने अभी जवाब नहीं दिया है।',
    tryAgain: 'फिर कोशिश करें',
    payWith: (total, gateway) => `${gateway} से ${total} चुकाएँ`,
    payAgainWith: (total, gateway) => `${gateway} से ${total} फिर चुकाएँ`,
    note: (gateway) =>
      `भुगतान ${gateway} के पेज पर होता है; यहाँ कार्ड नंबर नहीं पूछा जाता। अभी-अभी भुगतान किया? गेटवे के बताने में एक मिनट लग सकता है:`,
    lookAgain: 'फिर देखें',
  },
}

export function checkoutReply(view: CheckoutView, language: PageLanguage): Reply {
  const say = words[language]
  const total = `₹${grouped(view.total)}`
  const page = {
    title: view.status === 'succeeded' ? say.paid : say.pay(total),
    site: view.supplier,
    language,
    body: `<header><span>${say.recharge(`<strong>${escape(view.supplier)}</strong>`)}</span></header>
<h1 class="amount">${total}</h1>
<p class="split">${say.split(`₹${grouped(view.amount)}`, `₹${grouped(view.tax)}`)} · ${view.rechargeId}</p>
${body(say, view, total)}
<p><a class="button" href="${view.consolePath}">${say.console}</a></p>`,
  }
  const headers = {
    ...pageHeaders({ 'form-action': view.form === null ? "'none'" : view.form.origins.join(' ') }),
    // Gateways look at the origin of whoever sends them a customer.
    'referrer-policy': 'strict-origin',
  }
  return pageReply(page, { headers })
}

function body(say: Words, { status, failureReason, form }: CheckoutView, total: string): string {
  if (status === 'succeeded') return `<p class="notice good" role="status">${say.succeeded}</p>`
  // Without an order there is nothing that could be tried again here.
  if (status === 'failed' && form === null) return `<p class="notice bad" role="status">${say.notTaken}</p>`
  const failed =
    status === 'failed' && failureReason !== null
      ? `<p class="notice bad" role="status">${say.failed(failureReason)}</p>\n`
      : ''
  if (form === null)
    return `${failed}<p class="notice" role="status">${say.notAnswered}</p>
<p><a class="button main" href="">${say.tryAgain}</a></p>`
  const inputs = Object.entries(form.fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  )
  const pay = failed === '' ? say.payWith : say.payAgainWith
  return `${failed}<form method="post" action="${escape(form.action)}">
${inputs.join('\n')}
<button class="main">${pay(total, form.title)}</button>
</form>
<p class="note">${say.note(form.title)} <a href="">${say.lookAgain}</a></p>`
}
