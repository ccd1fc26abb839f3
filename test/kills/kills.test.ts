// spec 19.1, 19.30: faults at random points of sending, receipts and replies on every channel, and of recharge,
// webhook, auto-recharge, refund and invoice: a process killed, the whole program and PostgreSQL killed, a backend
// killed, a full disk, a clock step, once each. `npm run kills -- N SEED` injects these and six more kinds, any number
// of times.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { killMany } from './story.ts'
import { isEnough } from './verdict.ts'

const SOME = {
  blows: 'suite',
  companies: 2,
  // Its parent answers. test/properties/interleaving.test.ts kills processes that share a port.
  apiProcesses: 1,
  // Something of every kind is in progress at each blow; more activity would cost time and show nothing more.
  breathMs: 3000,
  longestMs: 1000,
  settledADay: 1,
} as const
const SEED = 20_261_121
/** Deadlock guard: how long a busy machine takes is not tested here. */
const WITHIN_MS = 240_000

test('spec 19.1, 19.30: a kill, a crash, a full disk and a clock step at random points lose no paisa and no message, and make none', {
  skip: existsSync('/proc/self/task') ? false : 'processes are found in /proc, which this system does not have',
}, async (t) => {
  const report = await killMany({ ...SOME, withinMs: WITHIN_MS }, SEED, (line) => t.diagnostic(line))
  t.diagnostic(report.text)
  assert.deepEqual(report.faults, [], report.text)
  assert.ok(report.kills > 0)
  assert.ok(isEnough(report.counts), report.text)
})
