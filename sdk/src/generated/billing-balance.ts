// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AutoRechargeStatus } from './billing-auto-recharge.ts'

export interface Balance {
  currency: string
  /** Rupees, two to six decimals. */
  balance: string
  /** Rupees, two to six decimals. */
  available_credits: string
  /** Rupees, two to six decimals. */
  reserved: string
  pending_transactions: {
    count: number
    /** Rupees, two to six decimals. */
    amount: string
  }
  low_balance_warning: LowBalanceLevel | null
  sending_paused: boolean
  /**
   * Whole days that the balance lasts at the spending of the last 7 times 24 hours, at most 3650; null when nothing was
   * spent.
   */
  days_left: number | null
  /** Unix seconds. */
  grace_until: number | null
  auto_recharge: {
    enabled: boolean
    /** Rupees, two to six decimals. */
    threshold: string | null
    /** Rupees, two to six decimals. */
    amount: string | null
    status: AutoRechargeStatus
  }
  /** Unix seconds. */
  updated_at: number
}

export type LowBalanceLevel = '20' | '10' | '0' | (string & {})

/** `samvad.billing.balance` */
export class BillingBalanceApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Check the wallet balance.
   *
   * `low_balance_warning` is the level that the balance has reached, in percent of what it was right after money last
   * came in. At 0 sending is paused: the balance covers no message that the organization could send next.
   *
   * Permission: `balance.view`.
   *
   * `GET /api/v1/billing/balance`
   */
  retrieve(options?: CallOptions): Answer<Balance> {
    return this.#transport.get('/api/v1/billing/balance', options)
  }
}
