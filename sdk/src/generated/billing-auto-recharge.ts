// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PaymentMethod, RechargeId } from './shared.ts'

export interface AutoRecharge {
  enabled: boolean
  status: AutoRechargeStatus
  currency: string
  /** The wallet is recharged when the balance falls below this amount, in rupees. */
  threshold: string | null
  /** Amount of each automatic recharge, in rupees. */
  amount: string | null
  /** Limit of automatic recharges per calendar month in India, in rupees. */
  monthly_limit: string | null
  /** Maximum per automatic payment, including tax, in rupees. */
  mandate_max_amount: string | null
  /** Automatic recharges of the current calendar month in India, in rupees. */
  charged_this_month: string
  mandate: {
    id: MandateId
    status: MandateStatus
    payment_method: PaymentMethod | null
    /** Maximum per debit, including tax, in rupees. Null if the mandate has no maximum. */
    max_amount: string | null
    /** When the mandate expires, in Unix seconds. Null if it does not expire or the expiry is not known yet. */
    expires_at: number | null
  } | null
  /**
   * Checkout page of the first recharge; paying it also authorizes automatic recharges. Null if no authorization is
   * required.
   */
  authorization_url: string | null
  open_recharge_id: RechargeId | null
  /** Checkout page of the open recharge, to pay it manually. Null if no manual payment is required. */
  payment_url: string | null
  /** When the debit in progress is due, in Unix seconds. Null if no debit is in progress. */
  debit_at: number | null
  /** When the failed payment is retried, in Unix seconds. Null if no retry is scheduled. */
  next_attempt_at: number | null
  /** Failed payment attempts in the current grace period. */
  failed_attempts: number
  /** End of the grace period, in Unix seconds. Null outside a grace period. */
  grace_until: number | null
  /** Until when a limit prevents automatic recharges, in Unix seconds. Null if no limit applies. */
  limited_until: number | null
  /** When the settings were last changed, in Unix seconds. Null if never set. */
  updated_at: number | null
}

export interface AutoRechargeChange {
  enabled?: boolean | undefined
  /**
   * The wallet is recharged when the balance falls below this amount. Amount in rupees, as a decimal string with at
   * most two decimal places.
   */
  threshold?: string | undefined
  /** Amount of each automatic recharge. Amount in rupees, as a decimal string with at most two decimal places. */
  amount?: string | undefined
  /**
   * Limit of automatic recharges per calendar month in India. Null: ten times `amount`. Amount in rupees, as a decimal
   * string with at most two decimal places.
   */
  monthly_limit?: string | null | undefined
  /**
   * Maximum per automatic payment, including tax. Null: ₹15,000. Amount in rupees, as a decimal string with at most two
   * decimal places.
   */
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
   * Cancel the auto-recharge mandate.
   *
   * No further debits are started with the mandate, but a debit that was already requested from the gateway can still
   * go through. Auto-recharge stays on and requests payments by payment link until a new mandate is authorized.
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
   * Retrieve auto-recharge settings.
   *
   * The settings and the current `status`: `off`; `authorization_required` (a mandate is missing, pay at
   * `authorization_url`); `active` (recharges when the balance falls below `threshold`); `charging` (a debit is in
   * progress, due at `debit_at`); `payment_link` (no mandate covers the recharge, pay at `payment_url`); `retrying` (a
   * payment failed and will be retried at `next_attempt_at`); `limited` (a limit prevents recharges until
   * `limited_until`).
   *
   * Permission: `balance.view`.
   *
   * `GET /api/v1/billing/auto_recharge`
   */
  retrieve(options?: CallOptions): Answer<AutoRecharge> {
    return this.#transport.get('/api/v1/billing/auto_recharge', options)
  }

  /**
   * Update auto-recharge settings.
   *
   * Only the fields in the request change. When a deduction leaves the balance below `threshold`, the wallet is
   * recharged by `amount`, up to `monthly_limit` per calendar month in India (default: ten times `amount`). If there is
   * no mandate, turning auto-recharge on creates a first recharge of `amount`. Paying it at `authorization_url` credits
   * the wallet and authorizes automatic debits of up to `mandate_max_amount` each, including tax (default: ₹15,000). A
   * recharge that no mandate covers is requested by payment link instead.
   *
   * Permission: `billing.manage`.
   *
   * `PUT /api/v1/billing/auto_recharge`
   */
  update(body: AutoRechargeChange, options?: CallOptions): Answer<AutoRecharge> {
    return this.#transport.put('/api/v1/billing/auto_recharge', body, options)
  }
}
