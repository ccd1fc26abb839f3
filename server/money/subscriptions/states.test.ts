// Covers the subscription's state table: every event in every state.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import { type SubscriptionStatus, subscriptionStatuses } from './rules.ts'
import { type Effect, type EventName, endReasonOf, eventNames, transitionOf, transitions } from './states.ts'

/**
 * The state that each event leads to from each state, in the order of `subscriptionStatuses`; a dash where it cannot
 * happen.
 */
const leads: Record<EventName, string> = {
  subscribed: 'pending pending - - -',
  withdrawn: '- free - - -',
  cancelled: '- - cancelling cancelling -',
  cancelled_late: '- - free - free',
  resumed: '- - - active -',
  pending_expired: '- free - - -',
  renewal_due: '- - active - -',
  link_overdue: '- - grace - -',
  outcome_overdue: '- - free - -',
  period_over: '- - - free -',
  retry_due: '- - - - grace',
  reminder_due: '- - - - grace',
  retry_missed: '- - - - grace',
  grace_over: '- - - - free',
  first_paid: '- active - - -',
  renewed: '- - active - -',
  paid_in_grace: '- - - - active',
  paid_late: 'active active - - -',
  surplus: subscriptionStatuses.join(' '),
  debit_failed: '- - grace - grace',
  failed_early: '- - active - -',
  link_refused: '- free active - grace',
  mandate_lost: '- - active - grace',
  gateway_gone: '- free free free free',
}

const all = eventNames.flatMap((event) =>
  subscriptionStatuses.flatMap((from) => {
    const transition = transitions[event][from]
    return transition ? [{ event, from, ...transition }] : []
  }),
)
const having = (effect: Effect) => all.filter(({ effects }) => effects.includes(effect))
const hasPremium = (status: SubscriptionStatus) => ['active', 'cancelling', 'grace'].includes(status)

test('spec 23.3: every event in every state leads where it should, or cannot happen', () => {
  for (const event of eventNames) {
    const found = subscriptionStatuses.map((from) => transitions[event][from]?.to ?? '-')
    assert.equal(found.join(' '), leads[event], event)
  }
  assert.throws(() => transitionOf('free', 'debit_failed'), /debit_failed cannot happen while it is free/)
})

test('spec 23.6: premium is gained and lost exactly where a transition enters or leaves a state that has it', () => {
  for (const { event, from, to, effects } of all) {
    assert.equal(effects.includes('gain_premium'), !hasPremium(from) && hasPremium(to), `${event} in ${from}`)
    assert.equal(effects.includes('lose_premium'), hasPremium(from) && !hasPremium(to), `${event} in ${from}`)
  }
})

test('spec 23.6: grace begins and ends exactly where a transition enters or leaves it', () => {
  for (const { event, from, to, effects } of all) {
    assert.equal(effects.includes('start_grace'), from !== 'grace' && to === 'grace', `${event} in ${from}`)
    assert.equal(effects.includes('end_grace'), from === 'grace' && to !== 'grace', `${event} in ${from}`)
  }
})

test('spec 23.8: whatever ends a subscription leaves no mandate and no payment awaited, and says why', () => {
  for (const { event, from, to, effects } of all.filter(({ from, to }) => from !== 'free' && to === 'free')) {
    const closes: Effect[] = ['leave_open', 'revoke_unpaid', 'end_attempt']
    // Cancelling has revoked the open payment.
    if (from !== 'cancelling')
      assert.ok(
        closes.some((effect) => effects.includes(effect)),
        `${event} in ${from}`,
      )
    if (hasPremium(from)) assert.ok(effects.includes('cancel_mandate'), `${event} in ${from}`)
    if (effects.includes('tell_ended')) assert.ok(endReasonOf[event], `${event} ends it without a reason`)
    assert.equal(to, 'free')
  }
})

test('spec 23.7: a captured payment gives one period, or is refunded: never neither, never both', () => {
  const captures = ['first_paid', 'renewed', 'paid_in_grace', 'paid_late', 'surplus']
  for (const { event, from, effects } of all) {
    const uses: Effect[] = ['begin_period', 'next_period', 'refund_surplus']
    const count = effects.filter((effect) => uses.includes(effect)).length
    assert.equal(count, captures.includes(event) ? 1 : 0, `${event} in ${from}`)
  }
})

test('spec 23.8: cancelling in any state revokes every unpaid payment', () => {
  const revoking = having('revoke_unpaid').map(({ event, from }) => `${event} ${from}`)
  assert.deepEqual(revoking, [
    'withdrawn pending',
    'cancelled active',
    'cancelled_late active',
    'cancelled_late grace',
    'gateway_gone pending',
    'gateway_gone active',
    'gateway_gone cancelling',
    'gateway_gone grace',
  ])
})

test('free is reached from every state, and every state from free', () => {
  const reached = new Set<SubscriptionStatus>(['free'])
  // Iterating over a set includes elements added during the iteration.
  for (const status of reached) for (const { from, to } of all) if (from === status) reached.add(to)
  assert.deepEqual([...reached].toSorted(), [...subscriptionStatuses].toSorted())
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 40 }), (choices) => {
      let status: SubscriptionStatus = 'free'
      for (const choice of choices) {
        const possible = eventNames.filter((event) => transitions[event][status])
        status = transitionOf(status, possible[choice % possible.length] as EventName).to
      }
      const end: EventName[] = ['withdrawn', 'cancelled_late', 'period_over']
      for (const event of end) status = transitions[event][status]?.to ?? status
      assert.equal(status, 'free')
    }),
  )
})
