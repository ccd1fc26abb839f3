// Points in time to restore to. PostgreSQL records commits to the microsecond and a point in time is a whole
// millisecond, so the clock must show a different millisecond before and after it.

import { setImmediate as turn } from 'node:timers/promises'

/** Later than every acknowledged commit, and earlier than every commit requested from now on. */
export async function momentBetweenCommits(): Promise<string> {
  const moment = await nextMillisecond()
  await nextMillisecond()
  return new Date(moment).toISOString()
}

async function nextMillisecond(): Promise<number> {
  const seen = Date.now()
  while (Date.now() === seen) await turn()
  return Date.now()
}
