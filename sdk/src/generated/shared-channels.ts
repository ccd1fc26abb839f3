// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AppAccount, NewAppAccount, NewSmsAccount, SmsAccount } from './channels.ts'

export interface TestSharedAppAccountAnswer {
  succeeded: boolean
  /** The provider's response, or why it could not be reached. If a step failed, the detail of that step. */
  detail: string
  /** The sentences of the text, each with its code and the values in it; none of what an earlier version stored. */
  details: {
    /** Stable, for programs. More codes may be added. `provider_said` quotes the provider. */
    code: string
    /** In English. */
    message: string
    /** The values in the text. */
    params: Record<string, unknown>
  }[]
  /** The checks, in order. `succeeded` is null for a check that was skipped because an earlier one failed. */
  steps?: {
    step: string
    succeeded: boolean | null
    detail: string
    /** The sentences of the text, each with its code and the values in it; none of what an earlier version stored. */
    details: {
      /** Stable, for programs. More codes may be added. `provider_said` quotes the provider. */
      code: string
      /** In English. */
      message: string
      /** The values in the text. */
      params: Record<string, unknown>
    }[]
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
   * The app account that sends the messages of all organizations without their own. Secrets are never returned.
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
   * Sends the messages of all organizations without their own app account from now on, and turns the channel's sandbox
   * off for good. Replaces all settings of the account.
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
   * From now on, messages of organizations without their own account are refused (`channel_unavailable`). Messages that
   * are already waiting are not sent through another account. The sandbox does not come back.
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
   * Checks with Meta, in this order, that the access token is valid, the number is registered and the app is subscribed
   * to the business account, and whether Meta can reach this installation over HTTPS. Sends no message.
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
  /** The provider's response, or why it could not be reached. If a step failed, the detail of that step. */
  detail: string
  /** The sentences of the text, each with its code and the values in it; none of what an earlier version stored. */
  details: {
    /** Stable, for programs. More codes may be added. `provider_said` quotes the provider. */
    code: string
    /** In English. */
    message: string
    /** The values in the text. */
    params: Record<string, unknown>
  }[]
  /** The checks, in order. `succeeded` is null for a check that was skipped because an earlier one failed. */
  steps?: {
    step: string
    succeeded: boolean | null
    detail: string
    /** The sentences of the text, each with its code and the values in it; none of what an earlier version stored. */
    details: {
      /** Stable, for programs. More codes may be added. `provider_said` quotes the provider. */
      code: string
      /** In English. */
      message: string
      /** The values in the text. */
      params: Record<string, unknown>
    }[]
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
   * The SMS account that sends the messages of all organizations without their own. Secrets are never returned.
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
   * Sends the messages of all organizations without their own SMS account from now on, and turns the channel's sandbox
   * off for good. Replaces all settings of the account.
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
   * From now on, messages of organizations without their own account are refused (`channel_unavailable`). Messages that
   * are already waiting are not sent through another account. The sandbox does not come back.
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
   * Connects to the SMSC and binds, or connects to the HTTP gateway, and returns what failed. Sends no message.
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
