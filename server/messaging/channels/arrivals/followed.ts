// Waits for the processing of an event that was just stored, for callers that want to see its result.

import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import type { NewArrival } from './arrival.ts'
import { type StandingRow, standingOf } from './queries.ts'

const LOOK_EVERY_MS = 20

/**
 * `done`: processed. `again`: will be retried, because its object is not known yet or something was unavailable.
 * `failed`: a person must look at it. `waiting`: not processed within the time.
 */
export type Followed = 'done' | 'again' | 'failed' | 'waiting'

/** By fingerprint: for a repetition, the result of the event that was stored first. */
export async function follow(
  { database, clock }: App,
  arrival: Pick<NewArrival, 'organizationId' | 'channel' | 'fingerprint'>,
  timeoutMs: number,
): Promise<Followed> {
  const until = performance.now() + timeoutMs
  for (;;) {
    const row = await database.reads.row<StandingRow>(standingOf(arrival))
    if (!row || row.is_done) return 'done'
    if (row.due_at === null) return 'failed'
    if (row.due_at > clock()) return 'again'
    if (performance.now() > until) return 'waiting'
    await pause(LOOK_EVERY_MS)
  }
}
