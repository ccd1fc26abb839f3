// A model of a subscription and its payments, in memory: apply.ts's rules, implemented a second time.

import assert from 'node:assert/strict'
import { indianTime } from '#kit/india/calendar.ts'
import { firstPeriod, type Period } from '#money/subscriptions/periods.ts'
import {
  afterStop,
  cancelEvent,
  canResume,
  captureEvent,
  decide,
  failureEvent,
  graceEnd,
  newPeriod,
  nextRetry,
  openDue,
  overdue,
  type PaymentKind,
  PENDING_MS,
  RETRY_DAYS,
  renewalOf,
  type Situation,
  usedBy,
} from '#money/subscriptions/rules.ts'
import { type Effect, type EventName, transitionOf } from '#money/subscriptions/states.ts'

const plus = (at: Date, ms: number) => new Date(at.getTime() + ms)

export interface Payment {
  kind: PaymentKind
  isFirst: boolean
  period: Period | null
  begunAt: Date
  dueAt: Date
  outcome: null | 'used' | 'failed' | 'left' | 'revoked' | 'refunded'
  isCaptured: boolean
}

/** The stored state, and what the gateway will report. */
export class World {
  situation: Situation = {
    status: 'free',
    anchorDay: null,
    period: null,
    open: null,
    grace: null,
    openedAt: null,
    means: 'debit',
  }
  at: Date
  payments: Payment[] = []
  used: Period[] = []
  /** Index of the awaited payment in `payments`. */
  open: number | null = null
  retriesInGrace = 0

  constructor(at: Date) {
    this.at = at
  }

  get premium() {
    return ['active', 'cancelling', 'grace'].includes(this.situation.status)
  }

  /** Applies what is due by the clock; `isWorker`: also opens payments. */
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
        const { anchorDay, period } = newPeriod(situation.period?.to ?? null, at)
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

  /** The gateway reports a captured payment, possibly again. */
  capture(index: number): void {
    const payment = this.payments[index] as Payment
    if (payment.isCaptured) return
    payment.isCaptured = true
    this.look(false)
    const event = captureEvent(this.situation, {
      isOpen: this.open === index,
      revoked: payment.outcome === 'revoked',
      isCheck: false,
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
