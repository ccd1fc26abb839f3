// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AppAccount, NewAppAccount, NewSmsAccount, SmsAccount } from './channels.ts'

export interface TestSharedAppAccountAnswer {
  succeeded: boolean
  /** What the provider said, or why it was not reached. */
  detail: string
  /** What was looked at, in order; `succeeded` is null where an earlier one had to succeed first. */
  steps?: {
    step: string
    succeeded: boolean | null
    detail: string
  }[] | undefined
}

/** `samvad.sharedChannels.app` */
export class SharedChannelsAppApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the shared app account.
   *
   * The installation's app account for all organizations that have none of their own. What is secret of it is never
   * shown.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/shared_channels/app`
   */
  retrieve(options?: CallOptions): Answer<AppAccount> {
    return this.#transport.get('/v1/shared_channels/app', options)
  }

  /**
   * Set the shared app account.
   *
   * The messages of organizations that have no app account of their own leave through it from now on, and the sandbox
   * of the channel is off for good. The account is replaced as a whole.
   *
   * Permission: `installation.operate`.
   *
   * `PUT /v1/shared_channels/app`
   */
  set(body: NewAppAccount, options?: CallOptions): Answer<AppAccount> {
    return this.#transport.put('/v1/shared_channels/app', body, options)
  }

  /**
   * Remove the shared app account.
   *
   * Messages of organizations without an account of their own are refused from now on (`channel_unavailable`); what
   * waits leaves by no other account. The sandbox does not come back.
   *
   * Permission: `installation.operate`.
   *
   * `DELETE /v1/shared_channels/app`
   */
  remove(options?: CallOptions): Answer<void> {
    return this.#transport.delete('/v1/shared_channels/app', options)
  }

  /**
   * Test the shared app account.
   *
   * Asks Meta, in this order: whether the access token is valid, the number registered, the business account
   * subscribed; and looks whether Meta can reach this installation by https. Sends nothing.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/shared_channels/app/test`
   */
  test(options?: CallOptions): Answer<TestSharedAppAccountAnswer> {
    return this.#transport.post('/v1/shared_channels/app/test', undefined, options)
  }
}

export interface TestSharedSmsAccountAnswer {
  succeeded: boolean
  /** What the provider said, or why it was not reached. */
  detail: string
  /** What was looked at, in order; `succeeded` is null where an earlier one had to succeed first. */
  steps?: {
    step: string
    succeeded: boolean | null
    detail: string
  }[] | undefined
}

/** `samvad.sharedChannels.sms` */
export class SharedChannelsSmsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the shared SMS account.
   *
   * The installation's SMS account for all organizations that have none of their own. What is secret of it is never
   * shown.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/shared_channels/sms`
   */
  retrieve(options?: CallOptions): Answer<SmsAccount> {
    return this.#transport.get('/v1/shared_channels/sms', options)
  }

  /**
   * Set the shared SMS account.
   *
   * The messages of organizations that have no SMS account of their own leave through it from now on, and the sandbox
   * of the channel is off for good. The account is replaced as a whole.
   *
   * Permission: `installation.operate`.
   *
   * `PUT /v1/shared_channels/sms`
   */
  set(body: NewSmsAccount, options?: CallOptions): Answer<SmsAccount> {
    return this.#transport.put('/v1/shared_channels/sms', body, options)
  }

  /**
   * Remove the shared SMS account.
   *
   * Messages of organizations without an account of their own are refused from now on (`channel_unavailable`); what
   * waits leaves by no other account. The sandbox does not come back.
   *
   * Permission: `installation.operate`.
   *
   * `DELETE /v1/shared_channels/sms`
   */
  remove(options?: CallOptions): Answer<void> {
    return this.#transport.delete('/v1/shared_channels/sms', options)
  }

  /**
   * Test the shared SMS account.
   *
   * Connects and binds, or reaches the gateway, and says what is wrong; sends nothing.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/shared_channels/sms/test`
   */
  test(options?: CallOptions): Answer<TestSharedSmsAccountAnswer> {
    return this.#transport.post('/v1/shared_channels/sms/test', undefined, options)
  }
}

/** `samvad.sharedChannels` */
export class SharedChannelsApi {
  readonly app: SharedChannelsAppApi
  readonly sms: SharedChannelsSmsApi

  constructor(transport: Transport) {
    this.app = new SharedChannelsAppApi(transport)
    this.sms = new SharedChannelsSmsApi(transport)
  }
}
