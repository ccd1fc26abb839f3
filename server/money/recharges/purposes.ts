// The purposes of payments through gateways. Orders, pages, queries and webhooks are the same for every purpose; the
// domain of the purpose decides what a captured or failed payment means. The domains are registered at start:
// server/program/hooks.ts.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { GatewayEventHandler, MandateRecorder } from '#money/gateways/gateway-events.ts'
import type { Gateway, GatewayPaymentEvent } from '#money/gateways/providers/gateway.ts'
import type { Purpose } from '#money/gateways/rules.ts'
import type { Supplier } from '#money/invoices/actions.ts'
import type { WalletState } from '#money/wallet/actions.ts'
import type { Mandated } from './mandate-end.ts'
import type { MandateRow } from './mandate-queries.ts'
import * as mandateQueries from './mandate-queries.ts'
import type { Mandates } from './mandates.ts'
import type { Failure, RechargeRow } from './queries.ts'

export interface Captured {
  row: RechargeRow
  gateway: Gateway
  payment: GatewayPaymentEvent
  supplier: Supplier
  /** The bank holidays that the installation adds: a refund's expected dates depend on them. */
  bankHolidays: ReadonlySet<string>
  walletState: WalletState
  /** The wallet's transaction; null for a subscription. */
  transactionId: Uuid | null
}

export interface Failed {
  /** The payment before and after the failure. */
  before: RechargeRow
  row: RechargeRow
  /** Null when its gateway is off for good. */
  gateway: Gateway | null
  failure: Failure
  supplier: Supplier
}

/** All functions run in the settling transaction, with the wallet locked; `captured` once per captured payment. */
export interface PaymentPurpose {
  /** The transaction under which the capture is recorded. */
  transactionOf(row: RechargeRow, at: Date): Uuid | null
  captured(tx: Tx, scope: Scope, captured: Captured): Promise<void>
  failed(tx: Tx, scope: Scope, failed: Failed): Promise<void>
  /** The captured amount differs from the requested one. Nothing is booked. */
  mismatched(
    tx: Tx,
    scope: Scope,
    mismatched: Omit<Failed, 'failure' | 'before' | 'supplier'> & { payment: GatewayPaymentEvent },
  ): Promise<void>
}

/** Mandates authorized with payments of the purpose. */
type MandatesOfPurpose = Pick<Mandates<Mandated>, 'recordAuthorized' | 'handleReport'>

export type PaymentPurposes = Readonly<Record<Purpose, PaymentPurpose & { mandates: MandatesOfPurpose }>>

let table: PaymentPurposes | null = null

/** Called once per process. */
export function usePaymentPurposes(purposes: PaymentPurposes): void {
  table = purposes
}

export function purposeOf({ purpose }: { purpose: Purpose }): PaymentPurposes[Purpose] {
  if (!table) throw new Error('no purposes of payments are registered in this process')
  return table[purpose]
}

export const handleMandateEvent: GatewayEventHandler<'mandate'> = async (app, organizationId, gateway, report) => {
  const named = mandateQueries.byToken(organizationId, gateway.name, report.token)
  const known = await app.database.reads.row<MandateRow>(named)
  return known ? purposeOf(known).mandates.handleReport(app, organizationId, gateway, report) : 'unknown'
}

export const recordAuthorizedMandate: MandateRecorder = (tx, scope, authorization) =>
  purposeOf(authorization).mandates.recordAuthorized(tx, scope, authorization)
