// When queued deliveries of a campaign get new due times.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areLate } from './pacing.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
const NIGHT = new Date('2026-03-10T18:30:00Z')
const MORNING = new Date('2026-03-11T03:30:00Z')
const after = (at: Date, ms: number) => new Date(at.getTime() + ms)
const pace = { perMinute: 60, quiet: { from: 21 * 60, to: 9 * 60 } }

test('spec 15.12: a backlog of more than a minute is spaced anew, and so is what waits for the end of the quiet hours', () => {
  assert.equal(areLate(after(NOON, -60_000), null, NOON, pace), false)
  assert.equal(areLate(after(NOON, -60_001), null, NOON, pace), true)
  assert.equal(areLate(after(NOON, -600_000), null, NOON, { ...pace, perMinute: null }), false, 'without a rate')
  assert.equal(areLate(NIGHT, null, NIGHT, pace), true)
  assert.equal(areLate(MORNING, MORNING, NIGHT, pace), true, 'all at the end of the quiet hours')
  assert.equal(areLate(MORNING, after(MORNING, 1_000), NIGHT, pace), false)
  assert.equal(areLate(MORNING, null, NIGHT, pace), false)
})
