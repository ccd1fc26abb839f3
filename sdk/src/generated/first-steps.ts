// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Permission } from './shared.ts'

export type FirstStepName =
  | 'channel'
  | 'contact'
  | 'conversation'
  | 'sent_message'
  | 'recharge'
  | 'colleague'
  | (string & {})

export interface FirstSteps {
  /** Whether all steps are done. */
  is_done: boolean
  /** The steps, in the recommended order. */
  steps: {
    name: FirstStepName
    is_done: boolean
    /** Permission required for the step. */
    permission: Permission
  }[]
}

/** `samvad.firstSteps` */
export class FirstStepsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve first steps.
   *
   * Whether the organization has a channel that can send (the sandbox counts), a contact, a conversation and a sent
   * message, and has recharged the wallet and invited a colleague. Deleted objects do not count.
   *
   * Permission: `organization.view`.
   *
   * `GET /v1/first_steps`
   */
  retrieve(options?: CallOptions): Answer<FirstSteps> {
    return this.#transport.get('/v1/first_steps', options)
  }
}
