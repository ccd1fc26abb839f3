// How many recipients an organization's campaigns may process before the worker continues with the next organization.
// Counted in recipients, as pieces and batches differ in size.

import { PIECE } from './estimate.ts'
import { BATCH } from './fan-out.ts'

/** Recipients queued per turn while other organizations wait. */
export const TURN = 1000
/** Recipients per turn while no other organization waits. The turn ends early when one does. */
export const TURN_ALONE = 5 * BATCH
/** Freezing this many recipients takes as long as queueing one. */
const FROZEN_PER_QUEUED = PIECE / BATCH

export class Turn {
  #left: number
  #share = 0

  constructor(recipients: number) {
    this.#left = recipients
  }

  get isOver(): boolean {
    return this.#left <= 0
  }

  /** Divides what is left equally among the organization's campaigns. */
  divide(campaigns: number): void {
    this.#share = Math.ceil(this.#left / campaigns)
  }

  /** Recipients that each campaign may queue. */
  get queueable(): number {
    return this.#share
  }

  /** Recipients that each campaign may freeze. */
  get freezable(): number {
    return Math.ceil(this.#share * FROZEN_PER_QUEUED)
  }

  noteQueued(recipients: number): void {
    this.#left -= recipients
  }

  noteFrozen(recipients: number): void {
    this.#left -= Math.ceil(recipients / FROZEN_PER_QUEUED)
  }
}
