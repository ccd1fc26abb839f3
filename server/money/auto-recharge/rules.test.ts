import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import {
  BEGUN_PER_DAY_MAX,
  BEGUN_PER_HOUR_MAX,
  decide,
  GRACE_MS,
  graceEnd,
  type Looked,
  limitMet,
  linkReasonFor,
  monthOf,
  nextRetry,
  RETRY_DAYS,
  usedBy,
} from './rules.ts'
import { statusOf } from './states.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const start = new Date('2026-06-10T06:00:00Z')
const day = (days: number) => new Date(start.getTime() + days * DAY_MS)
const never = {
  at: start,
  enabled: true,
  threshold: 500n,
  open: null,
  grace: null,
  heldUntil: null,
  called: true,
  limit: null,
}

const times = fc.integer({ min: 0, max: 9 * DAY_MS }).map((ms) => new Date(start.getTime() + ms))
const situations: fc.Arbitrary<Looked> = fc.record({
  at: times,
  enabled: fc.boolean(),
  balance: fc.bigInt(0n, 1000n),
  threshold: fc.bigInt(1n, 1000n),
  open: fc.option(fc.record({ kind: fc.constantFrom('debit' as const, 'link' as const), begunAt: times })),
  grace: fc.option(
    fc.record({ startedAt: fc.constant(start), used: fc.integer({ min: 0, max: 4 }), nextAttemptAt: fc.option(times) }),
  ),
  heldUntil: fc.option(times),
  called: fc.boolean(),
  limit: fc.option(fc.record({ by: fc.constant('monthly_limit' as const), until: times })),
})

test('spec 10.18: nothing is begun while a debit is open, when it is off, when there is enough, or when a limit is met', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      if (decide(situation) !== 'recharge_due') return
      assert.ok(situation.enabled)
      assert.notEqual(situation.open?.kind, 'debit')
      assert.ok(situation.balance < situation.threshold)
      assert.equal(situation.limit, null)
      if (situation.grace) assert.ok(situation.at <= new Date(graceEnd(start).getTime() + HOUR_MS))
      else {
        assert.ok(situation.called)
        assert.equal(situation.open, null)
        assert.ok(situation.heldUntil === null || situation.heldUntil <= situation.at)
      }
    }),
  )
})

test('spec 10.23: it is switched off only when seven days are over and nothing is open', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      if (decide(situation) !== 'grace_over') return
      assert.ok(situation.grace)
      assert.ok(situation.at.getTime() >= start.getTime() + GRACE_MS)
      assert.notEqual(situation.open?.kind, 'debit')
    }),
  )
})

test('spec 10.16: at the threshold is not below it', () => {
  assert.equal(decide({ ...never, balance: 500n }), null)
  assert.equal(decide({ ...never, balance: 499n }), 'recharge_due')
})

test('spec 10.22: whenever the outcomes come, each retry is later than the last, and there are at most four', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3 * DAY_MS }), { minLength: 8, maxLength: 8 }),
      fc.constantFrom(0, HOUR_MS, DAY_MS, 25 * HOUR_MS),
      (delays, noticeMs) => {
        let at = start
        let used = 0
        let made = 0
        let last = start
        for (const delay of delays) {
          const next = nextRetry({ startedAt: start, used }, at, noticeMs)
          if (next.nextAttemptAt === null) break
          const debitAt = new Date(next.nextAttemptAt.getTime() + noticeMs)
          assert.ok(next.nextAttemptAt >= at, 'not in the past')
          assert.ok(debitAt > last)
          // On its day, or as soon as the notice period allows.
          const onDay = RETRY_DAYS.some((one) => day(one).getTime() === debitAt.getTime())
          assert.ok(onDay || next.nextAttemptAt.getTime() === at.getTime())
          used = usedBy({ startedAt: start, used: next.used }, next.nextAttemptAt, noticeMs)
          made++
          last = debitAt
          at = new Date(debitAt.getTime() + delay)
        }
        assert.ok(made <= 4)
      },
    ),
  )
})

test('spec 10.22: retries are on days 1, 3, 5 and 7, asked for as long before as the gateway waits', () => {
  for (const noticeMs of [0, DAY_MS]) {
    let used = 0
    const debits: number[] = []
    for (let at: Date | null = start; at !== null; ) {
      const next = nextRetry({ startedAt: start, used }, at, noticeMs)
      if (next.nextAttemptAt === null) break
      used = usedBy({ startedAt: start, used: next.used }, next.nextAttemptAt, noticeMs)
      at = new Date(next.nextAttemptAt.getTime() + noticeMs)
      debits.push((at.getTime() - start.getTime()) / DAY_MS)
    }
    assert.deepEqual(debits, [1, 3, 5, 7])
  }
})

test('spec 10.19: limits: never more than three begun in any hour, ten in any day, or the ceiling in a month', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 2 * HOUR_MS }), { maxLength: 60 }),
      fc.bigInt(1n, 20n),
      (gaps, monthlyLimit) => {
        const begun: Date[] = []
        let at = new Date('2026-06-12T00:00:00Z')
        for (const gap of gaps) {
          at = new Date(at.getTime() + gap)
          const within = begun.filter((one) => one.getTime() > at.getTime() - DAY_MS)
          const limit = limitMet(within, BigInt(begun.length), 1n, monthlyLimit, at)
          if (limit === null) begun.push(at)
          else assert.ok(limit.until > at, 'it ends')
        }
        for (const first of begun) {
          const span = (ms: number) =>
            begun.filter((one) => one >= first && one.getTime() < first.getTime() + ms).length
          assert.ok(span(HOUR_MS) <= BEGUN_PER_HOUR_MAX)
          assert.ok(span(DAY_MS) <= BEGUN_PER_DAY_MAX)
        }
        assert.ok(BigInt(begun.length) <= monthlyLimit)
      },
    ),
  )
})

test('spec 10.19: a month begins at midnight in India, whatever its length', () => {
  const iso = (at: string) => Object.values(monthOf(new Date(at))).map((one) => one.toISOString())
  assert.deepEqual(iso('2026-02-28T18:29:59Z'), ['2026-01-31T18:30:00.000Z', '2026-02-28T18:30:00.000Z'])
  assert.deepEqual(iso('2026-02-28T18:30:00Z'), ['2026-02-28T18:30:00.000Z', '2026-03-31T18:30:00.000Z'])
  assert.deepEqual(iso('2026-12-31T18:30:00Z'), ['2026-12-31T18:30:00.000Z', '2027-01-31T18:30:00.000Z'])
})

test('spec 10.20: why a debit is not possible', () => {
  assert.equal(linkReasonFor({ max: 236n }, 1000n, 236n), null)
  assert.equal(linkReasonFor({ max: null }, 1000n, 236n), null)
  assert.equal(linkReasonFor({ max: 235n }, 1000n, 236n), 'mandate_maximum')
  assert.equal(linkReasonFor(null, 1000n, 236n), 'no_mandate')
  assert.equal(linkReasonFor({ max: null }, 235n, 236n), 'debit_maximum')
  assert.equal(linkReasonFor({ max: 1000n }, null, 236n), 'mandates_unavailable')
})

test('the status of a threshold that is watched says how it would be recharged', () => {
  assert.equal(statusOf('armed', { hasMandate: true, byLink: false }), 'active')
  assert.equal(statusOf('armed', { hasMandate: false, byLink: false }), 'authorization_required')
  assert.equal(statusOf('armed', { hasMandate: true, byLink: true }), 'payment_link')
  assert.equal(statusOf('limited', { hasMandate: true, byLink: true }), 'limited')
  assert.equal(statusOf('grace', { hasMandate: true, byLink: true }), 'retrying')
  assert.equal(statusOf('grace_charging', { hasMandate: false, byLink: true }), 'charging')
  assert.equal(statusOf('off_charging', { hasMandate: true, byLink: false }), 'off')
})
