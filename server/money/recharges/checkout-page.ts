// The checkout page that a payer sees before and after the gateway's own page.

import type { PageLanguage, Worded } from '#edge/language.ts'
import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'
import { grouped } from '#kit/india/amounts.ts'
import type { Micros } from '#kit/money.ts'
import type { FailureReason, Purpose } from '#money/gateways/rules.ts'

export interface CheckoutView {
  supplier: string
  purpose: Purpose | 'authorization'
  receipt: string
  /** The console page of the payment. */
  consolePath: string
  amount: Micros
  tax: Micros
  total: Micros
  /** `closed`: the payment is no longer needed. An authorization is shown as succeeded although it is refunded. */
  status: 'created' | 'pending' | 'succeeded' | 'failed' | 'closed'
  failureReason: FailureReason | null
  /** The form to the gateway's page; null while the gateway has no order, or when nothing is to be paid. */
  form: { title: string; action: string; fields: Record<string, string>; origins: string[] } | null
}

interface Words {
  paid: string
  pay: (total: string) => string
  /** HTML, like the supplier. */
  heading: Readonly<Record<CheckoutView['purpose'], (supplier: string) => string>>
  split: Readonly<Record<CheckoutView['purpose'], (amount: string, tax: string) => string>>
  console: string
  succeeded: Readonly<Record<CheckoutView['purpose'], string>>
  closed: string
  notTaken: string
  failed: (reason: FailureReason) => string
  notAnswered: string
  tryAgain: string
  payWith: (total: string, gateway: string) => string
  payAgainWith: (total: string, gateway: string) => string
  note: (gateway: string) => string
  refresh: string
}

const reasonsInEnglish: Readonly<Record<FailureReason, string>> = {
  insufficient_funds: 'The account or card does not have enough funds.',
  expired_card: 'The card has expired.',
  daily_limit_reached: 'The daily limit of the payment method is reached.',
  bank_declined: 'The bank declined the payment.',
  gateway_error: 'The payment was not completed.',
}

const reasonsInHindi: Readonly<Record<FailureReason, string>> = {
  insufficient_funds: 'खाते या कार्ड में पर्याप्त पैसे नहीं हैं।',
  expired_card: 'कार्ड की अवधि ख़त्म हो चुकी है।',
  daily_limit_reached: 'भुगतान के इस तरीक़े की दिन भर की सीमा पूरी हो गई।',
  bank_declined: 'बैंक ने भुगतान मंज़ूर नहीं किया।',
  gateway_error: 'भुगतान पूरा नहीं हुआ।',
}

const words: Worded<Words> = {
  en: {
    paid: 'Paid',
    pay: (total) => `Pay ${total}`,
    heading: {
      recharge: (supplier) => `${supplier} wallet recharge`,
      subscription: (supplier) => `${supplier} premium plan, one month`,
      authorization: (supplier) => `${supplier} premium plan, payment method`,
    },
    split: {
      recharge: (credit, tax) => `${credit} credit + ${tax} tax`,
      subscription: (price, tax) => `${price} + ${tax} tax`,
      authorization: (amount) => `${amount} authorizes your new payment method and is refunded`,
    },
    console: 'Back to the console',
    succeeded: {
      recharge: 'Payment received. The credit is in the wallet.',
      subscription: 'Payment received. Thank you.',
      authorization: 'Payment method changed. The payment is refunded.',
    },
    closed: 'This payment is no longer needed. Nothing is due here.',
    notTaken: 'The payment gateway did not accept this payment. Start it again in the console.',
    failed: (reason) => `Payment failed. ${reasonsInEnglish[reason]} You can try again.`,
    notAnswered: 'The payment gateway has not responded yet.',
    tryAgain: 'Try again',
    payWith: (total, gateway) => `Pay ${total} with ${gateway}`,
    payAgainWith: (total, gateway) => `Try again: pay ${total} with ${gateway}`,
    note: (gateway) =>
      `You pay on the ${gateway} page. You never enter a card number here. If you have just paid, the confirmation can take a minute.`,
    refresh: 'Refresh',
  },
  hi: {
    paid: 'भुगतान हो गया',
    pay: (total) => `${total} चुकाएँ`,
    heading: {
      recharge: (supplier) => `${supplier} का वॉलेट रिचार्ज`,
      subscription: (supplier) => `${supplier} का प्रीमियम प्लान, एक महीना`,
      authorization: (supplier) => `${supplier} का प्रीमियम प्लान, भुगतान का तरीक़ा`,
    },
    split: {
      recharge: (credit, tax) => `${credit} क्रेडिट + ${tax} टैक्स`,
      subscription: (price, tax) => `${price} + ${tax} टैक्स`,
      authorization: (amount) => `${amount} से आपके नए भुगतान के तरीक़े को मंज़ूरी मिलती है; यह राशि लौटा दी जाती है`,
    },
    console: 'कंसोल पर वापस जाएँ',
    succeeded: {
      recharge: 'भुगतान मिल गया। क्रेडिट वॉलेट में आ गया है।',
      subscription: 'भुगतान मिल गया। धन्यवाद।',
      authorization: 'भुगतान का तरीक़ा बदल गया। यह राशि लौटाई जा रही है।',
    },
    closed: 'इस भुगतान की अब ज़रूरत नहीं है। यहाँ कुछ भी बाक़ी नहीं है।',
    notTaken: 'पेमेंट गेटवे ने यह भुगतान नहीं लिया। कंसोल में जाकर इसे फिर से शुरू करें।',
    failed: (reason) => `भुगतान विफल हुआ। ${reasonsInHindi[reason]} आप फिर कोशिश कर सकते हैं।`,
    notAnswered: 'पेमेंट गेटवे से अभी जवाब नहीं आया है।',
    tryAgain: 'फिर कोशिश करें',
    payWith: (total, gateway) => `${gateway} से ${total} चुकाएँ`,
    payAgainWith: (total, gateway) => `फिर कोशिश करें: ${gateway} से ${total} चुकाएँ`,
    note: (gateway) =>
      `भुगतान ${gateway} के पेज पर होता है। यहाँ कार्ड नंबर कभी नहीं माँगा जाता। अगर आपने अभी-अभी भुगतान किया है, तो पुष्टि होने में एक मिनट लग सकता है।`,
    refresh: 'ताज़ा करें',
  },
}

export function checkoutReply(view: CheckoutView, language: PageLanguage): Reply {
  const say = words[language]
  const total = `₹${grouped(view.total)}`
  const page = {
    title: view.status === 'succeeded' ? say.paid : say.pay(total),
    site: view.supplier,
    language,
    body: `<header><span>${say.heading[view.purpose](`<strong>${escape(view.supplier)}</strong>`)}</span></header>
<h1 class="amount">${total}</h1>
<p class="split">${say.split[view.purpose](`₹${grouped(view.amount)}`, `₹${grouped(view.tax)}`)} · ${view.receipt}</p>
${body(say, view, total)}
<p><a class="button" href="${view.consolePath}">${say.console}</a></p>`,
  }
  const headers = {
    ...pageHeaders({ 'form-action': view.form === null ? "'none'" : view.form.origins.join(' ') }),
    // Gateways check the origin from which a customer arrives.
    'referrer-policy': 'strict-origin',
  }
  return pageReply(page, { headers })
}

function body(say: Words, { purpose, status, failureReason, form }: CheckoutView, total: string): string {
  if (status === 'succeeded') return `<p class="notice good" role="status">${say.succeeded[purpose]}</p>`
  if (status === 'closed') return `<p class="notice" role="status">${say.closed}</p>`
  // Without an order, this page offers no retry.
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
<p class="note">${say.note(form.title)} <a href="">${say.refresh}</a></p>`
}
