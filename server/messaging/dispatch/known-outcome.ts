// What became of a delivery that nobody has in hand any more, as far as the journals tell.

import type { DispatchJournal } from './journal/journal.ts'
import { type Claimed, type Outcome, rememberedOutcome, returnedOutcome } from './rules.ts'

/** Null when nobody knows. What is queued again does not leave any more under the claim that it is under. */
export function knownOutcome(journal: DispatchJournal, claimed: Claimed, at: Date): Outcome | null {
  const noted = journal.outcomeOf(claimed)
  if (noted) return rememberedOutcome(claimed, noted)
  return journal.takeBack(claimed) ? returnedOutcome(claimed, at) : null
}
