// Changes of the subscription by the customer: subscribe, cancel, resume, pay now.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, refusal } from '#kit/refusals.ts'
import type { Gateway } from '#money/gateways/providers/gateway.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import { receiptOf } from '#money/gateways/rules.ts'
import * as payments from '#money/recharges/actions.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import * as rechargeQueries from '#money/recharges/queries.ts'
import type { Doer } from '#people/audit/actions.ts'
import { type About, apply } from './apply.ts'
import { currentOf, meansOf, openLink, openPayment, quoteOf, type Wanted } from './open.ts'
import type { PaymentRow, ShownPaymentRow } from './queries.ts'
import * as queries from './queries.ts'
import { cancelEvent, canResume, PENDING_MS } from './rules.ts'
import type { NewSubscription, PaymentQuery, Subscription } from './schema.ts'
import { catchUp } from './settle.ts'
import { isPayableNow, showPayment, showSubscription } from './show.ts'
import type { Terms } from './step.ts'
import { likelyMeans, lock, newState, read, type State, save, situationOf } from './store.ts'

/** The subscription as shown, and the payment whose order must be placed after the commit, if one was opened. */
export interface Changed {
  shown: Subscription
  opened: { money: RechargeRow; gateway: Gateway } | null
}

/** Repeated requests, also by two people, lead to one page. Resumes a cancelled subscription. */
export async function subscribe(
  tx: Tx,
  actor: Actor,
  { payment_method: paymentMethod }: NewSubscription,
  terms: Terms,
): Promise<Changed> {
  const state = (await locked(tx, actor, terms)) ?? newState(actor.userId, actor.at)
  let opened: Changed['opened'] = null
  if (state.row.status === 'free') {
    // spec 23.30: no payment is opened while the organization is suspended.
    if (actor.isSuspended) throw refusal('organization_suspended', 'organization_suspended')
    const gateway = terms.gateways.current()
    const means = await meansOf(tx, actor, state, { gateway, supplier: terms.supplier })
    const dueAt = new Date(actor.at.getTime() + PENDING_MS)
    const wanted: Wanted = {
      purpose: 'first',
      kind: 'link',
      period: null,
      dueAt,
      paymentMethod: paymentMethod ?? null,
      isAsked: true,
      doer: actor,
    }
    state.row.subscribed_by = actor.userId
    const attempt = await openPayment(tx, actor, { userId: actor.userId, means, wanted })
    await apply(tx, actor, state, 'subscribed', { ...aboutOf(terms, actor), attempt })
    opened = await openedOf(tx, actor, attempt, gateway)
  } else if (state.row.status === 'cancelling') {
    await apply(tx, actor, state, 'resumed', aboutOf(terms, actor))
  }
  return finish(tx, actor, state, terms, opened)
}

/** Cancels at the end of the paid period; at once when nothing is paid. 409 when there is nothing to cancel. */
export async function cancel(tx: Tx, scope: Scope, doer: Doer, terms: Terms): Promise<Subscription> {
  const state = await locked(tx, scope, terms)
  const event = state && cancelEvent(situationOf(state, likelyMeans(state, scope.at)), scope.at)
  if (state === null || event === null) throw refusal('conflict', 'nothing_to_cancel')
  await apply(tx, scope, state, event, aboutOf(terms, doer))
  return (await finish(tx, scope, state, terms, null)).shown
}

/** Possible until the end of the paid period: 409 afterwards, and when it is not cancelled. */
export async function resume(tx: Tx, actor: Actor, terms: Terms): Promise<Subscription> {
  const state = await locked(tx, actor, terms)
  if (state === null || !canResume(situationOf(state, likelyMeans(state, actor.at)), actor.at))
    throw refusal('conflict', 'subscription_not_cancelled')
  await apply(tx, actor, state, 'resumed', aboutOf(terms, actor))
  return (await finish(tx, actor, state, terms, null)).shown
}

/** The page for paying what is due now: the existing one, otherwise a new link. 409 when nothing is due. */
export async function payNow(tx: Tx, actor: Actor, terms: Terms): Promise<Changed> {
  const state = await locked(tx, actor, terms)
  if (state === null || !isPaymentDue(state)) throw refusal('conflict', 'no_payment_due')
  let opened: Changed['opened'] = null
  if ((await payable(tx, actor.organizationId, state, terms.gateways)) === null) {
    const gateway = terms.gateways.current()
    await payments.mustNotBeFencedFor(tx, gateway)
    const link = await openLink(tx, actor, state, terms.supplier, gateway)
    if (link === null) throw refusal('gateway_unavailable', 'gateway_not_set_up')
    // A debit in progress stays the awaited payment.
    if (state.open === null) state.open = link
    else await tx.run(queries.end(actor.organizationId, link.payment_id, 'left', actor.at))
    opened = await openedOf(tx, actor, link, gateway)
  }
  return finish(tx, actor, state, terms, opened)
}

export async function find(tx: Tx, actor: Actor, terms: Terms): Promise<Subscription> {
  const state = (await read(tx, actor.organizationId)) ?? newState(actor.userId, actor.at)
  return show(tx, actor, state, terms, actor)
}

/** For operators, who pay nothing. 404 when nobody ever subscribed. */
export async function findFor(tx: Tx, scope: Scope, terms: Terms): Promise<Subscription> {
  const state = await read(tx, scope.organizationId)
  if (!state) throw absent('subscription')
  return show(tx, scope, state, terms, null)
}

export async function listPayments(tx: Tx, { organizationId }: Actor, query: PaymentQuery, gateways: Gateways) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.payment(organizationId, id))) !== undefined)
  const rows = await tx.rows<ShownPaymentRow>(queries.list(organizationId, query))
  const shown = new Map<Uuid, ReturnType<typeof showPayment>>()
  for (const payment of rows) {
    const money = await moneyOf(tx, organizationId, payment.payment_id)
    shown.set(payment.id, showPayment(organizationId, { payment, money, gateway: gateways.named(money.gateway) }))
  }
  return envelope(query, rows, ({ id }) => shown.get(id) as ReturnType<typeof showPayment>)
}

/** The locked state with overdue transitions applied, even if no worker has run; null when nobody ever subscribed. */
export async function locked(tx: Tx, scope: Scope, terms: Terms): Promise<State | null> {
  const state = await lock(tx, scope.organizationId)
  if (!state) return null
  await catchUp(tx, scope, state, aboutOf(terms, 'system'))
  return state
}

const aboutOf = ({ supplier, gateways }: Terms, doer: Doer): About => ({
  supplier,
  gateway: currentOf(gateways),
  doer,
})

async function finish(tx: Tx, scope: Scope, state: State, terms: Terms, opened: Changed['opened']): Promise<Changed> {
  await save(tx, scope, state)
  return { shown: await show(tx, scope, state, terms, null), opened }
}

/** `reader` null: callers that may change the subscription may also pay it. */
async function show(tx: Tx, scope: Scope, state: State, terms: Terms, reader: Actor | null): Promise<Subscription> {
  const { organizationId, at } = scope
  const mayPay =
    reader === null || reader.permissions.has('wallet.recharge') || reader.permissions.has('billing.manage')
  const page = mayPay && isPaymentDue(state) ? await payable(tx, organizationId, state, terms.gateways) : null
  return showSubscription(state, await quoteOf(tx, scope, terms.supplier), page, at)
}

/** While a debit is announced, no manual payment is requested. */
const isPaymentDue = ({ row: { status }, open }: State): boolean =>
  status === 'pending' || status === 'grace' || (status === 'active' && open?.kind === 'link')

/** The page of the latest payment that can be made manually; links come before failed debits. */
async function payable(tx: Tx, organizationId: Uuid, { open }: State, gateways: Gateways): Promise<string | null> {
  const unpaid = await tx.rows<PaymentRow>(queries.unpaid(organizationId))
  const isBefore = ({ kind, payment_id }: PaymentRow) => (payment_id === open?.payment_id ? 0 : kind === 'link' ? 1 : 2)
  for (const payment of unpaid.toSorted((one, other) => isBefore(one) - isBefore(other))) {
    // A payment that is being debited is not paid manually too, and one that authorizes a payment method pays for no
    // month.
    if ((payment.kind === 'debit' && payment.outcome === null) || payment.purpose === 'payment_method') continue
    const money = await moneyOf(tx, organizationId, payment.payment_id)
    const gateway = gateways.named(money.gateway)
    if (gateway && isPayableNow(payment, money)) return gateway.checkoutUrl(organizationId, receiptOf(money))
  }
  return null
}

async function openedOf(tx: Tx, { organizationId }: Scope, { payment_id }: PaymentRow, gateway: Gateway) {
  return { money: await moneyOf(tx, organizationId, payment_id), gateway }
}

async function moneyOf(tx: Tx, organizationId: Uuid, id: Uuid): Promise<RechargeRow> {
  const row = await tx.row<RechargeRow>(rechargeQueries.byId(organizationId, id))
  if (!row) throw new Error('a payment of a subscription has no amount')
  return row
}
