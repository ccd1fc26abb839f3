// A choice on a page of the sandbox gateway that is no longer possible: 409, with a text on the page itself.

import { reasonOf } from '#kit/messages/reasons.ts'
import { Refusal } from '#kit/refusals.ts'
import type { TooLateReason } from './rules.ts'

export class TooLate extends Refusal {
  readonly choice: TooLateReason

  constructor(choice: TooLateReason) {
    super('conflict', reasonOf(choice))
    this.choice = choice
  }
}
