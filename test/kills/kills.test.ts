// quality.md, faults 1 to 3 and its goal for a release: kills at random points of sending, recharge, webhook, auto-recharge, refund
// and invoice. PostgreSQL lives on; its own kills are in server/kit/embedded-postgres.
// `npm run kills -- N SEED` does any number of them, and the same ones again.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { killMany } from './story.ts'
import { isEnough } from './verdict.ts'

/** Sixty in the suite, in parts that each stay far from the limit of a test; on a busy machine a kill takes four seconds. */
const KILLS = 30

for (const part of ['first', 'second']) {
  test(`quality, faults 1 to 3: ${KILLS} kills at random points, the ${part} of two runs, lose no paisa and make none`, {
    timeout: 280_000,
    skip: existsSync('/proc/self/task') ? false : 'processes are found in /proc, which this system does not have',
  }, async (t) => {
    const report = await killMany(KILLS, Math.floor(Math.random() * 2 ** 31), (line) => t.diagnostic(line))
    t.diagnostic(report.text)
    assert.deepEqual(report.faults, [], report.text)
    assert.equal(report.kills, KILLS)
    assert.ok(isEnough(report.counts), report.text)
  })
}
