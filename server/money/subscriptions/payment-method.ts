// Changes the card or account of the debits: a small payment authorizes a new mandate, which then replaces the old one.
// The payment starts no period and is refunded: the paid months do not change. spec 23.88 to 23.90.

import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import type { Gateway } from '#money/gateways/providers/gateway.ts'
import { mustNotBeFencedFor } from '#money/recharges/actions.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import * as rechargeQueries from '#money/recharges/queries.ts'
import type * as audit from '#people/audit/actions.ts'
import { locked } from './actions.ts'
import { CHECK_AMOUNT, mandateOf, meansOf, openPayment, type Wanted } from './open.ts'
import type { PaymentRow, ShownPaymentRow } from './queries.ts'
import * as queries from './queries.ts'
import { PENDING_MS } from './rules.ts'
import type { NewPaymentMethod, SubscriptionPayment } from './schema.ts'
import { isPayableNow, showPayment } from './show.ts'
import type { Terms } from './step.ts'
import { save } from './store.ts'

/** The payment to make, and its order to be placed after the commit, if it was opened now. */
export interface Asked {
  shown: SubscriptionPayment
  opened: { money: RechargeRow; gateway: Gateway } | null
}

/** Repeated requests within a day lead to one page. 409 when no debits follow, or when no mandate is possible. */
export async function changePaymentMethod(
  tx: Tx,
  actor: Actor,
  { payment_method: paymentMethod = null }: NewPaymentMethod,
  terms: Terms,
): Promise<Asked> {
  if (actor.isSuspended) throw refusal('organization_suspended', 'organization_suspended')
  return open(tx, actor, actor.userId, paymentMethod, terms, actor)
}

/** For operators, who send the page to the customer. */
export const changePaymentMethodFor = (tx: Tx, scope: Scope, terms: Terms): Promise<Asked> =>
  open(tx, scope, null, null, terms, 'command_line')

async function open(
  tx: Tx,
  scope: Scope,
  userId: Uuid | null,
  paymentMethod: NonNullable<NewPaymentMethod['payment_method']> | null,
  terms: Terms,
  doer: audit.Doer,
): Promise<Asked> {
  const { organizationId, at } = scope
  const state = await locked(tx, scope, terms)
  const status = state?.row.status
  if (!state || (status !== 'active' && status !== 'grace')) throw refusal('conflict', 'no_payment_method_to_change')
  const gateway = terms.gateways.current()
  await mustNotBeFencedFor(tx, gateway)
  const means = await meansOf(tx, scope, state, { gateway, supplier: terms.supplier })
  if (mandateOf(means, at) === null) throw refusal('conflict', 'mandate_not_possible')
  await save(tx, scope, state)
  const known = await unpaid(tx, scope, gateway, paymentMethod)
  if (known) return { shown: await show(tx, organizationId, known, gateway), opened: null }
  const wanted: Wanted = {
    purpose: 'payment_method',
    kind: 'link',
    period: null,
    dueAt: new Date(at.getTime() + PENDING_MS),
    paymentMethod,
    isAsked: true,
    doer,
  }
  const payment = await openPayment(tx, scope, { userId: userId ?? state.row.subscribed_by, means, wanted })
  const shown = await show(tx, organizationId, payment, gateway)
  return { shown, opened: { money: await moneyOf(tx, organizationId, payment), gateway } }
}

/** A payment that was opened within a day and can still be paid. */
async function unpaid(tx: Tx, { organizationId, at }: Scope, gateway: Gateway, method: string | null) {
  const since = new Date(at.getTime() - PENDING_MS)
  for (const payment of await tx.rows<PaymentRow>(queries.unpaidChecks(organizationId, since))) {
    const money = await moneyOf(tx, organizationId, payment)
    const isSame = gateway.name === money.gateway && money.total_micros === CHECK_AMOUNT
    if (isSame && isPayableNow(payment, money) && (method === null || money.payment_method === method)) return payment
  }
  return null
}

async function show(tx: Tx, organizationId: Uuid, { payment_id }: PaymentRow, gateway: Gateway) {
  const payment = await tx.row<ShownPaymentRow>(queries.shown(organizationId, payment_id))
  if (!payment) throw new Error('the payment was not stored')
  return showPayment(organizationId, { payment, money: await moneyOf(tx, organizationId, payment), gateway })
}

async function moneyOf(tx: Tx, organizationId: Uuid, { payment_id }: PaymentRow): Promise<RechargeRow> {
  const row = await tx.row<RechargeRow>(rechargeQueries.byId(organizationId, payment_id))
  if (!row) throw new Error('a payment of a subscription has no amount')
  return row
}
