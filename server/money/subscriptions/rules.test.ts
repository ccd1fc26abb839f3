// spec 23.3 to 23.8: due times, and the effects of payments and cancellations. Plain values, no database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import { firstPeriod, nextPeriod } from './periods.ts'
import {
  afterStop,
  cancelEvent,
  canResume,
  captureEvent,
  decide,
  dueAt,
  failureEvent,
  GRACE_MS,
  graceEnd,
  NOTICE_MS,
  newPeriod,
  nextRetry,
  openDue,
  overdue,
  PENDING_MS,
  renewalOf,
  type Situation,
  usedBy,
} from './rules.ts'

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS
const plus = (at: Date, ms: number) => new Date(at.getTime() + ms)

const { anchorDay, period } = firstPeriod(new Date('2027-01-28T10:00:00+05:30'))
/** Midnight of 28 February 2027 in India. */
const end = period.to
const free: Situation = {
  status: 'free',
  anchorDay: null,
  period: null,
  open: null,
  grace: null,
  openedAt: null,
  means: 'debit',
}
const active: Situation = { ...free, status: 'active', anchorDay, period }
const renewing = (kind: 'debit' | 'link'): Situation => ({ ...active, open: { kind, isFirst: false, dueAt: end } })
const inGrace = (nextDebitAt: Date | null, used = 0): Situation => ({
  ...active,
  status: 'grace',
  grace: { startedAt: end, used, nextDebitAt },
})

/** The event is due at that time and not a millisecond earlier, and `dueAt` returns a time that is not later. */
function isDueFrom(situation: Situation, at: Date, event: string) {
  assert.equal(decide(situation, plus(at, -1)), null, `${event} is not due before`)
  assert.equal(decide(situation, at), event)
  assert.deepEqual(dueAt(situation), at)
}

test('spec 23.3: a renewal is opened and announced 24 hours before the period ends, and due at its end', () => {
  isDueFrom(active, plus(end, -NOTICE_MS), 'renewal_due')
  assert.deepEqual(openDue(end, plus(end, -NOTICE_MS)), end)
  assert.deepEqual(openDue(end, plus(end, -HOUR_MS)), plus(end, NOTICE_MS - HOUR_MS), 'a late notice delays the debit')
  assert.deepEqual(renewalOf(active, end), { anchorDay, period: nextPeriod(anchorDay, end) })
})

test('spec 23.3: an unpaid first payment is awaited for a day', () => {
  const openedAt = new Date('2027-01-28T10:00:00+05:30')
  const pending: Situation = { ...free, status: 'pending', openedAt, open: { kind: 'link', isFirst: true, dueAt: end } }
  isDueFrom(pending, plus(openedAt, PENDING_MS), 'pending_expired')
  assert.equal(decide(free, end), null)
  assert.equal(dueAt(free), null)
})

test('spec 23.4: a payment link that is unpaid when it is due starts the grace period at that instant', () => {
  isDueFrom(renewing('link'), end, 'link_overdue')
})

test('spec 23.4: a debit that fails before the period ends is asked for by link; one that fails later starts grace', () => {
  const situation = renewing('debit')
  assert.equal(failureEvent(situation, true, plus(end, -1)), 'failed_early')
  assert.equal(failureEvent(situation, true, end), 'debit_failed')
  assert.equal(failureEvent(situation, false, end), null, 'a payment that nobody awaits')
  assert.equal(failureEvent(renewing('link'), true, end), null, 'a link can be paid at the same page again')
  assert.equal(failureEvent({ ...situation, status: 'cancelling' }, true, end), null)
})

test('spec 23.5: retries debit 1, 3 and 5 days after the failure and an hour before day 7 ends, with notice before each', () => {
  const debits: Date[] = []
  let at = end
  for (let used = 0; ; ) {
    const next = nextRetry({ startedAt: end, used }, at)
    if (next.debitAt === null) break
    isDueFrom(inGrace(next.debitAt, next.used), plus(next.debitAt, -NOTICE_MS), 'retry_due')
    debits.push(next.debitAt)
    used = usedBy({ startedAt: end, used: next.used }, next.debitAt)
    at = plus(next.debitAt, 60 * SECOND_MS)
  }
  const days = debits.map((debit) => (debit.getTime() - end.getTime()) / DAY_MS)
  assert.deepEqual(days, [1, 3, 5, 7 - 1 / 24])
})

test('spec 23.5: retries that were missed are one retry, and none is made that its notice does not leave room for', () => {
  const startedAt = end
  assert.deepEqual(nextRetry({ startedAt, used: 0 }, plus(end, 4.5 * DAY_MS)), {
    used: 2,
    debitAt: plus(end, 5.5 * DAY_MS),
  })
  assert.equal(usedBy({ startedAt, used: 0 }, plus(end, 5.5 * DAY_MS)), 3)
  assert.deepEqual(nextRetry({ startedAt, used: 3 }, plus(end, 6 * DAY_MS)), { used: 4, debitAt: null })
  const late = inGrace(plus(end, 7 * DAY_MS - HOUR_MS), 3)
  assert.equal(decide(late, plus(end, 6 * DAY_MS - 1)), 'retry_due')
  assert.equal(decide(late, plus(end, 6 * DAY_MS)), 'retry_missed')
})

test('spec 23.5: without a mandate the retry days bring a reminder of the payment link', () => {
  isDueFrom({ ...inGrace(plus(end, 3 * DAY_MS), 1), means: 'link' }, plus(end, 3 * DAY_MS), 'reminder_due')
})

test('spec 23.6: grace ends exactly 7 × 24 hours after the failure, whatever is open', () => {
  const over = plus(end, 7 * DAY_MS)
  assert.deepEqual(graceEnd(end), over)
  isDueFrom(inGrace(null, 4), over, 'grace_over')
  isDueFrom({ ...inGrace(null, 4), open: { kind: 'debit', isFirst: false, dueAt: over } }, over, 'grace_over')
  assert.equal(overdue(inGrace(plus(end, DAY_MS)), plus(over, 30 * DAY_MS)), 'grace_over', 'however late the worker is')
})

test('spec 23.6: a debit without an outcome is awaited for as long as a grace period, and never repeated', () => {
  isDueFrom(renewing('debit'), plus(end, GRACE_MS), 'outcome_overdue')
})

test('spec 23.7: what a captured payment is for follows from the state and from the period that it was to pay', () => {
  const next = nextPeriod(anchorDay, end)
  const open = { isOpen: true, revoked: false, isCheck: false, period: next }
  const first = { ...open, period: null }
  const of = (situation: Situation, payment: Parameters<typeof captureEvent>[1]) => captureEvent(situation, payment)
  const pending: Situation = { ...free, status: 'pending' }
  const cancelling: Situation = { ...active, status: 'cancelling' }
  assert.deepEqual(
    [of(pending, first), of(pending, { ...open, isOpen: false }), of(free, open), of(free, first)],
    ['first_paid', 'paid_late', 'paid_late', 'paid_late'],
  )
  assert.deepEqual(
    [of(renewing('debit'), open), of(inGrace(null), open), of(inGrace(null), { ...open, isOpen: false })],
    ['renewed', 'paid_in_grace', 'paid_in_grace'],
  )
  for (const situation of [free, pending, active, renewing('link'), cancelling, inGrace(null)])
    assert.equal(of(situation, { ...open, revoked: true }), 'surplus', 'revoked by cancelling or by another payment')
  for (const situation of [free, pending, active, inGrace(null)])
    assert.equal(of(situation, { ...first, isCheck: true }), 'surplus', 'it authorizes a payment method, spec 23.88')
  // The period is already paid, the payment belongs to an earlier subscription, or nothing is to be renewed.
  assert.equal(of({ ...active, period: next }, open), 'surplus')
  assert.equal(of(active, first), 'surplus')
  assert.equal(of(inGrace(null), { ...open, period }), 'surplus')
  assert.equal(of(cancelling, open), 'surplus')
})

test('spec 23.8: cancelling keeps what is paid for, and resuming is possible until its last moment', () => {
  const cancelling: Situation = { ...active, status: 'cancelling' }
  assert.equal(cancelEvent(active, plus(end, -1)), 'cancelled')
  assert.equal(cancelEvent(renewing('debit'), end), 'cancelled_late', 'the paid period is over')
  assert.equal(cancelEvent(inGrace(null), end), 'cancelled_late')
  assert.equal(cancelEvent({ ...free, status: 'pending' }, end), 'withdrawn')
  assert.deepEqual([cancelEvent(cancelling, end), cancelEvent(free, end)], ['cancelled', null])
  assert.deepEqual([canResume(cancelling, plus(end, -1)), canResume(cancelling, end)], [true, false])
  assert.deepEqual([canResume(active, plus(end, -1)), canResume(free, end)], [false, false])
  isDueFrom(cancelling, end, 'period_over')
  // Resumed in the last second: announced at once, debited a day later.
  assert.equal(decide(active, plus(end, -1)), 'renewal_due')
  assert.deepEqual(openDue(end, plus(end, -SECOND_MS)), plus(end, DAY_MS - SECOND_MS))
})

test('spec 23.2: a renewal later than a grace period begins a period anew, on the day on which it is due', () => {
  assert.deepEqual(renewalOf(active, plus(end, GRACE_MS - 1)).period.from, end)
  const anew = renewalOf(active, plus(end, GRACE_MS))
  assert.deepEqual(anew, firstPeriod(plus(end, GRACE_MS)))
})

test('spec 23.7: who subscribes anew pays for no day twice, whatever the clock says', () => {
  assert.deepEqual(newPeriod(null, end), firstPeriod(end))
  assert.deepEqual(newPeriod(end, plus(end, DAY_MS)), firstPeriod(plus(end, DAY_MS)))
  assert.deepEqual(newPeriod(end, plus(end, -HOUR_MS)).period.from, end)
})

test('spec 23.9: a fence or a suspension postpones grace and what came due meanwhile by as long as it lasted', () => {
  const stop: [Date, Date] = [plus(end, DAY_MS), plus(end, 4 * DAY_MS)]
  const { grace } = afterStop(inGrace(plus(end, 3 * DAY_MS), 1), ...stop)
  assert.deepEqual(grace, { startedAt: plus(end, 3 * DAY_MS), used: 1, nextDebitAt: plus(end, 6 * DAY_MS) })
  assert.deepEqual(
    afterStop(renewing('link'), plus(end, -HOUR_MS), plus(end, HOUR_MS)).open?.dueAt,
    plus(end, 2 * HOUR_MS),
  )
  assert.deepEqual(
    afterStop(renewing('link'), plus(end, -HOUR_MS), plus(end, -1)).open?.dueAt,
    end,
    'not due meanwhile',
  )
  assert.deepEqual(afterStop(active, ...stop), active, 'a paid period ends when it ends')
  assert.deepEqual(
    afterStop(inGrace(null), stop[1], stop[0]),
    inGrace(null),
    'a clock that was set back postpones nothing',
  )
})

test('spec 23.5, 23.6: whenever the worker looks, retries stay within grace, are never two at once, and grace ends on time', () => {
  const looks = fc.array(fc.integer({ min: 1, max: 3 * DAY_MS }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(looks, fc.integer({ min: 0, max: 2 * DAY_MS }), (pauses, outcomeMs) => {
      const first = nextRetry({ startedAt: end, used: 0 }, end)
      let situation = inGrace(first.debitAt, first.used)
      let at = end
      let made = 0
      for (const pause of pauses) {
        at = plus(at, pause)
        const { open, grace } = situation
        assert.ok(grace)
        if (open && at >= plus(open.dueAt, outcomeMs) && at < graceEnd(end)) {
          const next = nextRetry(grace, at)
          situation = { ...situation, open: null, grace: { ...grace, used: next.used, nextDebitAt: next.debitAt } }
        }
        const event = decide(situation, at)
        if (at >= graceEnd(end)) return assert.equal(event, 'grace_over')
        assert.notEqual(event, 'grace_over')
        if (event === 'retry_due') {
          assert.equal(situation.open, null, 'never two at once')
          const due = openDue(situation.grace?.nextDebitAt as Date, at)
          assert.ok(due < graceEnd(end) && due >= plus(at, NOTICE_MS))
          const used = usedBy(situation.grace as { startedAt: Date; used: number }, due)
          situation = {
            ...situation,
            open: { kind: 'debit', isFirst: false, dueAt: due },
            grace: { startedAt: end, used, nextDebitAt: null },
          }
          made++
        } else if (event === 'retry_missed') {
          const next = nextRetry(situation.grace as { startedAt: Date; used: number }, at)
          situation = { ...situation, grace: { startedAt: end, used: next.used, nextDebitAt: next.debitAt } }
        } else assert.equal(event, null)
        assert.ok(made <= 4)
        const due = dueAt(situation)
        assert.ok(due !== null && due > at, 'nothing is due that was just done')
      }
    }),
  )
})
