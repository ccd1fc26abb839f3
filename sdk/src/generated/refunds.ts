// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { RefundStatus } from './billing-refunds.ts'
import type { QueueSort, QueuedRefund } from './organizations.ts'

export interface QueuedRefundPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: QueuedRefund[]
}

export interface ListRefundsOfAllOrganizationsQuery extends PageQuery {
  status?: RefundStatus | undefined
  priority?: boolean | undefined
  /** `priority`: organizations with priority support first, then newest first. Default: `newest`. */
  sort?: QueueSort | undefined
}

/** `samvad.refunds` */
export class RefundsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List refunds of all organizations.
   *
   * Use `status=requested` for the refunds that await a decision.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/refunds`
   */
  list(options?: ListRefundsOfAllOrganizationsQuery & CallOptions): List<QueuedRefund> {
    return this.#transport.list('/v1/refunds', options)
  }
}
