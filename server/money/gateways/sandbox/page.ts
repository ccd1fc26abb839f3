// The checkout page.

import type { PageLanguage } from '#edge/language.ts'
import type { Page } from '#edge/page.ts'
import type { Uuid } from '#kit/ids.ts'
import { grouped } from '#kit/india/amounts.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { reasonTexts } from '#kit/messages/reasons.ts'
import { publicId } from '#kit/wire.ts'
import { consolePath, type PaymentMethod, type Receipt } from '../rules.ts'
import type { Checkout } from './actions.ts'
import type { OrderRow, PaymentRow } from './queries.ts'
import type { RefundRow } from './refund-queries.ts'
import type { Outcome, TooLateReason } from './rules.ts'
import { type Words, words } from './words.ts'

/** The request of a page: `tooLate` is set after a choice that is no longer possible. */
export interface Asked {
  language: PageLanguage
  tooLate: TooLateReason | null
}

export const failures: readonly Exclude<Outcome, 'success'>[] = [
  'insufficient_funds',
  'expired_card',
  'daily_limit_reached',
  'bank_declined',
]

/** Everything shown is our own text or a number: no text typed by a person reaches this page. */
export function checkoutPage({ order, payments }: Checkout, given: RefundRow[], { language, tooLate }: Asked): Page {
  const say = words[language]
  const paid = payments.find(({ status }) => status === 'captured')
  const last = payments.at(-1)
  const total = `₹${grouped(order.amount_micros)}`
  const failed = last?.failure_reason
    ? `<p class="notice bad" role="status">${say.failed(say.failures[last.failure_reason])}</p>`
    : ''
  const body = paid
    ? `<p class="notice good" role="status">${tooLate === null ? say.paidBy(say.methods[paid.method]) : reasonTexts[language][tooLate]}</p>
<p class="split">${say.payment(publicId('pay', paid.id) as string)}</p>
${given.map((refund) => refundShown(say, order.id, refund)).join('\n')}
${backToConsole(say, order)}`
    : `${failed}
<form method="post">
${methodChoice(say, last?.method ?? 'upi')}
<p><button class="main" name="outcome" value="success">${say.pay(total)}</button></p>
<fieldset><legend>${say.letItFail}</legend><div class="pair">
${failures.map((reason) => `<button name="outcome" value="${reason}">${say.failures[reason]}</button>`).join('\n')}
</div></fieldset>
</form>${last ? `\n${backToConsole(say, order)}` : ''}`

  return pageOf(language, {
    title: paid ? say.paid : say.pay(total),
    heading: total,
    name: say.order(publicId('order', order.id) as string),
    body: `${mandateShown(say, order, paid)}${body}`,
    note: say.orderNote,
  })
}

const backToConsole = (say: Words, { org_id, receipt }: OrderRow): string =>
  `<p><a class="button" href="${consolePath(org_id, receipt as Receipt)}">${say.console}</a></p>`

/**
 * The mandate that the payment authorizes or has authorized, with a link to the page that sets the outcome of its
 * debits.
 */
function mandateShown(say: Words, order: OrderRow, paid: PaymentRow | undefined): string {
  const { mandate_max_micros: most, mandate_expires_at: until } = order
  if (most === null || until === null) return ''
  const what = say.debits(`₹${grouped(most)}`, indianDate(until))
  if (!paid) return `<p class="notice">${say.alsoAllows(what)}</p>\n`
  const mandate = publicId('mand', order.id)
  const choice = `<a href="../../mandates/${publicId('org', order.org_id)}/${mandate}">${say.choose}</a>`
  return `<p class="notice">${say.allowed(what)} ${choice}</p>\n`
}

/** A page of this gateway. */
export function pageOf(
  language: PageLanguage,
  { title, heading, name, body, note }: Record<'title' | 'heading' | 'name' | 'body' | 'note', string>,
): Page {
  const say = words[language]
  return {
    title,
    site: say.site,
    language,
    body: `<header><strong>${say.gateway}</strong><span class="tag">${say.testMoney}</span></header>
<h1 class="amount">${heading}</h1>
<p class="split">${name}</p>
${body}
<p class="note">${note}</p>`,
  }
}

/** The form's action is relative to the order's page, on which it is shown. */
function refundShown(say: Words, orderId: Uuid, { id, amount_micros, status }: RefundRow): string {
  const choice = `<form method="post" action="${publicId('order', orderId)}/refunds/${publicId('rfnd', id)}"><div class="pair">
<button name="outcome" value="processed">${say.letArrive}</button>
<button name="outcome" value="failed">${say.letFail}</button>
</div></form>`
  const said = say.refund(`₹${grouped(amount_micros)}`, status)
  return `<p class="split">${said}</p>${status === 'pending' ? `\n${choice}` : ''}`
}

function methodChoice(say: Words, chosen: PaymentMethod): string {
  const choices = Object.entries(say.methods).map(
    ([method, name]) =>
      `<label><input type="radio" name="method" value="${method}" required${method === chosen ? ' checked' : ''}> ${name}</label>`,
  )
  return `<fieldset class="choices"><legend>${say.payWith}</legend>\n${choices.join('\n')}\n</fieldset>`
}
