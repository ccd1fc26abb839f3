// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { InvoiceId, OrganizationId, RechargeId, TransactionId } from './shared.ts'

export type PaymentClaimId = string

export type PaymentClaimKind = 'dispute' | 'gateway_refund' | (string & {})

export type PaymentClaimStatus =
  | 'open'
  | 'action_required'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'closed'
  | 'pending'
  | 'processed'
  | 'failed'
  | (string & {})

export interface QueuedPaymentClaim {
  organization_id: OrganizationId
  organization_name: string
  id: PaymentClaimId
  kind: PaymentClaimKind
  status: PaymentClaimStatus
  recharge_id: RechargeId
  gateway: string
  /** The gateway's name of the dispute or refund. */
  reference: string
  /** The gateway's name of the payment. */
  payment_reference: string
  /** Of a dispute, in the gateway's word. */
  phase: string | null
  /** Why the payer disputes it, as the gateway's code. */
  reason_code: string | null
  /** Unix seconds. */
  respond_by: number | null
  /** With tax: what is disputed or refunded, and once it is lost or processed what the gateway took. */
  total: string
  /** Whether the gateway has paid it to the payer. */
  is_paid_out: boolean
  /** Credit that was taken back out of the wallet. */
  taken: string
  /** The tax that was given back with it. */
  taken_tax: string
  /** Credit that was to be taken back, and that the wallet did not have any more. */
  shortfall: string
  /** The tax on it. */
  shortfall_tax: string
  /** None while nothing is paid out, or where the payment was never credited. */
  takings: {
    transaction_id: TransactionId
    /** Rupees, two to six decimals. */
    taken: string
    /** Rupees, two to six decimals. */
    taken_tax: string
    /** Rupees, two to six decimals. */
    shortfall: string
    /** Rupees, two to six decimals. */
    shortfall_tax: string
    refund_transaction_id: TransactionId | null
    credit_note_id: InvoiceId | null
    /** Unix seconds. */
    created_at: number
  }[]
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  updated_at: number
}

export interface QueuedPaymentClaimPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: QueuedPaymentClaim[]
}

export interface ListPaymentClaimsOfAllOrganizationsQuery extends PageQuery {
  kind?: PaymentClaimKind | undefined
  status?: PaymentClaimStatus | undefined
}

/** `samvad.paymentClaims` */
export class PaymentClaimsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the disputes and gateway refunds of all organizations.
   *
   * What takes money of payments away without an approval here: disputes of payers, and refunds that were begun at the
   * gateway. `status=open` and `status=action_required` wait for an answer at the gateway.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/payment_claims`
   */
  list(options?: ListPaymentClaimsOfAllOrganizationsQuery & CallOptions): List<QueuedPaymentClaim> {
    return this.#transport.list('/v1/payment_claims', options)
  }
}
