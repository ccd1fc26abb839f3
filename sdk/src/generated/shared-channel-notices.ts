// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { ChannelNotice } from './channel-notices.ts'
import type { Channel } from './shared.ts'

export interface ListSharedChannelNoticesQuery extends PageQuery {
  channel?: Channel | undefined
  needs_action?: boolean | undefined
}

/** `samvad.sharedChannelNotices` */
export class SharedChannelNoticesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List provider notices for the shared accounts.
   *
   * Same as `GET /v1/channel_notices`, for the shared accounts of the installation.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/shared_channel_notices`
   */
  list(options?: ListSharedChannelNoticesQuery & CallOptions): List<ChannelNotice> {
    return this.#transport.list('/v1/shared_channel_notices', options)
  }
}
