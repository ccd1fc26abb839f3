// A choice on a page of the sandbox gateway that is no longer possible: 409, with a text on the page itself.

import { Refusal } from '#kit/refusals.ts'
import type { TooLateReason } from './rules.ts'
import { words } from './words.ts'

export class TooLate extends Refusal {
  readonly reason: TooLateReason

  constructor(reason: TooLateReason) {
    super('conflict', words.en.tooLate[reason])
    this.reason = reason
  }
}
