// Looks up the outcome of an orphaned delivery in the journals.

import type { DispatchJournal } from './journal/journal.ts'
import { type Claimed, type Outcome, rememberedOutcome, returnedOutcome } from './rules.ts'

/** Null when the outcome is unknown. A requeued delivery can no longer be sent under its current claim. */
export function knownOutcome(journal: DispatchJournal, claimed: Claimed, at: Date): Outcome | null {
  const noted = journal.outcomeOf(claimed)
  if (noted) return rememberedOutcome(claimed, noted)
  return journal.takeBack(claimed) ? returnedOutcome(claimed, at) : null
}
