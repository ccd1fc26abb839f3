// Adds what became of deliveries to the counters of usage.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Job } from '#worker/job.ts'
import { organizationsWithChanges } from './outcome-queries.ts'
import { countOutcomes } from './outcomes.ts'

/** Readers add up what waits, so that only its number matters. */
const EVERY_MS = 20_000
const ORGANIZATIONS_AT_ONCE = 100
/** Of one transaction, which holds a wallet. */
const PIECE_MAX = 2000

export const usageJobs = ({ database }: App): Job[] => [
  {
    name: 'outcomes in usage',
    everyMs: EVERY_MS,
    async run(signal) {
      const found = await database.reads.rows<{ id: Uuid }>(organizationsWithChanges(ORGANIZATIONS_AT_ONCE))
      let isMore = found.length === ORGANIZATIONS_AT_ONCE
      for (const { id } of found) {
        if (signal.aborted) return false
        const counted = await database.transaction((tx) => countOutcomes(tx, id, PIECE_MAX), id)
        isMore ||= counted === PIECE_MAX
      }
      return isMore
    },
  },
]
