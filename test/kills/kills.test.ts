// spec 19.1, 19.30: blows at random points of sending, receipts and answers on every channel, of recharge, webhook,
// auto-recharge, refund and invoice: processes killed and stopped, PostgreSQL too, a full disk, a clock that steps.
// `npm run kills -- N SEED` does any number of them, and the same ones again.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { killMany } from './story.ts'
import { isEnough } from './verdict.ts'

/** Far from the limit of a test: on a busy machine a blow takes five seconds. */
const BLOWS = 22

test(`spec 19.1, 19.30: ${BLOWS} blows at random points lose no paisa and no message, and make none`, {
  skip: existsSync('/proc/self/task') ? false : 'processes are found in /proc, which this system does not have',
}, async (t) => {
  const report = await killMany(BLOWS, Math.floor(Math.random() * 2 ** 31), (line) => t.diagnostic(line))
  t.diagnostic(report.text)
  assert.deepEqual(report.faults, [], report.text)
  assert.equal(report.kills, BLOWS)
  assert.ok(isEnough(report.counts), report.text)
})
