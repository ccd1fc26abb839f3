// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PaymentMethod, RechargeId } from './shared.ts'

export interface AutoRecharge {
  enabled: boolean
  status: AutoRechargeStatus
  currency: string
  /** Rupees, two to six decimals. */
  threshold: string | null
  /** Rupees, two to six decimals. */
  amount: string | null
  /** Rupees, two to six decimals. */
  monthly_limit: string | null
  /** Rupees, two to six decimals. */
  mandate_max_amount: string | null
  /** Rupees, two to six decimals. */
  charged_this_month: string
  mandate: {
    id: MandateId
    status: MandateStatus
    payment_method: PaymentMethod | null
    /** Rupees, two to six decimals. */
    max_amount: string | null
    /** Unix seconds. */
    expires_at: number | null
  } | null
  /** Where paying a first recharge also allows the automatic ones. */
  authorization_url: string | null
  open_recharge_id: RechargeId | null
  /** Where the open recharge is to be paid by hand. */
  payment_url: string | null
  /** Unix seconds. */
  debit_at: number | null
  /** Unix seconds. */
  next_attempt_at: number | null
  /** Of the present grace. */
  failed_attempts: number
  /** Unix seconds. */
  grace_until: number | null
  /** Unix seconds. */
  limited_until: number | null
  /** Unix seconds. */
  updated_at: number | null
}

export interface AutoRechargeChange {
  enabled?: boolean | undefined
  /** Rupees as a decimal string with at most two decimals. */
  threshold?: string | undefined
  /** Rupees as a decimal string with at most two decimals. */
  amount?: string | undefined
  /** Rupees as a decimal string with at most two decimals. */
  monthly_limit?: string | null | undefined
  /** Rupees as a decimal string with at most two decimals. */
  mandate_max_amount?: string | null | undefined
}

export type AutoRechargeStatus =
  | 'off'
  | 'authorization_required'
  | 'active'
  | 'charging'
  | 'retrying'
  | 'payment_link'
  | 'limited'
  | (string & {})

export type MandateId = string

export type MandateStatus = 'pending' | 'active' | 'paused' | 'cancelled' | 'expired' | 'rejected' | (string & {})

/** `samvad.billing.autoRecharge.mandate` */
export class BillingAutoRechargeMandateApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Cancel the mandate of auto-recharge.
   *
   * Nothing more is debited with it; a debit that the gateway was asked for already may still come. Auto-recharge stays
   * on and asks with payment links, until a new mandate is given.
   *
   * Permission: `billing.manage`.
   *
   * `DELETE /api/v1/billing/auto_recharge/mandate`
   */
  cancel(options?: CallOptions): Answer<void> {
    return this.#transport.delete('/api/v1/billing/auto_recharge/mandate', options)
  }
}

/** `samvad.billing.autoRecharge` */
export class BillingAutoRechargeApi {
  readonly #transport: Transport
  readonly mandate: BillingAutoRechargeMandateApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.mandate = new BillingAutoRechargeMandateApi(transport)
  }

  /**
   * Retrieve auto-recharge.
   *
   * `status` says what it does: `off`; `authorization_required`: a mandate is missing, pay at `authorization_url`;
   * `active`: waits for the balance to fall below the threshold; `charging`: a debit is under way, due at `debit_at`;
   * `payment_link`: no mandate covers the recharge, pay at `payment_url`; `retrying`: a payment failed, the next is
   * made at `next_attempt_at`; `limited`: a limit holds until `limited_until`.
   *
   * Permission: `balance.view`.
   *
   * `GET /api/v1/billing/auto_recharge`
   */
  retrieve(options?: CallOptions): Answer<AutoRecharge> {
    return this.#transport.get('/api/v1/billing/auto_recharge', options)
  }

  /**
   * Update auto-recharge.
   *
   * When a deduction leaves the balance below `threshold`, the wallet is recharged by `amount`, as often as
   * `monthly_limit` (by default ten amounts, per calendar month of Asia/Kolkata) allows. Without a mandate, switching
   * it on opens a first recharge of `amount`: paying it at `authorization_url` credits the wallet and allows automatic
   * debits of up to `mandate_max_amount` each, with tax. What no mandate covers is asked for with a payment link
   * instead.
   *
   * Permission: `billing.manage`.
   *
   * `PUT /api/v1/billing/auto_recharge`
   */
  update(body: AutoRechargeChange, options?: CallOptions): Answer<AutoRecharge> {
    return this.#transport.put('/api/v1/billing/auto_recharge', body, options)
  }
}
