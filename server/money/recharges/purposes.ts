// What a payment through a gateway is for. Placing its order, its page, asking and hearing about it are the same for
// every purpose; what money that was captured means, and a payment that failed, is told by the domain of the purpose:
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
  /** The bank holidays that the installation adds: when a refund is expected depends on them. */
  bankHolidays: ReadonlySet<string>
  walletState: WalletState
  /** That of the wallet; null of a subscription. */
  transactionId: Uuid | null
}

export interface Failed {
  /** As it was before, and as it is now. */
  before: RechargeRow
  row: RechargeRow
  /** Null when its gateway is off for good. */
  gateway: Gateway | null
  failure: Failure
  supplier: Supplier
}

/** All of it in the transaction that settles, with the wallet locked; of one captured payment once. */
export interface PaymentPurpose {
  /** The transaction under which the capture is noted. */
  transactionOf(row: RechargeRow, at: Date): Uuid | null
  captured(tx: Tx, scope: Scope, captured: Captured): Promise<void>
  failed(tx: Tx, scope: Scope, failed: Failed): Promise<void>
  /** Another amount was captured than was asked for. Nothing is booked. */
  mismatched(
    tx: Tx,
    scope: Scope,
    mismatched: Omit<Failed, 'failure' | 'before' | 'supplier'> & { payment: GatewayPaymentEvent },
  ): Promise<void>
}

/** Mandates that were authorized with payments of the purpose. */
type MandatesOfPurpose = Pick<Mandates<Mandated>, 'recordAuthorized' | 'handleReport'>

export type PaymentPurposes = Readonly<Record<Purpose, PaymentPurpose & { mandates: MandatesOfPurpose }>>

let table: PaymentPurposes | null = null

/** Once in every process. */
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
