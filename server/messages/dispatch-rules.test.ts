// The rules of dispatch, by property.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newUuid } from '#kit/ids.ts'
import { dealSlots, isReversed, JITTER, nextAttempt, outcomeOf, RETRY_DELAYS_MS } from './dispatch-rules.ts'
import { deliveryStatuses, movesForward } from './rules.ts'

const AT = new Date('2026-03-10T06:30:00Z')
const chance = fc.double({ min: 0, max: 1, noNaN: true })

test('a delivery is tried for about a day, then no more', () => {
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

test('decisions §5.4: exactly what never left, or perhaps did not, is reversed; an unknown outcome is never tried again', () => {
  const handovers = fc.oneof(
    fc.record({ became: fc.constant('sent' as const), providerId: fc.string() }),
    fc.record({ became: fc.constant('refused' as const), code: fc.constant('refused'), detail: fc.string() }),
    fc.record({ became: fc.constant('unknown' as const), detail: fc.string() }),
    fc.record({
      became: fc.constant('deferred' as const),
      code: fc.constantFrom('temporarily_refused' as const, 'provider_unavailable' as const),
      detail: fc.string(),
    }),
  )
  fc.assert(
    fc.property(handovers, fc.integer({ min: 1, max: 20 }), chance, (handover, attempts, luck) => {
      const claimed = { org_id: newUuid(), id: newUuid(), attempts, lease_until: AT }
      const outcome = outcomeOf(claimed, handover, AT, luck)
      const triesAgain = handover.became === 'deferred' && attempts <= RETRY_DELAYS_MS.length
      assert.equal(outcome.status === 'queued', triesAgain)
      assert.equal(outcome.dueAt !== null, triesAgain)
      assert.equal(isReversed(outcome), handover.became !== 'sent' && !triesAgain)
      assert.equal(outcome.providerId !== null, handover.became === 'sent')
      assert.equal(outcome.errorCode === null, handover.became === 'sent')
      assert.equal(outcome.errorCode === 'outcome_unknown', handover.became === 'unknown')
    }),
  )
})

test('decisions §4: whatever receipts come, twice, late and out of order, a status only moves forward', () => {
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
      }
      // The same receipts once more change nothing.
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
        // More would be too much: of its own, or of what is left for others.
        assert.ok((after[index] as number) >= Math.min(MOST, left), 'it could have had one more')
        if (share > 1 && inHand[index] !== 0) assert.ok(left > 0, 'the last free slot is for who has none')
      })
      const empty = shares.filter((_, index) => inHand[index] === 0)
      if (empty.includes(0)) assert.ok(Math.max(0, ...shares) <= 1, 'nobody gets two while one with nothing gets none')
    }),
  )
})
