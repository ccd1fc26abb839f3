// spec 23.15: the rules alone over two simulated years, with a gateway whose results are late, repeated and reordered,
// a late worker, customers who change their minds, and suspensions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indianTime } from '#kit/india/calendar.ts'
import fc, { casesOf } from '../../../test/cases.ts'
import { type Payment, World } from '../../../test/subscription-rules.ts'
import type { Period } from './periods.ts'
import { graceEnd, NOTICE_MS } from './rules.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const START = new Date('2027-01-31T18:00:00+05:30')
const END = new Date(START.getTime() + 2 * 365 * DAY_MS)
const plus = (at: Date, ms: number) => new Date(at.getTime() + ms)

const step = fc.record({
  /** To the next due time, or this many hours later. */
  hours: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 40, max: 400 })),
  what: fc.oneof(
    { weight: 8, arbitrary: fc.constant('worker') },
    { weight: 7, arbitrary: fc.constant('debit captured') },
    { weight: 4, arbitrary: fc.constant('debit failed') },
    { weight: 3, arbitrary: fc.constant('any captured') },
    { weight: 2, arbitrary: fc.constant('link paid') },
    { weight: 2, arbitrary: fc.constant('subscribe') },
    { weight: 1, arbitrary: fc.constant('cancel') },
    { weight: 1, arbitrary: fc.constant('mandate ends') },
    { weight: 1, arbitrary: fc.constant('mandate given') },
    { weight: 1, arbitrary: fc.constant('stop') },
  ),
  which: fc.nat(),
})

function take(world: World, { what, which, hours }: { what: string; which: number; hours: number }): void {
  const { payments, open } = world
  const isPayable = (index: number) => !(payments[index] as Payment).isCaptured
  switch (what) {
    case 'worker':
      return world.look(true)
    case 'debit captured':
    case 'debit failed': {
      const payment = open === null ? null : (payments[open] as Payment)
      if (open === null || payment?.kind !== 'debit') return
      // The bank debits at the due time, or refuses earlier.
      if (what === 'debit failed') return world.fail(open)
      if (world.at >= payment.dueAt) world.capture(open)
      return
    }
    case 'any captured': {
      const late = payments.flatMap((_, index) => (isPayable(index) ? [index] : []))
      if (late.length > 0) {
        const index = late[which % late.length] as number
        world.capture(index)
        world.capture(index)
      }
      return
    }
    case 'link paid':
      if (open !== null && payments[open]?.kind === 'link') world.capture(open)
      return
    case 'subscribe':
      return world.subscribe()
    case 'cancel':
      return world.cancel()
    case 'mandate ends':
    case 'mandate given':
      world.situation = { ...world.situation, means: what === 'mandate ends' ? 'link' : 'debit' }
      return
    case 'stop':
      return world.stop(hours * HOUR_MS)
    default:
  }
}

test('spec 23.1, 23.5, 23.6, 23.7, 23.15: two years of the rules: no payment is lost or used twice, and no period overlaps', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 100, maxLength: 300 }), (steps) => {
      const world = new World(START)
      world.subscribe()
      for (const one of steps) {
        if (world.at >= END) break
        if (one.what !== 'stop') world.at = plus(world.at, one.hours * HOUR_MS)
        take(world, one)
        // Exact to the second: whenever the state is read, everything that has ended is ended.
        if (one.which % 2 === 0 && one.what !== 'stop') {
          world.look(false)
          const { status, grace, period } = world.situation
          if (grace) assert.ok(world.at < graceEnd(grace.startedAt))
          if (status === 'cancelling') assert.ok(world.at < (period?.to as Date))
          if (period && world.at >= period.from && world.at < period.to)
            assert.ok(world.premium, 'what is paid for is on')
        }
      }
      for (const { isCaptured, outcome, kind, isFirst, begunAt, dueAt } of world.payments) {
        assert.equal(isCaptured, outcome === 'used' || outcome === 'refunded', `captured and ${outcome}`)
        if (kind === 'debit' && !isFirst) assert.ok(+dueAt - +begunAt >= NOTICE_MS, 'announced a day before')
      }
      assert.equal(world.used.length, world.payments.filter(({ outcome }) => outcome === 'used').length)
    }),
    { numRuns: casesOf(200) },
  )
})

test('spec 23.2, 23.15: whoever always pays has one period after the other on the same day, for two years', () => {
  const world = new World(START)
  world.subscribe()
  world.capture(0)
  while (world.at < END) {
    world.at = plus(world.at, 6 * HOUR_MS)
    world.look(true)
    if (world.open !== null && world.at >= (world.payments[world.open] as Payment).dueAt) world.capture(world.open)
  }
  assert.equal(world.used.length, 24)
  world.used.forEach((period, index) => {
    if (index > 0) assert.equal(+period.from, +(world.used[index - 1] as Period).to)
  })
  assert.deepEqual(
    world.used.slice(0, 4).map(({ from }) => indianTime(from).slice(0, 10)),
    ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
  )
})
