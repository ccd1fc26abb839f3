// What becomes of something that was just kept, for whoever brought it and waits to see it worked on.

import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import type { NewArrival } from './arrival.ts'
import { type StandingRow, standingOf } from './queries.ts'

const LOOK_EVERY_MS = 20

/**
 * `done`: it was worked on. `again`: it is tried again later, as what it is about is not known yet or something was
 * away. `failed`: a person looks at it. `waiting`: nobody came to it within the time.
 */
export type Followed = 'done' | 'again' | 'failed' | 'waiting'

/** By its fingerprint: one that was known by it has been worked on before. */
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
