// spec 19.9, 19.31: any interleaving of many organizations' sends over several processes, with kills, gives the same
// ledger as sending one after another. `npm run interleavings -- SECONDS SEED` runs longer, and repeatably.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { interleave } from './interleaving/story.ts'

/**
 * Each channel at each price. Ends as soon as there is enough to judge, which this many requests before each of the
 * three kills give.
 */
const WANTED = { organizations: 12, seconds: 0, requestsAKill: 20 }
const SEED = 20_261_121

test('spec 19.9, 19.31: what many organizations send at once through processes that are killed comes to what one after the other does', {
  skip: existsSync('/proc/self/task') ? false : 'processes are found in /proc, which this system does not have',
}, async (t) => {
  const report = await interleave(WANTED, SEED, (line) => t.diagnostic(line))
  t.diagnostic(report.text)
  assert.deepEqual(report.faults, [], report.text)
  // A run with almost no activity proves nothing.
  assert.ok(report.kills >= 3 && report.accepted > 100 && report.refused > 0 && report.replayed > 0, report.text)
})
