// spec 19.1, 19.30: blows at random points of sending, receipts and answers on every channel, of recharge, webhook,
// auto-recharge, refund and invoice: a process killed, the whole program and PostgreSQL killed, a backend killed, a
// full disk, a clock that steps, once each. `npm run kills -- N SEED` strikes these and six more kinds, any number of
// times.

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
  // Some of everything is under way when a blow falls; what more there is costs time and shows nothing more.
  breathMs: 3000,
  longestMs: 1000,
  settledADay: 1,
} as const
const SEED = 20_261_121
/** A guard against hanging: however long a busy machine takes, it is not what is tested here. */
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
