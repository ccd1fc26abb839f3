// Events through kills: `npm run kills-events -- EVENTS KILLS SEED` sends any number of them.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { tellThroughKills } from './story.ts'

const WANTED = { events: 60, kills: 1, organizations: 6, isTimed: false }
const SEED = 20_261_121

test('spec 14.27: events to endpoints that fail, with kills of the worker: each told, in order, none held up by another endpoint', {
  skip: existsSync('/proc/self/task') ? false : 'processes are found in /proc, which this system does not have',
}, async (t) => {
  const report = await tellThroughKills(WANTED, SEED, (line) => t.diagnostic(line))
  t.diagnostic(report.text)
  assert.deepEqual(report.faults, [])
  assert.equal(report.kills, WANTED.kills)
})
