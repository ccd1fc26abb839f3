// Events through kills: `npm run kills-events -- EVENTS KILLS SEED` tells any number of them.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { tellThroughKills } from './story.ts'

const EVENTS = 1200
const KILLS = 3
const ORGANIZATIONS = 60

test(`spec 14.27: ${EVENTS} events to endpoints that fail, with ${KILLS} kills: each told, in order, none delayed`, {
  skip: existsSync('/proc/self/task') ? false : 'processes are found in /proc, which this system does not have',
}, async (t) => {
  const wanted = { events: EVENTS, kills: KILLS, organizations: ORGANIZATIONS }
  const report = await tellThroughKills(wanted, Math.floor(Math.random() * 2 ** 31), (line) => t.diagnostic(line))
  t.diagnostic(report.text)
  assert.deepEqual(report.faults, [])
  assert.equal(report.kills, KILLS)
})
