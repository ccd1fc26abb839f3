// Property tests of the rules of dispatch.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import type { SendResult } from '#messaging/channels/adapter.ts'
import { deliveryStatuses, movesForward } from '#messaging/messages/rules.ts'
import fc from '../../../test/cases.ts'
import {
  isReversed,
  JITTER,
  nextAttempt,
  outcomeOf,
  RETRY_AFTER_MAX_MS,
  RETRY_DELAYS_MS,
  THROTTLED_FOR_MAX_MS,
} from './rules.ts'
import { dealSlots } from './slot-rules.ts'

const AT = new Date('2026-03-10T06:30:00Z')
const chance = fc.double({ min: 0, max: 1, noNaN: true })

test('spec 7.15: a delivery is tried for about a day, then no more', () => {
  fc.assert(
    fc.property(fc.array(chance, { minLength: 20, maxLength: 20 }), (chances) => {
      let at = AT
      let attempts = 0
      for (;;) {
        const next = nextAttempt(++attempts, at, chances[attempts] as number)
        if (next === null) break
        assert.ok(next > at, 'a try is never in the past')
        at = next
      }
      assert.equal(attempts, RETRY_DELAYS_MS.length + 1)
      const hours = (at.getTime() - AT.getTime()) / 3_600_000
      assert.ok(hours >= 18 && hours <= 24, `${hours} hours`)
    }),
  )
})

test('the waits grow, and chance only shortens them by its share', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: RETRY_DELAYS_MS.length }), chance, (attempts, luck) => {
      const wait = (count: number) =>
        (nextAttempt(count, AT, luck)?.getTime() ?? Number.POSITIVE_INFINITY) - AT.getTime()
      const full = RETRY_DELAYS_MS[attempts - 1] as number
      assert.ok(wait(attempts) <= full && wait(attempts) >= full * (1 - JITTER) - 1)
      assert.ok(wait(attempts + 1) >= wait(attempts))
    }),
  )
})

const detail = fc.string()
const retryAfterMs = fc.option(fc.integer({ min: 0, max: 2 * RETRY_AFTER_MAX_MS }))
const results: fc.Arbitrary<SendResult> = fc.oneof(
  fc.record({ outcome: fc.constant('accepted' as const), providerId: fc.string() }),
  fc.record({ outcome: fc.constant('refused' as const), code: fc.constant('refused'), detail }),
  fc.record({ outcome: fc.constant('unknown' as const), detail }),
  fc.record({ outcome: fc.constant('unavailable' as const), detail }),
  fc.record({ outcome: fc.constantFrom('temporary' as const, 'throttled' as const), detail, retryAfterMs }),
)
const isForLater = ({ outcome }: SendResult) => ['temporary', 'throttled', 'unavailable'].includes(outcome)
const claimedAfter = (attempts: number, ageMs = 0) => {
  const created_at = new Date(AT.getTime() - ageMs)
  return { org_id: newUuid(), id: newUuid(), attempts, lease_until: AT, claim_id: newUuid(), created_at }
}

test('spec 7.10, 7.13: exactly what never left is reversed; an unknown outcome stays paid for and is never tried again', () => {
  fc.assert(
    fc.property(results, fc.integer({ min: 1, max: 20 }), chance, (result, attempts, luck) => {
      const outcome = outcomeOf(claimedAfter(attempts), result, AT, luck)
      const isThrottled = result.outcome === 'throttled'
      const triesAgain = isForLater(result) && (isThrottled || attempts <= RETRY_DELAYS_MS.length)
      assert.equal(outcome.status === 'queued', triesAgain)
      assert.equal(outcome.dueAt !== null, triesAgain)
      const mayHaveLeft = ['accepted', 'unknown'].includes(result.outcome)
      assert.equal(isReversed(outcome), !mayHaveLeft && !triesAgain)
      assert.equal(outcome.status === 'sending', result.outcome === 'unknown')
      assert.equal(outcome.providerId !== null, result.outcome === 'accepted')
      assert.equal(outcome.errorCode === null, result.outcome === 'accepted')
      assert.equal(outcome.errorCode === 'outcome_unknown', result.outcome === 'unknown')
      assert.equal(outcome.isUncounted === true, isThrottled)
    }),
  )
})

test('spec 7.15: a provider says when to come back: never earlier, and after a day at the latest', () => {
  fc.assert(
    fc.property(results.filter(isForLater), chance, (result, luck) => {
      const { dueAt } = outcomeOf(claimedAfter(1), result, AT, luck)
      const waitMs = (dueAt?.getTime() ?? 0) - AT.getTime()
      const asked = 'retryAfterMs' in result ? (result.retryAfterMs ?? 0) : 0
      assert.ok(waitMs >= Math.min(asked, RETRY_AFTER_MAX_MS) && waitMs > 0)
      assert.ok(waitMs <= RETRY_AFTER_MAX_MS)
    }),
  )
})

test('spec 7.15: what is sent too fast uses no tries up, but not for ever', () => {
  const throttled = { outcome: 'throttled', detail: 'slow down', retryAfterMs: 1000 } as const
  const last = RETRY_DELAYS_MS.length + 1
  assert.equal(outcomeOf(claimedAfter(last, THROTTLED_FOR_MAX_MS), throttled, AT, 0).status, 'queued')
  const late = outcomeOf(claimedAfter(last, THROTTLED_FOR_MAX_MS + 1), throttled, AT, 0)
  assert.deepEqual([late.status, late.errorCode, late.isUncounted], ['failed', 'throttled', undefined])
})

test('spec 7.9: whatever receipts come, twice, late and out of order, a status only moves forward', () => {
  const order = ['queued', 'sending', 'sent', 'delivered', 'read']
  const ended = new Set(['failed', 'undelivered', 'cancelled'])
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...deliveryStatuses), { maxLength: 30 }), (receipts) => {
      let status: (typeof deliveryStatuses)[number] = 'queued'
      let furthest = 0
      for (const receipt of receipts) {
        const before: string = status
        if (movesForward(status, receipt)) status = receipt
        if (ended.has(before)) assert.equal(status, before, 'what has ended stays')
        if (order.includes(status)) {
          assert.ok(order.indexOf(status) >= furthest)
          furthest = order.indexOf(status)
        }
        if (before === 'read') assert.notEqual(status, 'undelivered')
        if (before === 'read' || before === 'delivered') assert.notEqual(status, 'failed')
      }
      // Repeating the same receipts changes nothing.
      for (const receipt of receipts) if (movesForward(status, receipt)) assert.ok(ended.has(receipt))
    }),
  )
})

test('free slots are dealt out evenly: nobody goes without while another gets two, and room is left for who comes next', () => {
  const MOST = 50
  const inHands = fc.array(fc.integer({ min: 0, max: MOST }), { minLength: 1, maxLength: 100 })
  fc.assert(
    fc.property(fc.integer({ min: -10, max: 400 }), inHands, (free, inHand) => {
      const shares = dealSlots(free, inHand, MOST)
      const dealt = shares.reduce((sum, share) => sum + share, 0)
      const left = free - dealt
      assert.equal(shares.length, inHand.length)
      assert.ok(dealt <= Math.max(free, 0))
      const after = shares.map((share, index) => share + (inHand[index] as number))
      shares.forEach((share, index) => {
        assert.ok(share >= 0)
        if (share > 0) assert.ok((after[index] as number) <= MOST)
        // One more would be too many: over its own limit, or over what remains for others.
        assert.ok((after[index] as number) >= Math.min(MOST, left), 'it could have had one more')
        if (share > 1 && inHand[index] !== 0) assert.ok(left > 0, 'the last free slot is for who has none')
      })
      const empty = shares.filter((_, index) => inHand[index] === 0)
      if (empty.includes(0)) assert.ok(Math.max(0, ...shares) <= 1, 'nobody gets two while one with nothing gets none')
    }),
  )
})

test('spec 18.51: a provider’s name for a message is kept without what cannot be stored, whatever it is', () => {
  const name = (providerId: string) =>
    outcomeOf(claimedAfter(1), { outcome: 'accepted', providerId }, AT, 0.5).providerId as string
  assert.equal(name('a\0b\ud800'), 'a\u{fffd}b\u{fffd}')
  assert.equal(name('wamid.HBgM=='), 'wamid.HBgM==')
  assert.ok(name(`${'x'.repeat(499)}😀`).isWellFormed())
})
