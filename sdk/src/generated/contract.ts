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
   * This document.
   *
   * OpenAPI 3.1. It needs no token.
   *
   * No token is needed.
   *
   * `GET /v1/openapi.json`
   */
  retrieve(options?: CallOptions): Answer<Record<string, unknown>> {
    return this.#transport.get('/v1/openapi.json', options)
  }
}
