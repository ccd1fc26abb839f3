// One step of auto-recharge in one transaction with the wallet locked: evaluates the state, and starts, waits or gives
// up. Everything it starts is stored before any external request.

import { emit } from '#events/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { Refusal } from '#kit/refusals.ts'
import type { Gateway } from '#money/gateways/providers/gateway.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import * as invoices from '#money/invoices/actions.ts'
import { quote, sumOf } from '#money/invoices/rules.ts'
import * as recharges from '#money/recharges/actions.ts'
import type { MandateRow } from '#money/recharges/mandate-queries.ts'
import { usable } from '#money/recharges/mandates.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import * as rechargeQueries from '#money/recharges/queries.ts'
import { isOpen } from '#money/recharges/rules.ts'
import { apply } from './apply.ts'
import { autoRechargeLimited } from './events.ts'
import type { AttemptRow, SettingsRow } from './queries.ts'
import * as queries from './queries.ts'
import {
  decide,
  type Limit,
  type LinkReason,
  limitMet,
  linkReasonFor,
  MANDATE_MS,
  monthOf,
  refusedUntil,
} from './rules.ts'
import { monthlyLimit } from './show.ts'
import { isCalled, lock, type State, save, situationOf } from './store.ts'

/** The installation's terms for recharges. */
export interface Terms {
  gateways: Gateways
  supplier: invoices.Supplier
  maxRupees: number
}

const DAY_MS = 24 * 3600_000

export async function takeStep(tx: Tx, scope: Scope, terms: Terms): Promise<void> {
  const { organizationId, at } = scope
  const state = await lock(tx, organizationId)
  if (!state) return
  const { row, walletState } = state
  const limit = await limitOf(tx, scope, row)
  const look = () =>
    decide({
      ...situationOf(state),
      at,
      balance: walletState.balance,
      threshold: row.threshold_micros,
      called: isCalled(state),
      limit,
    })
  let found = look()
  if (found === 'limit_over') {
    await apply(tx, scope, state, found)
    found = look()
  }
  if (found === 'recharge_due') await begin(tx, scope, state, terms)
  else if (found === 'limit_met' && limit) await hold(tx, scope, state, terms, limit)
  else if (found !== null) await apply(tx, scope, state, found)
  await save(tx, scope, state)
}

async function limitOf(tx: Tx, { organizationId, at }: Scope, row: SettingsRow): Promise<Limit | null> {
  const begun = await tx.rows<{ begun_at: Date }>(queries.begunSince(organizationId, new Date(at.getTime() - DAY_MS)))
  const times = begun.map(({ begun_at }) => begun_at)
  return limitMet(times, await chargedThisMonth(tx, { organizationId, at }), row.amount_micros, monthlyLimit(row), at)
}

/** The amount debited in the current month of Asia/Kolkata. */
export async function chargedThisMonth(tx: Tx, { organizationId, at }: Scope): Promise<Micros> {
  const { start, end } = monthOf(at)
  const sum = await tx.row<{ amount_micros: Micros }>(queries.charged(organizationId, start, end))
  return sum?.amount_micros ?? 0n
}

/** The price of this credit with tax, as a recharge would quote it now. */
export async function totalOf(
  tx: Tx,
  organizationId: Uuid,
  amount: Micros,
  supplier: invoices.Supplier,
): Promise<Micros> {
  const place = await invoices.placeOfSupplyTo(tx, organizationId, supplier)
  const { credit, taxes } = quote(amount, supplier.rechargeTax, supplier.stateCode, place)
  return credit + sumOf(taxes)
}

/**
 * One event per limit: the threshold is not watched until the limit ends. In a grace period the next retry replaces the
 * prevented one.
 */
async function hold(tx: Tx, scope: Scope, state: State, { gateways }: Terms, limit: Limit): Promise<void> {
  const { organizationId, at } = scope
  const noticeMs = gateways.all.find(({ mandates }) => mandates !== null)?.mandates?.noticeMs ?? 0
  await apply(tx, scope, state, 'limit_met', { limit, noticeMs })
  await emit(tx, organizationId, at, [autoRechargeLimited(organizationId, state, limit, at)])
}

async function begin(tx: Tx, scope: Scope, state: State, terms: Terms): Promise<void> {
  const { organizationId, at } = scope
  const { row } = state
  await apply(tx, scope, state, 'recharge_due')
  let attempt: AttemptRow
  try {
    const gateway = terms.gateways.current()
    const total = await totalOf(tx, organizationId, row.amount_micros, terms.supplier)
    // A mandate belongs to its gateway, and new payments use the current one.
    const mandate = usable(state.mandates, at, gateway.name)
    const given = mandate && { max: mandate.max_micros }
    const reason = linkReasonFor(given, gateway.mandates?.debitMax ?? null, total)
    attempt =
      reason === null && mandate
        ? await beginDebit(tx, scope, state, terms, gateway, mandate)
        : await beginLink(tx, scope, state, terms, gateway, reason ?? 'no_mandate', total)
  } catch (error) {
    const by = error instanceof Refusal ? limitOfRefusal[error.code] : undefined
    if (by === undefined) throw error
    return hold(tx, scope, state, terms, { by, until: refusedUntil(at) })
  }
  const event = attempt.kind === 'debit' ? 'debit_begun' : 'link_begun'
  await apply(tx, scope, state, event, { attempt, noticeMs: Number(attempt.notice_ms) })
}

const limitOfRefusal: Record<string, Limit['by']> = {
  gateway_unavailable: 'gateway_unavailable',
  invalid_content: 'recharge_refused',
}

async function beginDebit(
  tx: Tx,
  scope: Scope,
  state: State,
  terms: Terms,
  gateway: Gateway,
  mandate: MandateRow,
): Promise<AttemptRow> {
  state.row.by_link = false
  const recharge = await open(tx, scope, state.row, terms, gateway, null)
  const noticeMs = gateway.mandates?.noticeMs ?? 0
  return insertAttempt(tx, scope, recharge, { kind: 'debit', mandateId: mandate.id, linkReason: null, noticeMs })
}

/** Requests a mandate with the payment if one would make the next recharge automatic. */
async function beginLink(
  tx: Tx,
  scope: Scope,
  state: State,
  terms: Terms,
  gateway: Gateway,
  reason: LinkReason,
  total: Micros,
): Promise<AttemptRow> {
  const { row } = state
  const mandateRequest =
    isSolvedByMandate(reason) && total <= row.mandate_max_micros ? mandateRequestOf(row, scope.at) : null
  row.by_link = mandateRequest === null
  const noticeMs = gateway.mandates?.noticeMs ?? 0
  const attempt = { kind: 'link', mandateId: null, linkReason: reason, noticeMs } as const
  const known = await unpaid(tx, scope, row, { gateway: gateway.name, total, asksForMandate: mandateRequest !== null })
  if (known) return insertAttempt(tx, scope, known, attempt)
  let recharge: RechargeRow
  try {
    recharge = await open(tx, scope, row, terms, gateway, mandateRequest)
  } catch (error) {
    // Some gateways give mandates only to customers with contact data, but accept payments from anybody.
    if (mandateRequest === null || !(error instanceof Refusal) || error.code !== 'invalid_content') throw error
    recharge = await open(tx, scope, row, terms, gateway, null)
  }
  if (recharge.mandate_max_micros !== null) row.authorization_recharge_id = recharge.id
  return insertAttempt(tx, scope, recharge, attempt)
}

/** True when another mandate would solve it. */
export const isSolvedByMandate = (reason: LinkReason | null): boolean =>
  reason === 'no_mandate' || reason === 'mandate_maximum'

export const mandateRequestOf = (row: SettingsRow, at: Date) => ({
  maxAmount: row.mandate_max_micros,
  expiresAt: new Date(at.getTime() + MANDATE_MS),
})

export interface Wanted {
  gateway: string
  total: Micros
  asksForMandate: boolean
}

/** An unpaid recharge for the same amount at the same gateway: reminders lead to one payment page. */
export async function unpaid(
  tx: Tx,
  { organizationId }: Scope,
  row: SettingsRow,
  wanted: Wanted,
): Promise<RechargeRow | null> {
  const last = await tx.row<AttemptRow>(queries.lastLink(organizationId))
  for (const id of [row.authorization_recharge_id, last?.recharge_id ?? null]) {
    if (id === null) continue
    const attempt = await tx.row<AttemptRow>(queries.attempt(organizationId, id))
    if (attempt && attempt.outcome !== 'left') continue
    const found = await tx.row<RechargeRow>(rechargeQueries.byId(organizationId, id))
    const most = wanted.asksForMandate ? row.mandate_max_micros : null
    if (!found || !isOpen(found.status)) continue
    const { gateway: through, total_micros: total, mandate_max_micros: asked } = found
    if (through === wanted.gateway && total === wanted.total && asked === most) return found
  }
  return null
}

function open(
  tx: Tx,
  scope: Scope,
  { amount_micros: amount, configured_by }: SettingsRow,
  { supplier, maxRupees }: Terms,
  gateway: Gateway,
  mandate: recharges.Terms['mandate'],
): Promise<RechargeRow> {
  const terms = { gateway, supplier, maxRupees, origin: 'auto', doer: 'system', mandate } as const
  return recharges.open(tx, scope, configured_by, { amount }, terms)
}

async function insertAttempt(
  tx: Tx,
  { organizationId, at }: Scope,
  { id: rechargeId, amount_micros: amount }: RechargeRow,
  attempt: Pick<queries.NewAttempt, 'kind' | 'mandateId' | 'linkReason' | 'noticeMs'>,
): Promise<AttemptRow> {
  const row = await tx.row<AttemptRow>(queries.begin(organizationId, { ...attempt, rechargeId, amount }, at))
  if (!row) throw new Error('the recharge was begun before')
  return row
}
