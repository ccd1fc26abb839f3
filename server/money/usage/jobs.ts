// Adds delivery outcomes to the usage counters.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Job } from '#worker/job.ts'
import { organizationsWithChanges } from './outcome-queries.ts'
import { countOutcomes } from './outcomes.ts'

/** Usage queries also add up pending changes, so this only limits their number. */
const EVERY_MS = 20_000
const ORGANIZATIONS_AT_ONCE = 100
/** Changes per transaction, which locks a wallet. */
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
