// The client: the installation's address, the caller's token, and every operation of the contract by its noun.

import { queryText } from './address.ts'
import type { Answer } from './answer.ts'
import { SamvadApi } from './generated/api.ts'
import type { CallOptions, SamvadOptions } from './options.ts'
import { type Method, Transport } from './transport.ts'

/** Options of `request`, for an operation that this version does not contain. */
export interface RequestOptions extends CallOptions {
  query?: Readonly<Record<string, unknown>> | undefined
  body?: unknown
}

/** `new Samvad({ baseUrl, token })`. It keeps no connection and no state, so one instance can be shared. */
export class Samvad extends SamvadApi {
  readonly #transport: Transport

  constructor(options: SamvadOptions) {
    const transport = new Transport(options)
    super(transport)
    this.#transport = transport
  }

  /** An operation that is newer than this version of the SDK: `samvad.request('GET', '/v1/things')`. */
  request<T = unknown>(method: Method, path: string, { query = {}, body, ...options }: RequestOptions = {}): Answer<T> {
    return this.#transport.call({ method, address: path + queryText(query), body }, options)
  }
}
