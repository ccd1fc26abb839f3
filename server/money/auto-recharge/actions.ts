// Configuration of auto-recharge by the customer: the threshold, the amount and the monthly limit. spec 10.17.

import { emit } from '#events/actions.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import { invalid } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import type { Gateway } from '#money/gateways/providers/gateway.ts'
import { quote } from '#money/invoices/rules.ts'
import * as recharges from '#money/recharges/actions.ts'
import type { MandateRow } from '#money/recharges/mandate-queries.ts'
import { usable } from '#money/recharges/mandates.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import * as rechargeQueries from '#money/recharges/queries.ts'
import { amountError } from '#money/recharges/rules.ts'
import { showPayable } from '#money/recharges/show.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as audit from '#people/audit/actions.ts'
import { apply } from './apply.ts'
import { chargedThisMonth, isSolvedByMandate, mandateRequestOf, type Terms, totalOf, unpaid } from './begin.ts'
import { autoRechargeChanged } from './events.ts'
import type { SettingsRow } from './queries.ts'
import { linkReasonFor, MANDATE_MAX_DEFAULT } from './rules.ts'
import type { AutoRecharge, AutoRechargeChange } from './schema.ts'
import { monthlyLimit, showAutoRecharge, showSettings } from './show.ts'
import { type Known, lock, read, type State, save } from './store.ts'

/** The settings, and the recharge whose order must be placed after the commit, if one was opened. */
export interface Configured {
  shown: AutoRecharge
  opened: { recharge: RechargeRow; gateway: Gateway } | null
}

/**
 * Updates only the given fields. Switching on without a usable mandate opens a first recharge of the amount, whose
 * payment also authorizes one: no payment is made for a mandate alone.
 */
export async function configure(tx: Tx, actor: Actor, change: AutoRechargeChange, terms: Terms): Promise<Configured> {
  const { organizationId, at } = actor
  const before = await lock(tx, organizationId)
  const row = merged(before?.row ?? null, change, actor)
  if (row === null) return { shown: await show(tx, actor, null, terms), opened: null }
  checkAmounts(row, change, terms)
  const old = before && showSettings(before, at)
  const state: State = before
    ? { ...before, row }
    : { row, mandates: [], open: null, walletState: await wallet.lock(tx, organizationId) }
  const changed = changedFields(old, showSettings(state, at))
  if (before && changed.length === 0) row.updated_at = before.row.updated_at
  if (changed.length > 0) {
    const event = row.enabled ? 'set_on' : 'set_off'
    row.enabled = before?.row.enabled ?? false
    await apply(tx, actor, state, event)
  }

  const opened = row.enabled ? await authorize(tx, actor, state, change, terms) : null
  // Without a usable mandate, one is awaited first.
  if (row.enabled && changed.length > 0 && (row.by_link || usable(state.mandates, at))) {
    await apply(tx, actor, state, 'called_by_customer')
    tx.onCommit(enqueueWork('auto_recharge', organizationId, at))
  }
  await save(tx, actor, state)
  await tellChange(tx, actor, changed, old, state)
  return { shown: await show(tx, actor, state, terms), opened }
}

/** Null when it was never configured and nothing is set now. */
function merged(row: SettingsRow | null, change: AutoRechargeChange, { userId, at }: Actor): SettingsRow | null {
  const { enabled, threshold, amount, monthly_limit, mandate_max_amount } = change
  if (row === null && Object.keys(change).length === 0) return null
  const threshold_micros = threshold ?? row?.threshold_micros
  const amount_micros = amount ?? row?.amount_micros
  if (threshold_micros === undefined) throw invalid('threshold', 'required')
  if (amount_micros === undefined) throw invalid('amount', 'required')
  return {
    enabled: enabled ?? row?.enabled ?? false,
    threshold_micros,
    amount_micros,
    monthly_limit_micros: monthly_limit === undefined ? (row?.monthly_limit_micros ?? null) : monthly_limit,
    mandate_max_micros:
      mandate_max_amount === undefined
        ? (row?.mandate_max_micros ?? MANDATE_MAX_DEFAULT)
        : (mandate_max_amount ?? MANDATE_MAX_DEFAULT),
    configured_by: userId,
    authorization_recharge_id: row?.authorization_recharge_id ?? null,
    by_link: row?.by_link ?? false,
    armed_version: row?.armed_version ?? 0n,
    called: row?.called ?? false,
    grace_started_at: row?.grace_started_at ?? null,
    failed_attempts: row?.failed_attempts ?? 0,
    retries_used: row?.retries_used ?? 0,
    next_attempt_at: row?.next_attempt_at ?? null,
    held_until: row?.held_until ?? null,
    held_by: row?.held_by ?? null,
    updated_at: at,
  }
}

function checkAmounts(row: SettingsRow, change: AutoRechargeChange, { supplier, maxRupees }: Terms): void {
  if (row.threshold_micros <= 0n) throw invalid('threshold', 'amount_not_positive')
  // The customer's state determines how the tax is split, not its amount.
  const { credit } = quote(row.amount_micros, supplier.rechargeTax, supplier.stateCode, supplier.stateCode)
  const error = amountError(credit, maxRupees, supplier.rechargeTax)
  if (error) throw invalid('amount', error)
  if (monthlyLimit(row) < credit) {
    const field = change.monthly_limit === undefined && change.amount !== undefined ? 'amount' : 'monthly_limit'
    throw invalid(field, 'monthly_limit_below_amount', { min: formatMicros(credit) })
  }
}

/**
 * Opens a recharge that requests a mandate if one is wanted and possible; a repeated request leads to the same page.
 */
async function authorize(
  tx: Tx,
  actor: Actor,
  state: State,
  change: AutoRechargeChange,
  terms: Terms,
): Promise<Configured['opened']> {
  const { row } = state
  const gateway = terms.gateways.current()
  const total = await totalOf(tx, actor.organizationId, row.amount_micros, terms.supplier)
  if (change.mandate_max_amount != null && row.mandate_max_micros < total)
    throw invalid('mandate_max_amount', 'mandate_below_total', { min: formatMicros(total) })
  const mandate = usable(state.mandates, actor.at, gateway.name)
  const reason = linkReasonFor(mandate && { max: mandate.max_micros }, gateway.mandates?.debitMax ?? null, total)
  // A mandate below the requested maximum is renewed; a sufficient one stays.
  const isRenewal = reason === null && mandate !== null && change.mandate_max_amount != null && isWider(row, mandate)
  const isWanted = (isSolvedByMandate(reason) || isRenewal) && row.mandate_max_micros >= total
  row.by_link = reason !== null && !isWanted
  if (!isWanted) return null
  const known = await unpaid(tx, actor, row, { gateway: gateway.name, total, asksForMandate: true })
  if (known) return null
  const { supplier, maxRupees } = terms
  const mandateRequest = {
    gateway,
    supplier,
    maxRupees,
    origin: 'customer',
    doer: actor,
    mandate: mandateRequestOf(row, actor.at),
  } as const
  const recharge = await recharges.open(tx, actor, actor.userId, { amount: row.amount_micros }, mandateRequest)
  row.authorization_recharge_id = recharge.id
  const details = { max_amount: formatMicros(row.mandate_max_micros), gateway: gateway.name }
  audit.record(tx, actor, actor, { action: 'mandate.requested', object: publicId('rech', recharge.id), details })
  return { recharge, gateway }
}

type Shown = ReturnType<typeof showSettings>
const settable = ['enabled', 'threshold', 'amount', 'monthly_limit', 'mandate_max_amount'] as const

function changedFields(old: Shown | null, now: Shown): (typeof settable)[number][] {
  return settable.filter((name) => old?.[name] !== now[name])
}

async function tellChange(
  tx: Tx,
  actor: Actor,
  changed: (typeof settable)[number][],
  old: Shown | null,
  state: State,
): Promise<void> {
  const { organizationId, at } = actor
  if (changed.length === 0) return
  await emit(tx, organizationId, at, [autoRechargeChanged('updated', organizationId, state, at)])
  const of = (shown: Shown | null) => Object.fromEntries(changed.map((name) => [name, shown?.[name] ?? null]))
  const details = { before: of(old), after: of(showSettings(state, at)) }
  audit.record(tx, actor, actor, { action: 'auto_recharge.updated', object: publicId('org', organizationId), details })
}

/** True when more is requested than the existing mandate allows. */
const isWider = (row: SettingsRow, { max_micros }: MandateRow): boolean =>
  max_micros !== null && row.mandate_max_micros > max_micros

export async function find(tx: Tx, actor: Actor, terms: Pick<Terms, 'gateways'>): Promise<AutoRecharge> {
  return show(tx, actor, await read(tx, actor.organizationId), terms)
}

async function show(
  tx: Tx,
  { organizationId, at }: Actor,
  known: Known | null,
  { gateways }: Pick<Terms, 'gateways'>,
): Promise<AutoRecharge> {
  const charged = await chargedThisMonth(tx, { organizationId, at })
  const pageOf = async (id: Uuid | null | undefined): Promise<string | null> => {
    const row = id ? await tx.row<RechargeRow>(rechargeQueries.byId(organizationId, id)) : undefined
    return row ? showPayable(organizationId, row, gateways, []).checkout_url : null
  }
  const mandate = known && usable(known.mandates, at)
  const isWanted = known?.row.enabled === true && (!mandate || isWider(known.row, mandate))
  return showAutoRecharge(known, {
    charged,
    authorizationUrl: isWanted ? await pageOf(known.row.authorization_recharge_id) : null,
    paymentUrl: known?.open?.kind === 'link' ? await pageOf(known.open.recharge_id) : null,
    at,
  })
}
