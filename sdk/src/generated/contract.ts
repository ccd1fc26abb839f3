// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

/** `samvad.contract` */
export class ContractApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the OpenAPI document.
   *
   * This API contract as an OpenAPI 3.1 document.
   *
   * No access token is required.
   *
   * `GET /v1/openapi.json`
   */
  retrieve(options?: CallOptions): Answer<Record<string, unknown>> {
    return this.#transport.get('/v1/openapi.json', options)
  }
}
