// Recharges: a customer's intent to pay, from its creation to the credit. created (the intent is stored) → pending (the
// gateway has the order) → succeeded | failed; a failed one can be retried.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import * as installation from '#installation/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { absent, invalid, Refusal, refusal } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import { claimsOf } from '#money/claims/show.ts'
import type { Gateway } from '#money/gateways/providers/gateway.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import type { PaymentMethod, Purpose } from '#money/gateways/rules.ts'
import * as invoices from '#money/invoices/actions.ts'
import { quote, sumOf, type Tax } from '#money/invoices/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as audit from '#people/audit/actions.ts'
import { entryOf } from './events.ts'
import type { RechargeRow } from './queries.ts'
import * as queries from './queries.ts'
import { amountError, checkAt } from './rules.ts'
import type { NewRecharge, Recharge, RechargeQuery } from './schema.ts'
import { showPayable } from './show.ts'

/** How a payment is requested. */
export interface Asking {
  gateway: Gateway
  origin: queries.Origin
  /** Requests a mandate with the payment. */
  mandate: { maxAmount: Micros; expiresAt: Date } | null
}

export interface Terms extends Asking {
  supplier: invoices.Supplier
  maxRupees: number
  /** Who requests it, for the audit log. */
  doer: audit.Doer
}

/** Stores the intent, its quoted tax and a pending transaction. Uses no network. */
export async function open(tx: Tx, scope: Scope, userId: Uuid, input: NewRecharge, terms: Terms): Promise<RechargeRow> {
  const { organizationId, at } = scope
  const { amount, payment_method, bank } = input
  const { supplier } = terms
  await mustBePayable(tx, organizationId, terms)
  const place = await invoices.placeOfSupplyTo(tx, organizationId, supplier)
  const { credit, taxes } = quote(amount, supplier.rechargeTax, supplier.stateCode, place)
  const error = amountError(credit, terms.maxRupees, supplier.rechargeTax)
  if (error) throw invalid('amount', error)
  if (bank && payment_method !== 'net_banking') throw invalid('bank', 'bank_only_for_net_banking')
  const transactionId = newUuid(at.getTime())
  const wanted = { purpose: 'recharge', amount: credit, taxes, place, paymentMethod: payment_method, bank } as const
  const row = await insertPayment(tx, scope, userId, { ...wanted, transactionId }, terms)
  await openPendingTransaction(tx, organizationId, row, transactionId, at)
  audit.record(tx, scope, terms.doer, entryOf('recharge.created', row))
  return row
}

/** Checked before a payment is requested: the gateway can accept the order, and an invoice can be issued. */
export async function mustBePayable(tx: Tx, organizationId: Uuid, terms: Asking): Promise<void> {
  if (terms.origin === 'customer') await mustNotBeFencedFor(tx, terms.gateway)
  await mustBeReachable(tx, organizationId, terms)
  if (terms.origin === 'customer') await invoices.mustHaveDrawnName(tx, organizationId)
}

/**
 * spec 23.85: while the installation is fenced, no payment at a real gateway is requested: its order could not be
 * placed, and another installation with the same data may be taking the money. The sandbox gateway is part of this
 * program.
 */
export async function mustNotBeFencedFor(tx: Tx, gateway: Gateway): Promise<void> {
  if (gateway.isTestMode === true) return
  const { fenced_since } = await installation.find(tx)
  if (fenced_since !== null) throw refusal('temporarily_unavailable', 'payment_while_fenced')
}

export interface WantedPayment {
  purpose: Purpose
  /** Without tax. */
  amount: Micros
  taxes: Tax[]
  place: string
  paymentMethod?: PaymentMethod | null
  bank?: string | null
  transactionId: Uuid | null
  isAuthorization?: boolean
}

/** Stores a payment to be requested, and schedules the first query about it at the gateway. */
export async function insertPayment(
  tx: Tx,
  scope: Scope,
  userId: Uuid,
  { taxes, place, paymentMethod, bank, ...wanted }: WantedPayment,
  { gateway, origin, mandate }: Asking,
): Promise<RechargeRow> {
  const due = checkAt(scope.at, 0)
  const payment: queries.NewRecharge = {
    ...wanted,
    id: newUuid(scope.at.getTime()),
    tax: sumOf(taxes),
    paymentMethod: paymentMethod ?? null,
    bank: bank ?? null,
    gateway: gateway.name,
    taxes: taxes.map((tax) => ({ ...tax, amount: formatMicros(tax.amount) })),
    placeOfSupply: place,
    checkAt: due,
    origin,
    mandate,
  }
  const row = await tx.row<RechargeRow>(queries.insert(scope, userId, payment))
  if (!row) throw new Error('the payment was not stored')
  await tx.run(enqueueWork('settle_recharge', scope.organizationId, due ?? scope.at))
  return row
}

/** Checked before anything is stored: some gateways accept no order without the customer's contact data. */
async function mustBeReachable(tx: Tx, organizationId: Uuid, { gateway, mandate }: Asking): Promise<void> {
  const needed = gateway.needs?.({ mandate: mandate !== null }) ?? []
  if (needed.length === 0) return
  const profile = await invoices.profile(tx, organizationId)
  const missing = needed.find((field) => profile[field] === null)
  if (missing === undefined) return
  throw new Refusal('invalid_content', reasonOf(`billing_${missing}_missing`), [
    { field: missing, ...validationError('missing_in_billing_profile') },
  ])
}

/** A transaction that is pending until the payment arrives. */
async function openPendingTransaction(
  tx: Tx,
  organizationId: Uuid,
  recharge: RechargeRow,
  transactionId: Uuid,
  at: Date,
): Promise<void> {
  const pending = {
    id: transactionId,
    rechargeId: recharge.id,
    amount: recharge.amount_micros,
    paymentMethod: recharge.payment_method,
    description: recharge.origin === 'auto' ? 'Automatic recharge' : 'Recharge',
  }
  await wallet.openRecharge(tx, organizationId, pending, at)
}

/**
 * Reopens a failed recharge: the same recharge, the same order at the gateway, a new pending transaction (the failed
 * one stays unchanged). There is one order per intent, so that the gateway itself refuses a second payment.
 */
export async function retry(tx: Tx, actor: Actor, id: Uuid, gateways: Gateways): Promise<RechargeRow> {
  const { organizationId, at } = actor
  const found = await tx.row<RechargeRow>(queries.lock(organizationId, id))
  if (found?.purpose !== 'recharge') throw absent('recharge')
  if (found.status !== 'failed') throw refusal('conflict', 'recharge_not_failed', { status: found.status })
  const gateway = gateways.named(found.gateway)
  if (!gateway) throw refusal('gateway_unavailable', 'recharge_gateway_off', { gateway: found.gateway })
  await mustNotBeFencedFor(tx, gateway)
  const transactionId = newUuid(at.getTime())
  await openPendingTransaction(tx, organizationId, found, transactionId, at)
  await tx.run(enqueueWork('settle_recharge', organizationId, checkAt(at, 0) ?? at))
  const row = await tx.row<RechargeRow>(queries.markReopened(organizationId, id, transactionId, checkAt(at, 0), at))
  if (!row) throw absent('recharge')
  audit.record(tx, actor, actor, entryOf('recharge.retried', row))
  return row
}

/** Detaches an open recharge from auto-recharge: it can still be paid like any other. The wallet must be locked. */
export async function leaveToCustomer(tx: Tx, { organizationId }: Scope, id: Uuid): Promise<void> {
  await tx.run(queries.leaveToCustomer(organizationId, id))
}

export async function list(tx: Tx, { organizationId }: Actor, query: RechargeQuery, gateways: Gateways) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  const rows = await tx.rows<RechargeRow>(queries.list(organizationId, query))
  const claims = await claimsOf(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  )
  return envelope(query, rows, (row) => showPayable(organizationId, row, gateways, claims.get(row.id) ?? []))
}

export async function find(tx: Tx, { organizationId }: Actor, id: Uuid): Promise<RechargeRow> {
  const row = await tx.row<RechargeRow>(queries.byId(organizationId, id))
  if (row?.purpose !== 'recharge') throw absent('recharge')
  return row
}

/** In the API's format, with the claims on its payments. */
export async function show(tx: Tx, { organizationId }: Scope, row: RechargeRow, gateways: Gateways): Promise<Recharge> {
  const claims = await claimsOf(tx, organizationId, [row.id])
  return showPayable(organizationId, row, gateways, claims.get(row.id) ?? [])
}
