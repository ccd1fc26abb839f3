// Moments to restore to. PostgreSQL notes commits to the microsecond and a moment is a whole millisecond, so the clock
// must show another one before and after it.

import { setImmediate as turn } from 'node:timers/promises'

/** Later than every commit that was acknowledged, and earlier than every one that is asked for from now on. */
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
