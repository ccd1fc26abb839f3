// Mandates: standing permissions to debit, from the payment that they came with until the customer, their bank or time
// ends them.

import { emit } from '#events/actions.ts'
import type { Actor, App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import type { GatewayEventHandler, MandateAuthorization, MandateRecorder } from '#money/gateways/gateway-events.ts'
import { GatewayRefusal, type MandateStatus } from '#money/gateways/providers/gateway.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import { recordReference } from '#money/gateways/references.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import * as rechargeQueries from '#money/recharges/queries.ts'
import * as audit from '#people/audit/actions.ts'
import { apply } from './apply.ts'
import { mandateChanged } from './events.ts'
import type { MandateRow } from './mandate-queries.ts'
import * as queries from './mandate-queries.ts'
import { askAgainAt, cancelAgainAt, mandateCheckAt } from './rules.ts'
import { type Known, lock, read, type State, save, usable } from './store.ts'

const isOver = (status: MandateStatus): boolean => ['cancelled', 'expired', 'rejected'].includes(status)

export const recordAuthorizedMandate: MandateRecorder = async (tx, scope, authorization) => {
  const { organizationId } = scope
  const state = await lock(tx, organizationId)
  // Only auto-recharge asks for mandates, and it has settings before it asks.
  if (!state) return
  const { gateway, mandate } = authorization
  const known = await tx.row<MandateRow>(queries.byToken(organizationId, gateway, mandate.token))
  if (known) {
    const living = state.mandates.find(({ id }) => id === known.id)
    // Told at first as pending, and asked about since: the payment's own report says nothing newer.
    if (living && mandate.status !== 'pending') await changeStatus(tx, scope, state, living, mandate.status)
  } else {
    await insert(tx, scope, state, authorization)
  }
  await save(tx, scope, state)
}

async function insert(
  tx: Tx,
  scope: Scope,
  state: State,
  { gateway, rechargeId, method, mandate }: MandateAuthorization,
): Promise<void> {
  const { organizationId, at } = scope
  const { token, customer, status } = mandate
  const asked = await tx.row<RechargeRow>(rechargeQueries.byId(organizationId, rechargeId))
  const isPending = status === 'pending'
  const created: queries.NewMandate = {
    id: newUuid(at.getTime()),
    gateway,
    token,
    customer,
    status,
    method,
    max: mandate.maxAmount ?? asked?.mandate_max_micros ?? null,
    expiresAt: mandate.expiresAt ?? asked?.mandate_expires_at ?? null,
    rechargeId,
    // A gateway that cannot say yet may know by now.
    checkAt: isPending ? at : mandateCheckAt(status, 0, at),
    endedAt: isOver(status) ? at : null,
  }
  await tx.run(queries.insert(organizationId, created, at))
  // Whose it is, when a webhook tells of it by this name.
  await recordReference(tx, gateway, token, organizationId)
  const row = await tx.row<MandateRow>(queries.byToken(organizationId, gateway, token))
  if (!row) throw new Error('the mandate was not stored')
  state.mandates.unshift(row)
  await emit(tx, organizationId, at, [mandateChanged('given', row)])
  audit.record(tx, scope, 'system', entryOf('mandate.given', row))
  if (status === 'active') await becomeActive(tx, scope, state, row)
}

export const handleMandateEvent: GatewayEventHandler<'mandate'> = async (
  app,
  organizationId,
  gateway,
  { token, status },
) => {
  const scope = { organizationId, at: app.clock() }
  return app.database.transaction(async (tx) => {
    const state = await lock(tx, organizationId)
    const known = await tx.row<MandateRow>(queries.byToken(organizationId, gateway.name, token))
    if (!state || !known) return 'unknown'
    const mandate = state.mandates.find(({ id }) => id === known.id)
    if (mandate && (await changeStatus(tx, scope, state, mandate, status))) await save(tx, scope, state)
    return 'handled'
  }, organizationId)
}

/** False when it says nothing new. What is over never comes back, and what was active is not pending again. */
export async function changeStatus(
  tx: Tx,
  scope: Scope,
  state: State,
  mandate: MandateRow,
  status: MandateStatus,
): Promise<boolean> {
  const { organizationId, at } = scope
  if (mandate.ended_at !== null || mandate.status === status || status === 'pending') return false
  mandate.status = status
  mandate.check_count = 0
  mandate.check_at = mandateCheckAt(status, 0, at)
  if (isOver(status)) mandate.ended_at = at
  await tx.run(queries.saveState(organizationId, mandate))
  await emit(tx, organizationId, at, [mandateChanged(mandate.ended_at ? 'ended' : 'updated', mandate)])
  if (mandate.ended_at) audit.record(tx, scope, 'system', entryOf('mandate.ended', mandate))
  if (status === 'active') {
    await becomeActive(tx, scope, state, mandate)
    // The balance may have fallen to nothing meanwhile: then no deduction calls any more.
    tx.onCommit(enqueueWork('auto_recharge', organizationId, at))
  }
  return true
}

/** Debits go by this one from now on: those before it are given up, and what failed with them is not tried again. */
async function becomeActive(tx: Tx, scope: Scope, state: State, mandate: MandateRow): Promise<void> {
  state.row.by_link = false
  for (const older of state.mandates) {
    if (older.id !== mandate.id && older.ended_at === null) await cancel(tx, scope, older, 'system')
  }
  await apply(tx, scope, state, 'mandate_active')
}

/**
 * The customer takes the permission back: nothing is debited from now on, and the gateway is told behind the commit.
 */
export async function cancelCurrent(tx: Tx, actor: Actor): Promise<void> {
  const state = await lock(tx, actor.organizationId)
  const living = state?.mandates.filter(({ ended_at }) => ended_at === null) ?? []
  if (!state || living.length === 0) throw absent('mandate')
  for (const mandate of living) await cancel(tx, actor, mandate, actor)
  await save(tx, actor, state)
}

async function cancel(tx: Tx, scope: Scope, mandate: MandateRow, doer: audit.Doer): Promise<void> {
  const { organizationId, at } = scope
  mandate.status = 'cancelled'
  mandate.ended_at = at
  mandate.check_at = null
  mandate.check_count = 0
  mandate.cancel_at = at
  await tx.run(queries.saveState(organizationId, mandate))
  await emit(tx, organizationId, at, [mandateChanged('ended', mandate)])
  audit.record(tx, scope, doer, entryOf('mandate.ended', mandate))
}

function entryOf(action: 'mandate.given' | 'mandate.ended', mandate: MandateRow): audit.Entry {
  const { gateway, status } = mandate
  const recharge_id = publicId('rech', mandate.recharge_id)
  return { action, object: publicId('mand', mandate.id), details: { gateway, status, recharge_id } }
}

// --- Behind the commit: what the gateway is told and asked
// ------------------------------------------------------------

/** Ends what has expired, tells gateways what was cancelled here, and asks about what may have changed there. */
export async function syncMandates(app: App, gateways: Gateways, organizationId: Uuid): Promise<void> {
  const at = app.clock()
  const known = await read(app.database.reads, organizationId)
  if (gateways.retired.length > 0 && known) await leaveTestMode(app, gateways, organizationId, known)
  for (const mandate of known?.mandates ?? []) {
    if (mandate.cancel_at !== null && mandate.cancel_at <= at)
      await cancelAtGateway(app, gateways, organizationId, mandate)
    else if (mandate.ended_at !== null) continue
    else if (mandate.expires_at !== null && mandate.expires_at <= at)
      await recordStatus(app, organizationId, mandate, 'expired')
    else if (mandate.check_at !== null && mandate.check_at <= at)
      await syncMandate(app, gateways, organizationId, mandate)
  }
}

/**
 * spec 16.5: nothing is debited at the sandbox gateway any more, and nobody can pay there. The customer is asked
 * anew.
 */
async function leaveTestMode(
  app: App,
  { retired }: Gateways,
  organizationId: Uuid,
  { mandates, open }: Known,
): Promise<void> {
  for (const mandate of mandates.filter(({ gateway, ended_at }) => retired.includes(gateway) && ended_at === null))
    await recordStatus(app, organizationId, mandate, 'cancelled')
  if (open?.kind !== 'link') return
  const { reads } = app.database
  const recharge = await reads.row<RechargeRow>(rechargeQueries.byId(organizationId, open.recharge_id))
  if (!recharge || !retired.includes(recharge.gateway)) return
  const scope = { organizationId, at: app.clock() }
  await app.database.transaction(async (tx) => {
    const state = await lock(tx, organizationId)
    if (!state || state.open?.recharge_id !== recharge.id) return
    await apply(tx, scope, state, 'link_gateway_gone')
    await save(tx, scope, state)
  }, organizationId)
}

async function cancelAtGateway(app: App, gateways: Gateways, organizationId: Uuid, mandate: MandateRow): Promise<void> {
  const named = { token: mandate.token, customerId: mandate.customer }
  const about = { gateway: mandate.gateway, mandate_id: mandate.id }
  let isTold = false
  try {
    const mandates = gateways.named(mandate.gateway)?.mandates
    await mandates?.cancel(organizationId, named)
    isTold = mandates !== undefined && mandates !== null
  } catch (error) {
    // It will not cancel what it does not have, or has cancelled already.
    isTold = error instanceof GatewayRefusal
    app.log.warn({ err: error, ...about }, 'mandate cancellation failed')
  }
  await changeOne(app, organizationId, mandate, async (tx, _, scope, row) => {
    row.cancel_at = isTold ? null : cancelAgainAt(row.check_count, scope.at)
    row.check_count++
    await tx.run(queries.saveState(organizationId, row))
  })
}

async function syncMandate(app: App, gateways: Gateways, organizationId: Uuid, mandate: MandateRow): Promise<void> {
  const named = { token: mandate.token, customerId: mandate.customer }
  let status: MandateStatus | undefined
  try {
    status = (await gateways.named(mandate.gateway)?.mandates?.fetch(organizationId, named))?.status
  } catch (error) {
    const about = { gateway: mandate.gateway, mandate_id: mandate.id }
    app.log.warn({ err: error, ...about }, 'mandate status check failed; will retry')
  }
  await changeOne(app, organizationId, mandate, async (tx, state, scope, row) => {
    if (status !== undefined && (await changeStatus(tx, scope, state, row, status))) return
    row.check_count++
    // One that is active is asked about again only where the question had no answer.
    row.check_at =
      status === undefined && row.status === 'active'
        ? askAgainAt(row.check_count, scope.at)
        : mandateCheckAt(row.status, row.check_count, scope.at)
    await tx.run(queries.saveState(organizationId, row))
  })
}

/**
 * What the gateway says of a mandate that it was just asked about. Returns whether debits may still be made with it.
 */
export async function recordStatus(
  app: App,
  organizationId: Uuid,
  mandate: MandateRow,
  status: MandateStatus,
): Promise<boolean> {
  const isUsable = await changeOne(app, organizationId, mandate, async (tx, state, scope, row) => {
    await changeStatus(tx, scope, state, row, status)
    return usable([row], scope.at) !== null
  })
  return isUsable ?? false
}

/** Undefined when it has ended meanwhile. */
async function changeOne<T>(
  app: App,
  organizationId: Uuid,
  { id }: MandateRow,
  change: (tx: Tx, state: State, scope: Scope, row: MandateRow) => Promise<T>,
): Promise<T | undefined> {
  const scope = { organizationId, at: app.clock() }
  return app.database.transaction(async (tx) => {
    const state = await lock(tx, organizationId)
    const row = state?.mandates.find((one) => one.id === id)
    if (!state || !row) return undefined
    const result = await change(tx, state, scope, row)
    await save(tx, scope, state)
    return result
  }, organizationId)
}
