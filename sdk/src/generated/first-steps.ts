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
  /** Whether all of them are. */
  is_done: boolean
  /** In the order in which they are best taken. */
  steps: {
    name: FirstStepName
    is_done: boolean
    /** What it takes to take the step. */
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
   * See which first steps are taken.
   *
   * Whether the organization has a channel that sends, be it the sandbox, a contact, a conversation and a message that
   * left, and has recharged and invited a colleague. What was deleted since counts as not there.
   *
   * Permission: `organization.view`.
   *
   * `GET /v1/first_steps`
   */
  retrieve(options?: CallOptions): Answer<FirstSteps> {
    return this.#transport.get('/v1/first_steps', options)
  }
}
