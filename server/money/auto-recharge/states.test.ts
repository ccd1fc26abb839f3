// Covers the state table: every event in every state.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import type { Situation } from './rules.ts'
import {
  type Effect,
  type EventName,
  eventNames,
  graceOutcomeOf,
  type StateName,
  stateNames,
  stateOf,
  statusOf,
  transitionOf,
  transitions,
} from './states.ts'

const at = new Date('2026-06-10T06:00:00Z')
const grace = { startedAt: at, used: 0, nextAttemptAt: null }
const link = { kind: 'link', begunAt: at } as const
const debit = { kind: 'debit', begunAt: at } as const
const armed: Situation = { enabled: true, open: null, grace: null, heldUntil: null }

const situationOf: Record<StateName, Situation> = {
  off: { ...armed, enabled: false },
  off_charging: { ...armed, enabled: false, open: debit },
  off_payment_link: { ...armed, enabled: false, open: link },
  armed,
  limited: { ...armed, heldUntil: at },
  charging: { ...armed, open: debit },
  payment_link: { ...armed, open: link },
  grace: { ...armed, grace },
  grace_charging: { ...armed, grace, open: debit },
  grace_payment_link: { ...armed, grace, open: link },
}

test('the status says the first thing that holds: off, what is open, a grace, a limit, how it is done', () => {
  const shown = (state: StateName) =>
    [
      { hasMandate: true, byLink: false },
      { hasMandate: false, byLink: false },
      { hasMandate: true, byLink: true },
      { hasMandate: false, byLink: true },
    ].map((means) => statusOf(state, means))
  const expected: Record<StateName, string> = {
    off: 'off off off off',
    off_charging: 'off off off off',
    off_payment_link: 'off off off off',
    armed: 'active authorization_required payment_link payment_link',
    limited: 'limited limited limited limited',
    charging: 'charging charging charging charging',
    payment_link: 'payment_link payment_link payment_link payment_link',
    grace: 'retrying retrying retrying retrying',
    grace_charging: 'charging charging charging charging',
    grace_payment_link: 'payment_link payment_link payment_link payment_link',
  }
  assert.deepEqual(Object.fromEntries(stateNames.map((name) => [name, shown(name).join(' ')])), expected)
})

/** The state that each event leads to from each state, in the order of `stateNames`; a dash where it cannot happen. */
const leads: Record<EventName, string> = {
  set_on: 'armed charging armed armed armed charging armed grace grace_charging grace',
  set_off: 'off off_charging off off off off_charging off off off_charging off',
  called_by_customer: '- - - armed limited charging payment_link grace grace_charging grace_payment_link',
  recharge_due: '- - - armed - - - grace - grace',
  limit_met: '- - - limited - - - grace - grace_payment_link',
  limit_over: '- - - - armed - - - - -',
  link_expired: '- - off - - - armed - - -',
  funded: 'off off_charging off armed limited charging armed armed charging armed',
  grace_over: '- - - - - - - off - off',
  debit_begun: '- - - charging - - - grace_charging - -',
  link_begun: '- - - payment_link - - - grace_payment_link - -',
  open_paid: '- off off - - armed armed - armed armed',
  earlier_paid: 'off off_charging off_payment_link armed limited charging payment_link armed charging payment_link',
  paid_by_hand: stateNames.join(' '),
  debit_failed: '- off - - - grace - - grace -',
  link_refused: '- - off - - - armed - - grace',
  debit_gateway_gone: '- off - - - armed - - grace -',
  link_gateway_gone: '- - off - - - armed - - grace',
  mandate_lost: '- off_payment_link - - - payment_link - - grace_payment_link -',
  mandate_active: 'off off_charging off armed limited charging armed armed charging armed',
}

const pairs = eventNames.flatMap((event) => stateNames.map((from) => ({ event, from })))

test('spec 10.18, 10.22, 10.23: every event in every state leads where it should, or cannot happen', () => {
  for (const event of eventNames) {
    const found = stateNames.map((from) => transitions[event][from]?.to ?? '-')
    assert.equal(found.join(' '), leads[event], event)
  }
  assert.throws(() => transitionOf('off', 'debit_failed'), /debit_failed cannot happen while it is off/)
})

/** A second implementation of each effect on the stored state, which also asserts the effect's preconditions. */
function after(situation: Situation, effect: Effect, event: EventName): Situation {
  switch (effect) {
    case 'switch_on':
    case 'switch_off':
      return { ...situation, enabled: effect === 'switch_on' }
    case 'hold':
      return { ...situation, heldUntil: at }
    case 'release':
      return { ...situation, heldUntil: null }
    case 'open_attempt':
      return { ...situation, open: event === 'debit_begun' ? debit : link }
    case 'end_attempt':
      // For `earlier_paid` the ended attempt is not the open one.
      return event === 'earlier_paid' ? situation : { ...situation, open: null }
    case 'leave_link':
      assert.equal(situation.open?.kind, 'link')
      return { ...situation, open: null }
    case 'begin_grace':
      assert.equal(situation.grace, null)
      return { ...situation, grace }
    case 'end_grace':
      assert.ok(situation.grace)
      assert.ok(graceOutcomeOf[event], `${event} ends a grace without saying how`)
      return { ...situation, grace: null }
    case 'count_failure':
    case 'count_retry':
    case 'schedule_retry':
      assert.ok(situation.grace, effect)
      return situation
    case 'raise_call':
    case 'answer_call':
    case 'ignore_deductions':
    case 'tell_switched_off':
      return situation
  }
}

test('the effects of every transition lead to the state that it names', () => {
  for (const { event, from } of pairs) {
    const transition = transitions[event][from]
    if (!transition) continue
    const end = transition.effects.reduce((one, effect) => after(one, effect, event), situationOf[from])
    assert.equal(stateOf(end), transition.to, `${event} in ${from}`)
    const isHeld = end.heldUntil !== null
    assert.equal(isHeld, transition.to === 'limited', `${event} in ${from}: what is not limited is not held`)
    if (!end.enabled) assert.equal(end.grace, null, `${event} in ${from}: a grace is over where it is off`)
  }
})

test('every stored situation has one state, and every state is stored in one way', () => {
  for (const name of stateNames) assert.equal(stateOf(situationOf[name]), name)
})

test('spec 10.18: a second recharge is never begun while one is open, and a debit that was asked for is never given up', () => {
  for (const { event, from } of pairs) {
    const transition = transitions[event][from]
    if (!transition) continue
    const hasOpen = situationOf[from].open !== null
    // A lost mandate turns the open recharge into a link.
    if (transition.effects.includes('open_attempt') && event !== 'mandate_lost')
      assert.ok(!hasOpen, `${event} in ${from}`)
    const isAwaited = from.endsWith('charging') && !['open_paid', 'debit_failed', 'debit_gateway_gone'].includes(event)
    if (isAwaited && event !== 'mandate_lost') assert.ok(transition.to.endsWith('charging'), `${event} in ${from}`)
  }
})

test('a call is answered by a recharge alone, and money that comes in raises none', () => {
  const having = (effect: Effect) =>
    new Set(
      pairs.filter(({ event, from }) => transitions[event][from]?.effects.includes(effect)).map(({ event }) => event),
    )
  assert.deepEqual([...having('answer_call')], ['recharge_due'])
  assert.deepEqual(
    [...having('raise_call')],
    ['called_by_customer', 'limit_met', 'debit_gateway_gone', 'link_gateway_gone', 'mandate_active'],
  )
  assert.deepEqual([...having('ignore_deductions')], ['open_paid', 'earlier_paid', 'paid_by_hand'])
})

test('every state is reached from off', () => {
  const reached = new Set<StateName>(['off'])
  // Iterating over a set includes elements added during the iteration.
  for (const state of reached)
    for (const event of eventNames) if (transitions[event][state]) reached.add(transitionOf(state, event).to)
  assert.deepEqual([...reached].toSorted(), [...stateNames].toSorted())
})

test('off is reached from every state, and whatever happens a state is never left for none', () => {
  const walk = fc.array(fc.nat(), { maxLength: 40 })
  fc.assert(
    fc.property(walk, (choices) => {
      let state: StateName = 'off'
      for (const choice of choices) {
        const possible = eventNames.filter((event) => transitions[event][state])
        state = transitionOf(state, possible[choice % possible.length] as EventName).to
      }
      for (const event of ['set_off', 'open_paid'] as const) state = transitions[event][state]?.to ?? state
      assert.equal(state, 'off')
    }),
  )
})
