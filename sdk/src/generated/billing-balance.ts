// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AutoRechargeStatus } from './billing-auto-recharge.ts'

export interface Balance {
  currency: string
  /** Credit in the wallet, in rupees. */
  balance: string
  /** Credit that can be spent: `balance` less `reserved`, in rupees. */
  available_credits: string
  /** Credit reserved for messages that are still being sent, in rupees. Currently always zero. */
  reserved: string
  /** Recharges whose payment is in progress. */
  pending_transactions: {
    count: number
    /** Credit that these recharges will add, in rupees. */
    amount: string
  }
  low_balance_warning: LowBalanceLevel | null
  /** Whether sending has stopped because the balance does not cover any further message. */
  sending_paused: boolean
  /**
   * Whole days that the balance will last at the spending rate of the last 7 × 24 hours, at most 3650. Null if nothing
   * was spent in that time.
   */
  days_left: number | null
  /** End of the grace period after a failed automatic payment, in Unix seconds. Null outside a grace period. */
  grace_until: number | null
  auto_recharge: {
    enabled: boolean
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    threshold: string | null
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    amount: string | null
    status: AutoRechargeStatus
  }
  /** Time in Unix seconds. */
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
   * Retrieve the wallet balance.
   *
   * `low_balance_warning` is the warning level that the balance has reached, in percent of the balance after the last
   * credit to the wallet; null above 20 percent. At `0`, sending is paused because the balance does not cover any
   * message that the organization could send next.
   *
   * Permission: `balance.view`.
   *
   * `GET /api/v1/billing/balance`
   */
  retrieve(options?: CallOptions): Answer<Balance> {
    return this.#transport.get('/api/v1/billing/balance', options)
  }
}
