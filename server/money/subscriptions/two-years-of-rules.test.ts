// spec 23.15: the rules alone over two simulated years, with a gateway whose outcomes come late, repeated and out of
// order, a worker that is late, people who change their minds, and stops. What apply.ts does is said a second time here.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indianTime } from '#kit/india/calendar.ts'
import fc, { casesOf } from '../../../test/cases.ts'
import { firstPeriod, type Period } from './periods.ts'
import {
  afterStop,
  cancelEvent,
  canResume,
  captureEvent,
  decide,
  failureEvent,
  graceEnd,
  NOTICE_MS,
  nextRetry,
  openDue,
  overdue,
  type PaymentKind,
  PENDING_MS,
  RETRY_DAYS,
  renewalOf,
  type Situation,
  usedBy,
} from './rules.ts'
import { type Effect, type EventName, transitionOf } from './states.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const START = new Date('2027-01-31T18:00:00+05:30')
const END = new Date(START.getTime() + 2 * 365 * DAY_MS)
const plus = (at: Date, ms: number) => new Date(at.getTime() + ms)

interface Payment {
  kind: PaymentKind
  isFirst: boolean
  period: Period | null
  begunAt: Date
  dueAt: Date
  outcome: null | 'used' | 'failed' | 'left' | 'revoked' | 'refunded'
  isCaptured: boolean
}

/** What is stored, and what the gateway will say of it. */
class World {
  situation: Situation = {
    status: 'free',
    anchorDay: null,
    period: null,
    open: null,
    grace: null,
    openedAt: null,
    means: 'debit',
  }
  at = START
  payments: Payment[] = []
  used: Period[] = []
  /** Index in payments of the awaited one. */
  open: number | null = null
  retries = 0
  retriesInGrace = 0

  get premium() {
    return ['active', 'cancelling', 'grace'].includes(this.situation.status)
  }

  /** What time has brought; `isWorker`: with what opens payments. */
  look(isWorker: boolean): void {
    for (let event = this.#due(isWorker); event !== null; event = this.#due(isWorker)) this.happen(event)
  }

  #due = (isWorker: boolean) => (isWorker ? decide(this.situation, this.at) : overdue(this.situation, this.at))

  happen(event: EventName, captured: number | null = null): void {
    const before = this.situation.status
    const { to, effects } = transitionOf(before, event)
    for (const effect of effects) this.#do(effect, event, captured)
    const openPayment = this.open === null ? null : (this.payments[this.open] as Payment)
    this.situation = {
      ...this.situation,
      status: to,
      open: openPayment && { kind: openPayment.kind, isFirst: openPayment.isFirst, dueAt: openPayment.dueAt },
    }
    assert.equal(to === 'grace', this.situation.grace !== null, event)
    if (to === 'free' || to === 'cancelling') assert.equal(this.open, null, `${event}: nothing is awaited`)
  }

  #openPayment(kind: PaymentKind, planned: Date, isFirst = false): void {
    assert.equal(this.open, null, 'one payment is awaited at a time')
    const dueAt = openDue(planned, this.at)
    const period = isFirst ? null : renewalOf(this.situation, dueAt).period
    this.open =
      this.payments.push({ kind, isFirst, period, begunAt: this.at, dueAt, outcome: null, isCaptured: false }) - 1
  }

  #end(outcome: Exclude<Payment['outcome'], null>): void {
    if (this.open !== null) (this.payments[this.open] as Payment).outcome = outcome
    this.open = null
  }

  #use(index: number, period: Period): void {
    const payment = this.payments[index] as Payment
    payment.outcome = 'used'
    payment.period = period
    const last = this.used.at(-1)
    if (last) assert.ok(period.from >= last.to, `${indianTime(period.from)} overlaps`)
    for (const midnight of [period.from, period.to]) assert.match(indianTime(midnight), / 00:00$/)
    this.used.push(period)
    this.situation = { ...this.situation, period, openedAt: null }
  }

  #do(effect: Effect, event: EventName, captured: number | null): void {
    const { situation, at } = this
    const grace = situation.grace
    switch (effect) {
      case 'open_attempt':
        if (event === 'subscribed') {
          this.#openPayment('link', plus(at, PENDING_MS), true)
          this.situation = { ...situation, openedAt: at }
        } else if (event === 'retry_due') {
          this.#openPayment('debit', grace?.nextDebitAt as Date)
          this.retries++
          assert.ok(++this.retriesInGrace <= RETRY_DAYS.length, 'at most four retries')
          assert.ok((this.payments.at(-1) as Payment).dueAt < graceEnd(grace?.startedAt as Date), 'within grace')
        } else this.#openPayment(situation.means, situation.period?.to as Date)
        return
      case 'ask_by_link':
        if (this.open === null) this.#openPayment('link', situation.period?.to as Date)
        return
      case 'become_link':
        return assert.fail('mandates change between payments here')
      case 'end_attempt':
        if (captured === null) this.#end('failed')
        else this.open = null
        return
      case 'leave_open':
        return this.#end('left')
      case 'close_open':
      case 'revoke_unpaid':
        this.open = null
        this.payments.forEach((payment, index) => {
          if (index !== captured && [null, 'failed', 'left'].includes(payment.outcome)) payment.outcome = 'revoked'
        })
        return
      case 'begin_period': {
        const { anchorDay, period } = firstPeriod(at)
        this.situation = { ...situation, anchorDay }
        return this.#use(captured as number, period)
      }
      case 'next_period': {
        const period = (this.payments[captured as number] as Payment).period as Period
        if (+period.from !== +(situation.period?.to ?? 0))
          this.situation = { ...situation, anchorDay: firstPeriod(period.from).anchorDay }
        return this.#use(captured as number, period)
      }
      case 'start_grace':
        this.retriesInGrace = 0
        this.situation = {
          ...situation,
          grace: {
            startedAt: event === 'link_overdue' ? (situation.open?.dueAt as Date) : at,
            used: 0,
            nextDebitAt: null,
          },
        }
        return
      case 'count_retry': {
        assert.ok(grace)
        const due = event === 'retry_due' ? (this.payments.at(-1) as Payment).dueAt : at
        this.situation = { ...situation, grace: { ...grace, used: usedBy(grace, due), nextDebitAt: null } }
        return
      }
      case 'schedule_retry': {
        assert.ok(grace)
        const { used, debitAt } = nextRetry(grace, at)
        this.situation = { ...situation, grace: { ...grace, used, nextDebitAt: debitAt } }
        return
      }
      case 'end_grace':
        this.situation = { ...situation, grace: null }
        return
      case 'refund_surplus':
        ;(this.payments[captured as number] as Payment).outcome = 'refunded'
        return
      default:
    }
  }

  /** The gateway says that a payment was captured, perhaps not for the first time. */
  capture(index: number): void {
    const payment = this.payments[index] as Payment
    if (payment.isCaptured) return
    payment.isCaptured = true
    this.look(false)
    const event = captureEvent(this.situation, {
      isOpen: this.open === index,
      revoked: payment.outcome === 'revoked',
      period: payment.period,
    })
    const { status } = this.situation
    if (payment.outcome === 'revoked') assert.equal(event, 'surplus')
    this.happen(event, index)
    if (event !== 'surplus') assert.ok(this.premium, `${event} while ${status} gives premium`)
  }

  fail(index: number): void {
    this.look(false)
    const event = failureEvent(this.situation, this.open === index, this.at)
    if (event) this.happen(event)
  }

  cancel(): void {
    this.look(false)
    const event = cancelEvent(this.situation, this.at)
    if (event) this.happen(event)
    for (const { outcome, isCaptured } of this.payments)
      if (!isCaptured) assert.ok(outcome === 'revoked' || event === null, 'everything unpaid is revoked')
  }

  subscribe(): void {
    this.look(false)
    const { status } = this.situation
    if (status === 'free' || status === 'pending') this.happen('subscribed')
    else if (canResume(this.situation, this.at)) this.happen('resumed')
  }

  stop(ms: number): void {
    const since = this.at
    this.at = plus(this.at, ms)
    this.situation = afterStop(this.situation, since, this.at)
    if (this.open !== null && this.situation.open)
      (this.payments[this.open] as Payment).dueAt = this.situation.open.dueAt
  }
}

const step = fc.record({
  /** To the next due time, or so many hours on. */
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
      // The bank debits when it is due, or refuses before.
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
      const world = new World()
      world.subscribe()
      for (const one of steps) {
        if (world.at >= END) break
        if (one.what !== 'stop') world.at = plus(world.at, one.hours * HOUR_MS)
        take(world, one)
        // To the second: whenever one looks, what has ended has ended.
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
  const world = new World()
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
