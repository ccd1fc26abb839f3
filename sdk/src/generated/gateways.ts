// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export interface GatewayAccount {
  name: GatewayName
  base_url: string
  /** Key ID (Razorpay) or client ID (Cashfree) of the account. */
  account_id: string
  /** Each stored secret, masked except for its last four characters. */
  secrets: Record<string, string>
  /** Whether the gateway takes new payments. */
  is_enabled: boolean
  /** Whether this gateway takes new payments when both are enabled. */
  is_default: boolean
  /** Whether new payments currently use this account. */
  is_current: boolean
  /** Webhook URL to enter in the gateway's dashboard. */
  webhook_url: string
  /** Time in Unix seconds. */
  updated_at: number
}

export type GatewayName = 'razorpay' | 'cashfree' | (string & {})

export interface NewCashfreeAccount {
  /** Client ID of the account. */
  client_id: string
  /**
   * Client secret of the account, which also signs the gateway's webhooks. Never returned. If omitted, the stored
   * secret is kept; required for a new account and when the account ID or the base URL changes.
   */
  client_secret?: string | undefined
  /**
   * Base URL of the gateway's API. Must use `https`, except for addresses on the same machine.
   *
   * Default: "https://api.cashfree.com"
   */
  base_url?: string | undefined
  /**
   * Whether the gateway takes new payments. When false, payments already started are still completed.
   *
   * Default: true
   */
  is_enabled?: boolean | undefined
  /**
   * Whether this gateway takes new payments when both are enabled. The first account that was set up is the default
   * unless another is chosen.
   */
  is_default?: boolean | undefined
}

export interface NewRazorpayAccount {
  /** Key ID of the account. */
  key_id: string
  /**
   * Key secret of the account. Never returned. If omitted, the stored secret is kept; required for a new account and
   * when the account ID or the base URL changes.
   */
  key_secret?: string | undefined
  /**
   * Secret that signs the gateway's webhooks. Never returned. If omitted, the stored secret is kept; required for a new
   * account and when the account ID or the base URL changes.
   */
  webhook_secret?: string | undefined
  /**
   * Base URL of the gateway's API. Must use `https`, except for addresses on the same machine.
   *
   * Default: "https://api.razorpay.com"
   */
  base_url?: string | undefined
  /**
   * Whether the gateway takes new payments. When false, payments already started are still completed.
   *
   * Default: true
   */
  is_enabled?: boolean | undefined
  /**
   * Whether this gateway takes new payments when both are enabled. The first account that was set up is the default
   * unless another is chosen.
   */
  is_default?: boolean | undefined
}

/** `samvad.gateways.cashfree` */
export class GatewaysCashfreeApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Set the Cashfree account.
   *
   * Creates the account or replaces it as a whole; secrets that are omitted are kept. The first account of the
   * installation permanently turns off the sandbox gateway and its test money.
   *
   * Permission: `installation.operate`.
   *
   * `PUT /v1/gateways/cashfree`
   */
  set(body: NewCashfreeAccount, options?: CallOptions): Answer<GatewayAccount> {
    return this.#transport.put('/v1/gateways/cashfree', body, options)
  }

  /**
   * Remove the Cashfree account.
   *
   * Deletes its keys, so the status of its open payments can no longer be checked. To stop new payments only, set
   * `is_enabled` to false instead.
   *
   * Permission: `installation.operate`.
   *
   * `DELETE /v1/gateways/cashfree`
   */
  remove(options?: CallOptions): Answer<void> {
    return this.#transport.delete('/v1/gateways/cashfree', options)
  }
}

/** `samvad.gateways.razorpay` */
export class GatewaysRazorpayApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Set the Razorpay account.
   *
   * Creates the account or replaces it as a whole; secrets that are omitted are kept. The first account of the
   * installation permanently turns off the sandbox gateway and its test money.
   *
   * Permission: `installation.operate`.
   *
   * `PUT /v1/gateways/razorpay`
   */
  set(body: NewRazorpayAccount, options?: CallOptions): Answer<GatewayAccount> {
    return this.#transport.put('/v1/gateways/razorpay', body, options)
  }

  /**
   * Remove the Razorpay account.
   *
   * Deletes its keys, so the status of its open payments can no longer be checked. To stop new payments only, set
   * `is_enabled` to false instead.
   *
   * Permission: `installation.operate`.
   *
   * `DELETE /v1/gateways/razorpay`
   */
  remove(options?: CallOptions): Answer<void> {
    return this.#transport.delete('/v1/gateways/razorpay', options)
  }
}

export interface ListGatewayAccountsAnswer {
  data: GatewayAccount[]
  /** Whether the sandbox gateway is on, so recharges add test money. */
  sandbox: boolean
}

/** `samvad.gateways` */
export class GatewaysApi {
  readonly #transport: Transport
  readonly cashfree: GatewaysCashfreeApi
  readonly razorpay: GatewaysRazorpayApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.cashfree = new GatewaysCashfreeApi(transport)
    this.razorpay = new GatewaysRazorpayApi(transport)
  }

  /**
   * List payment gateway accounts.
   *
   * The installation's accounts with payment gateways. Secrets are masked.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/gateways`
   */
  list(options?: CallOptions): Answer<ListGatewayAccountsAnswer> {
    return this.#transport.get('/v1/gateways', options)
  }
}
