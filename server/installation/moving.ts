// Moving an installation to another database: the markers in both, so that never both are active, and an interrupted
// move is recognized. docs/decisions/move.md lists the cases.

import type { Tx } from '#kit/database/database.ts'
import { type Fence, fenceAt, find } from './actions.ts'
import type { Arrival, Move, Place } from './place-rules.ts'
import * as queries from './queries.ts'

const NOT_ARRIVED = 'a move into this database was interrupted'

/** In the target database, after everything was copied: fences it, and marks the move as incomplete. */
export async function beginArriving(tx: Tx, from: Place, arriving: Arrival, at: Date): Promise<void> {
  await tx.run(queries.moveHome({ home: { ...from, arriving }, at, reason: NOT_ARRIVED }))
}

/** In the source database: marks the installation as moved. */
export async function leave(tx: Tx, from: Place, moved: Move, at: Date): Promise<void> {
  await tx.run(queries.moveHome({ home: { ...from, moved }, at, reason: `it was moved to ${moved.to}` }))
}

/** In the target database: completes the move, with the fence that was up at the source, if any. */
export async function arrive(tx: Tx, here: Place, fence: Arrival['fence']): Promise<void> {
  await tx.run(queries.settleAt(here, fence))
}

/** The fence to take along: the one that is up at the source, or that its next start would raise. */
export async function fenceToTake(reads: Tx, here: Place, at: Date): Promise<Arrival['fence']> {
  const fence: Fence | null = await fenceAt(reads, here)
  return fence && { since: (fence.since ?? at).toISOString(), reason: fence.reason }
}

/** Why the program must not serve from this database, with the remedy; null when it may. */
export async function whyNotHere(reads: Tx): Promise<string | null> {
  const { place } = await find(reads)
  if (place?.moved)
    return `This installation was moved to ${place.moved.to}. Set DATABASE_URL to that database. To use this database again instead, without the changes made there, run samvad fence lift.`
  if (place?.arriving)
    return `The move into this database was interrupted. Run the same samvad move again to finish it. Until then, the installation stays in its previous database.`
  return null
}
