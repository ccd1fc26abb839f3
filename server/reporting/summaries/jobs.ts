// Creates each month's summaries after its end in India, for every organization with usage or payments in it; months
// missed while nothing ran are caught up. Several workers are safe: see make.ts.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { monthBounds } from '#kit/india/calendar.ts'
import { noteJobFailure } from '#kit/job-failures.ts'
import type { Job } from '#worker/job.ts'
import { makeSummary } from './make.ts'
import * as queries from './queries.ts'
import { closedMonths } from './rules.ts'

const LOOK_EVERY_MS = 60_000
const ORGANIZATIONS_AT_ONCE = 200
const FIRST = '00000000-0000-0000-0000-000000000000'
const NAME = 'monthly summaries'

export function summaryJobs(app: App): Job[] {
  const { database, clock, log } = app
  /** Past months do not change: this process checks a completed one only once. */
  const done = new Set<string>()

  /** True once all of the month's summaries exist. */
  async function sumUp(month: string, signal: AbortSignal): Promise<boolean> {
    const of = { key: `${month}-01`, ...monthBounds(month) }
    let isAll = true
    let after: Uuid = FIRST
    for (;;) {
      const found: { id: Uuid }[] = await database.reads.rows(queries.lacking(of, after, ORGANIZATIONS_AT_ONCE))
      for (const { id } of found) {
        if (signal.aborted) return false
        try {
          await database.transaction((tx) => makeSummary(tx, id, month, clock()), id)
        } catch (err) {
          // The other summaries are created all the same, and this one is retried at the next run.
          noteJobFailure(log, err, { job: NAME, organization_id: id })
          isAll = false
        }
        after = id
      }
      if (found.length < ORGANIZATIONS_AT_ONCE) return isAll
    }
  }

  return [
    {
      name: NAME,
      everyMs: LOOK_EVERY_MS,
      async run(signal) {
        for (const month of closedMonths(clock())) {
          if (signal.aborted) return false
          if (!done.has(month) && (await sumUp(month, signal))) done.add(month)
        }
        return false
      },
    },
  ]
}
