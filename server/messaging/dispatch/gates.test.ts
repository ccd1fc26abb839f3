// The concurrency limiter and circuit breaker: an account that responds, and one whose responses are lost.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SendResult } from '#messaging/channels/adapter.ts'
import { AccountGates, type Held, type Pass, SHUT_FIRST_MS, SHUT_MAX_MS, STREAK_MAX, WIDTH_FIRST } from './gates.ts'

type Outcome = SendResult['outcome']

/** An account that accepts 50 at once, with a clock set by the test. */
function account() {
  let now = new Date('2026-03-10T06:30:00Z')
  const told: boolean[] = []
  const gates = new AccountGates((_, isShut) => told.push(isShut))
  const clock = () => now
  const enter = (yields = false) => gates.enter('email shared', 50, clock, yields)
  return {
    told,
    clock,
    later: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    enter,
    pass(): Pass {
      const place = enter()
      assert.ok(!(place instanceof Promise) && 'leave' in place, 'there is a place')
      return place
    },
    held(): Held {
      const place = enter()
      assert.ok(!(place instanceof Promise) && 'until' in place, 'there is none')
      return place
    },
    one(outcome: Outcome): void {
      this.pass().leave(outcome, now)
    },
  }
}

const isWaiting = (place: Held | Pass | Promise<Held | Pass>): place is Promise<Held | Pass> => place instanceof Promise

test('spec 15.12: single sends pass before the deliveries of campaigns that wait at the same account', async () => {
  const mail = account()
  const first = Array.from({ length: WIDTH_FIRST }, () => mail.pass())
  const order: string[] = []
  const enter = async (name: string, yields: boolean) => {
    const place = await mail.enter(yields)
    order.push(name)
    return place
  }
  const all = [enter('campaign', true), enter('one', false), enter('two', false)]
  for (const place of first) place.leave('throttled', mail.clock())
  await Promise.all(all)
  assert.deepEqual(order, ['one', 'two', 'campaign'])
})

test('an account begins narrow and lets one more in for each answer, up to what it takes', async () => {
  const mail = account()
  const first = Array.from({ length: WIDTH_FIRST }, () => mail.pass())
  const waiting = mail.enter()
  assert.ok(isWaiting(waiting))
  first.pop()?.leave('accepted', mail.clock())
  assert.ok('leave' in (await waiting), 'its place, in the order of coming')
  first.push(mail.pass())
  assert.ok(isWaiting(mail.enter()), 'six at once now')
  for (const place of first) place.leave('refused', mail.clock())
  for (let times = 0; times < 100; times++) mail.one('accepted')
  const many = Array.from({ length: 60 }, () => mail.enter())
  // Six slots are used by the two above: one that was admitted, and one that waited for it.
  assert.equal(many.filter((place) => !isWaiting(place)).length, 48)
})

test('spec 7.28: after three unknown outcomes in a row nothing leaves; then one by one, at longer and longer pauses', () => {
  const mail = account()
  const inHand = Array.from({ length: WIDTH_FIRST }, () => mail.pass())
  for (const place of inHand.splice(0, STREAK_MAX)) place.leave('unknown', mail.clock())
  assert.deepEqual(mail.told, [true])
  assert.equal(mail.held().until.getTime() - mail.clock().getTime(), SHUT_FIRST_MS)
  // Messages that were already in flight do not prolong the pause.
  for (const place of inHand) place.leave('unknown', mail.clock())
  assert.equal(mail.held().until.getTime() - mail.clock().getTime(), SHUT_FIRST_MS)
  for (let pauseMs = SHUT_FIRST_MS, tries = 0; tries < 8; tries++) {
    mail.later(pauseMs - 1)
    mail.held()
    mail.later(1)
    const probe = mail.pass()
    assert.ok(mail.held().until > mail.clock(), 'the others wait for what becomes of it')
    probe.leave('unknown', mail.clock())
    pauseMs = Math.min(pauseMs * 2, SHUT_MAX_MS)
    assert.equal(mail.held().until.getTime() - mail.clock().getTime(), pauseMs)
  }
  assert.deepEqual(mail.told, [true], 'told once')
  mail.later(SHUT_MAX_MS)
  mail.one('accepted')
  assert.deepEqual(mail.told, [true, false])
  const [one, other] = [mail.pass(), mail.pass()]
  assert.ok(isWaiting(mail.enter()), 'two at once after one answer')
  for (const place of [one, other]) place.leave('accepted', mail.clock())
})

test('spec 7.28: an answer that says nothing of what is lost lets the next one go, and no two at once', () => {
  for (const answer of ['refused', 'temporary'] as const) {
    const mail = account()
    for (let times = 0; times < STREAK_MAX; times++) mail.one('unknown')
    mail.later(SHUT_FIRST_MS)
    mail.one(answer)
    const next = mail.pass()
    mail.held()
    next.leave('unknown', mail.clock())
    assert.equal(mail.held().until.getTime() - mail.clock().getTime(), 2 * SHUT_FIRST_MS, 'one more was lost, no three')
  }
  // Nothing was sent, so nothing was learned, and the account is probed again.
  const away = account()
  for (let times = 0; times < STREAK_MAX; times++) away.one('unknown')
  away.later(SHUT_FIRST_MS)
  away.one('unavailable')
  away.one('throttled')
  away.pass()
  away.held()
})

test('an account that lost an answer is narrow at once, and a clock that is set back shuts nobody out', async () => {
  const mail = account()
  for (let times = 0; times < 40; times++) mail.one('accepted')
  const inHand = Array.from({ length: 40 }, () => mail.pass())
  inHand.pop()?.leave('unknown', mail.clock())
  const waiting = mail.enter()
  assert.ok(isWaiting(waiting))
  for (const place of inHand) place.leave('unavailable', mail.clock())
  assert.ok('leave' in (await waiting))
  assert.ok(isWaiting(mail.enter()), 'one at a time')

  const shut = account()
  for (let times = 0; times < STREAK_MAX; times++) shut.one('unknown')
  shut.later(-86_400_000)
  shut.pass()
})

test('when an account is shut, those that wait for a place go back to the queue', async () => {
  const mail = account()
  const inHand = Array.from({ length: WIDTH_FIRST }, () => mail.pass())
  const waiting = Array.from({ length: 20 }, () => mail.enter())
  assert.ok(waiting.every(isWaiting))
  for (const place of inHand) place.leave('unknown', mail.clock())
  for (const place of await Promise.all(waiting)) assert.ok('until' in place && place.until > mail.clock())
})

test('who waits in vain for a place goes back to the queue too', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const mail = account()
  for (let times = 0; times < WIDTH_FIRST; times++) mail.pass()
  const waiting = mail.enter()
  context.mock.timers.tick(5_000)
  const place = await waiting
  assert.ok('until' in place && place.until > mail.clock())
})
