// Mandates: standing authorizations to debit, from the payment that authorized them until the customer, their bank or
// the expiry ends them. Each is for one purpose, whose domain debits with it.

import { emit } from '#events/actions.ts'
import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { enqueueWork, type WorkKind } from '#kit/work.ts'
import type { Handled, MandateAuthorization } from '#money/gateways/gateway-events.ts'
import { type Gateway, GatewayRefusal, type MandateStatus } from '#money/gateways/providers/gateway.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import { recordReference } from '#money/gateways/references.ts'
import type { Purpose } from '#money/gateways/rules.ts'
import * as audit from '#people/audit/actions.ts'
import { mandateChanged } from './events.ts'
import { cancel, entryOf, type Mandated } from './mandate-end.ts'
import type { MandateRow } from './mandate-queries.ts'
import * as queries from './mandate-queries.ts'
import type { MandateEndReason } from './mandate-show.ts'
import { askAgainAt, cancelAgainAt, mandateCheckAt } from './mandate-times.ts'
import type { RechargeRow } from './queries.ts'
import * as paymentQueries from './queries.ts'

/** The domain that debits with the mandates, and its further state. */
export interface MandateOwner<State extends Mandated> {
  purpose: Purpose
  /** The kind of work that processes due mandates. */
  work: WorkKind
  read(tx: Tx, organizationId: Uuid): Promise<Mandated | null>
  /** Like `read`, with the wallet locked. Null when the organization never requested a mandate. */
  lock(tx: Tx, organizationId: Uuid): Promise<State | null>
  save(tx: Tx, scope: Scope, state: State): Promise<void>
  /** Called when the mandate becomes the one for debits. */
  activated(tx: Tx, scope: Scope, state: State, mandate: MandateRow): Promise<void>
  /** Why a newly authorized mandate is ended at once; null when it is wanted. */
  unwanted?(state: State): MandateEndReason | null
  /**
   * Until when the gateway must not be notified of a replaced mandate's cancellation, because a debit with it is in
   * progress.
   */
  keptUntil?(state: State, mandate: MandateRow): Date | null
}

export interface MandateReport {
  token: string
  status: MandateStatus
}

const isOver = (status: MandateStatus): boolean => ['cancelled', 'expired', 'rejected'].includes(status)

/** The mandate for debits: the newest one if there are briefly two; with `through`, only one of that gateway. */
export function usable(mandates: readonly MandateRow[], at: Date, through?: string): MandateRow | null {
  const found = mandates.find(
    ({ status, expires_at, gateway: name }) =>
      status === 'active' && (expires_at === null || expires_at > at) && (through === undefined || name === through),
  )
  return found ?? null
}

/** The mandate to show: the usable one, otherwise one that may become usable, otherwise the last one. */
export function current(mandates: readonly MandateRow[], at: Date): MandateRow | null {
  return usable(mandates, at) ?? mandates.find(({ ended_at }) => ended_at === null) ?? mandates[0] ?? null
}

export class Mandates<State extends Mandated> {
  readonly owner: MandateOwner<State>

  constructor(owner: MandateOwner<State>) {
    this.owner = owner
  }

  // --- In the transaction that settles a payment or handles a gateway event ------------------------------------------

  /** Idempotent, in any order. */
  async recordAuthorized(tx: Tx, scope: Scope, authorization: MandateAuthorization): Promise<void> {
    const { organizationId } = scope
    const state = await this.owner.lock(tx, organizationId)
    // Mandates are requested only by organizations with settings.
    if (!state) return
    const { gateway, mandate } = authorization
    const known = await tx.row<MandateRow>(queries.byToken(organizationId, gateway, mandate.token))
    if (known) {
      const living = state.mandates.find(({ id }) => id === known.id)
      // Reported as pending at first, and queried since: the payment's own report contains nothing newer.
      if (living && mandate.status !== 'pending') await this.changeStatus(tx, scope, state, living, mandate.status)
    } else {
      await this.insert(tx, scope, state, authorization)
    }
    await this.owner.save(tx, scope, state)
  }

  private async insert(
    tx: Tx,
    scope: Scope,
    state: State,
    { gateway, paymentId, method, mandate }: MandateAuthorization,
  ): Promise<void> {
    const { organizationId, at } = scope
    const { token, customer, status } = mandate
    const asked = await tx.row<RechargeRow>(paymentQueries.byId(organizationId, paymentId))
    const isPending = status === 'pending'
    const created: queries.NewMandate = {
      id: newUuid(at.getTime()),
      purpose: this.owner.purpose,
      gateway,
      token,
      customer,
      status,
      method,
      max: mandate.maxAmount ?? asked?.mandate_max_micros ?? null,
      expiresAt: mandate.expiresAt ?? asked?.mandate_expires_at ?? null,
      rechargeId: paymentId,
      // A gateway that reports it as pending may have a result by now.
      checkAt: isPending ? at : mandateCheckAt(status, 0, at),
      endedAt: isOver(status) ? at : null,
    }
    await tx.run(queries.insert(organizationId, created, at))
    // Webhooks identify the mandate by this id.
    await recordReference(tx, gateway, token, organizationId)
    const row = await tx.row<MandateRow>(queries.byToken(organizationId, gateway, token))
    if (!row) throw new Error('the mandate was not stored')
    state.mandates.unshift(row)
    await emit(tx, organizationId, at, [mandateChanged('given', row, this.besides(state, row))])
    audit.record(tx, scope, 'system', entryOf('mandate.given', row))
    if (status === 'active') await this.becomeActive(tx, scope, state, row)
  }

  /** The mandate that this one replaces from now on, and the reason if it is unwanted and ended at once. */
  private besides(
    state: State,
    { id, status }: MandateRow,
  ): { endReason: MandateEndReason | null; replacedId: Uuid | null } {
    const replaced = status === 'active' && state.mandates.find((one) => one.id !== id && one.ended_at === null)
    return { endReason: this.owner.unwanted?.(state) ?? null, replacedId: replaced ? replaced.id : null }
  }

  async handleReport(app: App, organizationId: Uuid, gateway: Gateway, report: MandateReport): Promise<Handled> {
    const scope = { organizationId, at: app.clock() }
    return app.database.transaction(async (tx) => {
      const state = await this.owner.lock(tx, organizationId)
      const known = await tx.row<MandateRow>(queries.byToken(organizationId, gateway.name, report.token))
      if (!state || !known) return 'unknown'
      const mandate = state.mandates.find(({ id }) => id === known.id)
      if (mandate && (await this.changeStatus(tx, scope, state, mandate, report.status)))
        await this.owner.save(tx, scope, state)
      return 'handled'
    }, organizationId)
  }

  /**
   * False when the status is not new. An ended mandate stays ended, and an active one does not become pending again.
   */
  async changeStatus(tx: Tx, scope: Scope, state: State, mandate: MandateRow, status: MandateStatus): Promise<boolean> {
    const { organizationId, at } = scope
    if (mandate.ended_at !== null || mandate.status === status || status === 'pending') return false
    mandate.status = status
    mandate.check_count = 0
    mandate.check_at = mandateCheckAt(status, 0, at)
    if (isOver(status)) mandate.ended_at = at
    await tx.run(queries.saveState(organizationId, mandate))
    const besides = mandate.ended_at ? {} : this.besides(state, mandate)
    await emit(tx, organizationId, at, [mandateChanged(mandate.ended_at ? 'ended' : 'updated', mandate, besides)])
    if (mandate.ended_at) audit.record(tx, scope, 'system', entryOf('mandate.ended', mandate))
    if (status === 'active') {
      await this.becomeActive(tx, scope, state, mandate)
      // Work that waited for it may be due.
      tx.onCommit(enqueueWork(this.owner.work, organizationId, at))
    }
    return true
  }

  /**
   * Makes the mandate the one for debits: older ones are cancelled, and attempts that failed with them are not retried.
   */
  private async becomeActive(tx: Tx, scope: Scope, state: State, mandate: MandateRow): Promise<void> {
    for (const older of state.mandates) {
      if (older.id === mandate.id || older.ended_at !== null) continue
      await cancel(tx, scope, older, 'system', 'replaced', this.owner.keptUntil?.(state, older))
    }
    await this.owner.activated(tx, scope, state, mandate)
  }

  // --- After the commit: calls to the gateway ------------------------------------------------------------------------

  /**
   * Ends expired mandates, reports cancellations to gateways, and queries mandates whose status may have changed there.
   */
  async sync(app: App, gateways: Gateways, organizationId: Uuid): Promise<void> {
    const at = app.clock()
    const known = await this.owner.read(app.database.reads, organizationId)
    for (const mandate of known?.mandates ?? []) {
      // spec 16.5: nothing is debited at the sandbox gateway any more.
      if (mandate.ended_at === null && gateways.retired.includes(mandate.gateway))
        await this.recordStatus(app, organizationId, mandate, 'cancelled')
      else if (mandate.cancel_at !== null && mandate.cancel_at <= at)
        await this.cancelAtGateway(app, gateways, organizationId, mandate)
      else if (mandate.ended_at !== null) continue
      else if (mandate.expires_at !== null && mandate.expires_at <= at)
        await this.recordStatus(app, organizationId, mandate, 'expired')
      else if (mandate.check_at !== null && mandate.check_at <= at)
        await this.syncOne(app, gateways, organizationId, mandate)
    }
  }

  private async cancelAtGateway(
    app: App,
    gateways: Gateways,
    organizationId: Uuid,
    mandate: MandateRow,
  ): Promise<void> {
    const named = { token: mandate.token, customerId: mandate.customer }
    const about = { gateway: mandate.gateway, mandate_id: mandate.id }
    let isTold = false
    try {
      const mandates = gateways.named(mandate.gateway)?.mandates
      await mandates?.cancel(organizationId, named)
      isTold = mandates !== undefined && mandates !== null
    } catch (error) {
      // The gateway refuses when it does not have the mandate, or has cancelled it already.
      isTold = error instanceof GatewayRefusal
      app.log.warn({ err: error, ...about }, 'mandate cancellation failed')
    }
    await this.changeOne(app, organizationId, mandate, async (tx, _, scope, row) => {
      row.cancel_at = isTold ? null : cancelAgainAt(row.check_count, scope.at)
      row.check_count++
      await tx.run(queries.saveState(organizationId, row))
    })
  }

  private async syncOne(app: App, gateways: Gateways, organizationId: Uuid, mandate: MandateRow): Promise<void> {
    const named = { token: mandate.token, customerId: mandate.customer }
    let status: MandateStatus | undefined
    try {
      status = (await gateways.named(mandate.gateway)?.mandates?.fetch(organizationId, named))?.status
    } catch (error) {
      const about = { gateway: mandate.gateway, mandate_id: mandate.id }
      app.log.warn({ err: error, ...about }, 'mandate status check failed; will retry')
    }
    await this.changeOne(app, organizationId, mandate, async (tx, state, scope, row) => {
      if (status !== undefined && (await this.changeStatus(tx, scope, state, row, status))) return
      row.check_count++
      // An active one is queried again only when the query got no response.
      row.check_at =
        status === undefined && row.status === 'active'
          ? askAgainAt(row.check_count, scope.at)
          : mandateCheckAt(row.status, row.check_count, scope.at)
      await tx.run(queries.saveState(organizationId, row))
    })
  }

  /**
   * Stores the status that the gateway has just returned. Returns true when the mandate can still be used for debits.
   */
  async recordStatus(app: App, organizationId: Uuid, mandate: MandateRow, status: MandateStatus): Promise<boolean> {
    const isUsable = await this.changeOne(app, organizationId, mandate, async (tx, state, scope, row) => {
      await this.changeStatus(tx, scope, state, row, status)
      return usable([row], scope.at) !== null
    })
    return isUsable ?? false
  }

  /** Undefined when the mandate is no longer among the organization's current ones. */
  private async changeOne<T>(
    app: App,
    organizationId: Uuid,
    { id }: MandateRow,
    change: (tx: Tx, state: State, scope: Scope, row: MandateRow) => Promise<T>,
  ): Promise<T | undefined> {
    const scope = { organizationId, at: app.clock() }
    return app.database.transaction(async (tx) => {
      const state = await this.owner.lock(tx, organizationId)
      const row = state?.mandates.find((one) => one.id === id)
      if (!state || !row) return undefined
      const result = await change(tx, state, scope, row)
      await this.owner.save(tx, scope, state)
      return result
    }, organizationId)
  }
}
