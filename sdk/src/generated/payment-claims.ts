// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { QueueSort } from './organizations.ts'
import type { InvoiceId, OrganizationId, RechargeId, SpayId, TransactionId } from './shared.ts'

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
  /** Whether the organization has priority support, which is part of the premium plan. */
  is_priority: boolean
  id: PaymentClaimId
  kind: PaymentClaimKind
  status: PaymentClaimStatus
  recharge_id: RechargeId | null
  subscription_payment_id: SpayId | null
  gateway: string
  /** The gateway's ID of the dispute or refund. */
  reference: string
  /** The gateway's ID of the payment. */
  payment_reference: string
  /** Phase of the dispute, as the gateway names it. Null for a gateway refund. */
  phase: string | null
  /** The gateway's reason code of the dispute. */
  reason_code: string | null
  /** Deadline for a response to the dispute at the gateway, in Unix seconds. Null if there is none. */
  respond_by: number | null
  /**
   * Disputed or refunded amount in rupees, including tax. After a lost dispute or a processed refund, the amount that
   * the gateway deducted.
   */
  total: string
  /** Whether the gateway has paid the amount to the payer. */
  is_paid_out: boolean
  /** Credit taken back from the wallet, in rupees, without tax. */
  taken: string
  /** Tax refunded with the credit that was taken back, in rupees. */
  taken_tax: string
  /** Credit that could not be taken back because it was already spent, in rupees, without tax. */
  shortfall: string
  /** Tax on the shortfall, in rupees. */
  shortfall_tax: string
  /**
   * Each time credit was taken back for this claim. Empty until money is paid out, and if the payment was never
   * credited.
   */
  takings: {
    transaction_id: TransactionId | null
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    taken: string
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    taken_tax: string
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    shortfall: string
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    shortfall_tax: string
    refund_transaction_id: TransactionId | null
    credit_note_id: InvoiceId | null
    /** Time in Unix seconds. */
    created_at: number
  }[]
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  updated_at: number
}

export interface QueuedPaymentClaimPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: QueuedPaymentClaim[]
}

export interface ListPaymentClaimsOfAllOrganizationsQuery extends PageQuery {
  priority?: boolean | undefined
  /** `priority`: organizations with priority support first, then newest first. Default: `newest`. */
  sort?: QueueSort | undefined
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
   * List disputes and gateway refunds of all organizations.
   *
   * Payment disputes opened by payers, and refunds started in a gateway's dashboard. Both take back paid money without
   * an approval in Samvad. Disputes with status `open` or `action_required` need a response in the gateway's dashboard.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/payment_claims`
   */
  list(options?: ListPaymentClaimsOfAllOrganizationsQuery & CallOptions): List<QueuedPaymentClaim> {
    return this.#transport.list('/v1/payment_claims', options)
  }
}
