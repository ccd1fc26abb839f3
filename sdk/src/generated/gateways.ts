// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export interface GatewayAccount {
  name: GatewayName
  base_url: string
  /** The key id or client id. */
  account_id: string
  /** Of each secret its last four letters. */
  secrets: Record<string, string>
  is_enabled: boolean
  is_default: boolean
  /** Whether it takes new payments now. */
  is_current: boolean
  /** The address to enter at the gateway for its webhooks. */
  webhook_url: string
  /** Unix seconds. */
  updated_at: number
}

export type GatewayName = 'razorpay' | 'cashfree' | (string & {})

export interface NewCashfreeAccount {
  /** The client of the account. */
  client_id: string
  /**
   * Its secret, which also signs the webhooks. Never shown again. Left out, the stored one stays, as long as the
   * account and its address do.
   */
  client_secret?: string | undefined
  /**
   * Only `https`, except on this machine.
   *
   * Default: "https://api.cashfree.com"
   */
  base_url?: string | undefined
  /**
   * Off, it takes no new payments; those that were begun are still settled.
   *
   * Default: true
   */
  is_enabled?: boolean | undefined
  /** Takes new payments when both gateways are on; the first that was set, unless said. */
  is_default?: boolean | undefined
}

export interface NewRazorpayAccount {
  /** The key of the account. */
  key_id: string
  /** Its secret. Never shown again. Left out, the stored one stays, as long as the account and its address do. */
  key_secret?: string | undefined
  /**
   * What its webhooks are signed with. Never shown again. Left out, the stored one stays, as long as the account and
   * its address do.
   */
  webhook_secret?: string | undefined
  /**
   * Only `https`, except on this machine.
   *
   * Default: "https://api.razorpay.com"
   */
  base_url?: string | undefined
  /**
   * Off, it takes no new payments; those that were begun are still settled.
   *
   * Default: true
   */
  is_enabled?: boolean | undefined
  /** Takes new payments when both gateways are on; the first that was set, unless said. */
  is_default?: boolean | undefined
}

/** `samvad.gateways.cashfree` */
export class GatewaysCashfreeApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Set the account with Cashfree.
   *
   * New recharges are paid through it from now on. The first account of an installation switches the sandbox gateway
   * and its test money off for good. The account is replaced as a whole.
   *
   * Permission: `installation.operate`.
   *
   * `PUT /v1/gateways/cashfree`
   */
  set(body: NewCashfreeAccount, options?: CallOptions): Answer<GatewayAccount> {
    return this.#transport.put('/v1/gateways/cashfree', body, options)
  }

  /**
   * Remove the account with Cashfree.
   *
   * Its keys are forgotten: payments that are still open with it can no longer be asked about. Switching it off with
   * `is_enabled` keeps them.
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
   * Set the account with Razorpay.
   *
   * New recharges are paid through it from now on. The first account of an installation switches the sandbox gateway
   * and its test money off for good. The account is replaced as a whole.
   *
   * Permission: `installation.operate`.
   *
   * `PUT /v1/gateways/razorpay`
   */
  set(body: NewRazorpayAccount, options?: CallOptions): Answer<GatewayAccount> {
    return this.#transport.put('/v1/gateways/razorpay', body, options)
  }

  /**
   * Remove the account with Razorpay.
   *
   * Its keys are forgotten: payments that are still open with it can no longer be asked about. Switching it off with
   * `is_enabled` keeps them.
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
  /** Whether the sandbox gateway is on: test money. */
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
   * List the gateway accounts.
   *
   * Which payment gateways the installation has accounts with. Of secrets only a hint is shown.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/gateways`
   */
  list(options?: CallOptions): Answer<ListGatewayAccountsAnswer> {
    return this.#transport.get('/v1/gateways', options)
  }
}
