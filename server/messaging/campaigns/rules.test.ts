// spec 15.8 to 15.14: the pure rules of campaigns, without a database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTemplate } from '#messaging/templates/rules.ts'
import type { PriceList, Tier } from '#money/pricing/rules.ts'
import fc from '../../../test/cases.ts'
import { type Batch, planBatch, type WaitingRecipient } from './batch-rules.ts'
import type { Prepared } from './content.ts'
import { costOfUnits, remainderAfter, remainderShort } from './cost-rules.ts'
import { keyOf } from './recipients.ts'
import {
  type CampaignAct,
  type CampaignState,
  finishesAt,
  mayDispatch,
  nextDue,
  outsideQuietHours,
  pauseReasons,
  stateAfter,
  stopReason,
} from './rules.ts'
import { valuesFor } from './variables.ts'

const NOON = new Date('2026-03-10T06:30:00Z')

const running: CampaignState = { status: 'running', pauseReasons: [], hasStarted: true }
const after = (state: CampaignState, ...acts: CampaignAct[]): CampaignState =>
  acts.reduce((now, act) => ({ ...now, ...stateAfter(now, act) }), state)

test('spec 15.12: money ends a pause for want of money alone, and a person ends any', () => {
  for (const reason of pauseReasons) {
    const paused = after(running, { act: 'pause', reason })
    assert.deepEqual(paused.pauseReasons, [reason])
    assert.equal(mayDispatch(paused), ['insufficient_balance', 'max_total'].includes(reason), 'what is charged leaves')
    const recharged = after(paused, { act: 'recharge' })
    assert.equal(recharged.status, reason === 'insufficient_balance' ? 'running' : 'paused')
    const both = after(paused, { act: 'pause', reason: 'insufficient_balance' }, { act: 'recharge' })
    assert.equal(both.status, reason === 'insufficient_balance' ? 'running' : 'paused')
    assert.equal(after(paused, { act: 'resume' }).status, 'running')
  }
  assert.equal(stateAfter({ ...running, status: 'completed' }, { act: 'resume' }), null)
  assert.equal(stateAfter(running, { act: 'start', isLater: false }), null, 'it is started once')
  const scheduled: CampaignState = { status: 'scheduled', pauseReasons: [], hasStarted: false }
  assert.equal(after(scheduled, { act: 'pause', reason: 'user' }, { act: 'resume' }).status, 'scheduled')
  const restored = after(scheduled, { act: 'pause', reason: 'restored' })
  assert.equal(after(restored, { act: 'resume' }).status, 'scheduled')
})

test('spec 15.12: whatever happens, a running campaign has no reason to pause and a paused one has some', () => {
  const acts = fc.oneof(
    fc.record({ act: fc.constant('start' as const), isLater: fc.boolean() }),
    fc.record({ act: fc.constant('pause' as const), reason: fc.constantFrom(...pauseReasons) }),
    fc.record({ act: fc.constantFrom('resume' as const, 'recharge' as const, 'cancel' as const, 'complete' as const) }),
  )
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 20 }), (all) => {
      let state: CampaignState = { status: 'draft', pauseReasons: [], hasStarted: false }
      for (const act of all) {
        const isOver = state.status === 'completed' || state.status === 'cancelled'
        const moved = stateAfter(state, act)
        if (isOver) assert.equal(moved, null)
        state = { ...state, ...moved, hasStarted: state.hasStarted || moved?.status === 'running' }
        assert.equal(state.pauseReasons.length > 0, state.status === 'paused')
      }
    }),
  )
})

const tiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
    fc.array(fc.bigInt(0n, 900_000n), { minLength: 4, maxLength: 4 }),
  )
  .map(([limits, prices]) =>
    [...limits.toSorted((one, other) => one - other), null].map(
      (upTo, index): Tier => ({ upTo: upTo === null ? null : BigInt(upTo), priceMicros: prices[index] as bigint }),
    ),
  )

const read = readTemplate('sms', { subject: null, text: 'Dear {{name}}', html: null, components: null })
if ('errors' in read) throw new Error('the template is good')
const prepared: Prepared = {
  version: 1,
  template: null,
  file: null,
  content: {
    channel: 'sms',
    read,
    sources: { name: { attribute: 'display_name', fallback: 'friend' } },
    templateId: 'template',
    category: 'service',
    needsConsent: false,
  },
}
const recipient = (number: number): WaitingRecipient => ({
  number,
  contact_id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  address: `+9198${String(number).padStart(8, '0')}`,
  list_id: null,
  units: 1,
  email: null,
  phone_number: `+9198${String(number).padStart(8, '0')}`,
  app_id: null,
  unsubscribed: number % 7 === 0 ? { sms: 1 } : {},
  last_inbound_at: null,
  marketing_stopped_at: null,
  display_name: null,
  attributes: {},
  has_consent: true,
})

/** A model of the wallet; each step returns the input of the next batch. */
interface Run {
  balance: bigint
  reserved: bigint
  taken: bigint
  served: number[]
  cost: bigint
}

function runAll(
  list: PriceList,
  count: number,
  start: { balance: bigint; taken: bigint },
  steps: readonly { size: number; recharge: bigint; single: boolean }[],
): Run {
  const all = Array.from({ length: count }, (_, index) => recipient(index + 1))
  const needed = costOfUnits(list, 'sms', start.taken, BigInt(count)).total
  const run: Run = {
    balance: start.balance,
    reserved: needed < start.balance ? needed : start.balance,
    taken: start.taken,
    served: [],
    cost: 0n,
  }
  let [next, waitingUnits] = [0, BigInt(count)]
  for (let step = 0; next < count && step < 400; step++) {
    const { size, recharge, single } = steps[step % steps.length] as (typeof steps)[number]
    run.balance += recharge + (step >= steps.length ? 10_000_000n : 0n)
    // A single send between batches advances the month's count, and never uses reserved credit.
    const price = costOfUnits(list, 'sms', run.taken, 1n).total
    if (single && run.balance - run.reserved >= price) {
      run.balance -= price
      run.taken += 1n
    }
    const before = { ...run }
    const batch: Batch = planBatch({
      recipients: all.slice(next, next + size),
      prepared,
      priceList: list,
      rule: null,
      pace: { perMinute: null, quiet: null },
      until: new Date(NOON.getTime() + 60_000),
      at: NOON,
      served: new Set(),
      state: {
        available: run.balance - run.reserved,
        reserved: run.reserved,
        taken: run.taken,
        waitingUnits,
        lastDueAt: null,
      },
    })
    run.balance -= batch.cost
    run.reserved = batch.reserved
    run.cost += batch.cost
    run.taken = batch.taken
    waitingUnits = batch.waitingUnits
    run.served.push(...batch.deliveries.map(({ number }) => number))
    assert.ok(run.reserved >= 0n && run.reserved <= run.balance, 'R1 after every batch')
    assert.equal(
      batch.cost,
      costOfUnits(list, 'sms', before.taken, BigInt(batch.deliveries.length)).total,
      'a batch is charged as it is estimated',
    )
    next = batch.nextNumber === null ? Math.min(count, next + size) : batch.nextNumber - 1
  }
  return run
}

const listOf = (sms: Tier[]): PriceList => ({
  id: 'list',
  name: 'List',
  effectiveFrom: NOON,
  smsUnit: 'message',
  tiers: { sms },
  modes: { sms: 'graduated' },
  volumeListId: null,
})

test('spec 15.10, 15.11: however it is batched, paused for money and recharged, the same recipients are served once for the same sum', () => {
  const steps = fc.array(
    fc.record({
      size: fc.integer({ min: 1, max: 12 }),
      recharge: fc.bigInt(0n, 2_000_000n),
      single: fc.constant(false),
    }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(tiers, fc.integer({ min: 1, max: 40 }), fc.bigInt(0n, 30n), steps, (sms, count, taken, how) => {
      const list = listOf(sms)
      const undisturbed = runAll(list, count, { balance: 10n ** 12n, taken }, [
        { size: count, recharge: 0n, single: false },
      ])
      const run = runAll(list, count, { balance: 0n, taken }, how)
      assert.deepEqual(run.served, undisturbed.served)
      assert.equal(run.cost, undisturbed.cost)
      assert.equal(run.reserved, 0n, 'nothing stays reserved at the end')
    }),
  )
})

test('spec 9.13, 15.10: single sends between batches move tiers, and the reservation stays within the balance', () => {
  const steps = fc.array(
    fc.record({ size: fc.integer({ min: 1, max: 5 }), recharge: fc.bigInt(0n, 900_000n), single: fc.boolean() }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(
      tiers,
      fc.integer({ min: 1, max: 40 }),
      fc.bigInt(0n, 9_000_000n),
      steps,
      (sms, count, balance, how) => {
        const run = runAll(listOf(sms), count, { balance, taken: 0n }, how)
        assert.equal(run.reserved, 0n)
        assert.equal(new Set(run.served).size, run.served.length)
      },
    ),
  )
})

test('spec 15.10: what stays reserved is what is needed, as far as it is there', () => {
  assert.equal(remainderAfter({ needed: 50n, left: 80n, available: 10n }), 50n)
  assert.equal(remainderAfter({ needed: 95n, left: 80n, available: 10n }), 90n)
  assert.equal(remainderAfter({ needed: 5n, left: -20n, available: 10n }), 0n)
  assert.equal(remainderShort({ needed: 50n, left: 80n }), 50n)
  assert.equal(remainderShort({ needed: 50n, left: -1n }), 0n)
})

test('spec 15.9: one person whose number is written in several ways has one key', () => {
  assert.equal(keyOf('+919812345678'), keyOf('919812345678'))
  assert.equal(keyOf('Ravi@Farm.example'), keyOf('ravi@farm.example'))
  assert.equal(keyOf('+5215512345678'), keyOf('+525512345678'))
  assert.notEqual(keyOf('+919812345678'), keyOf('+919812345679'))
})

test('spec 15.9: a value of a contact is one line, and what no attribute has is the fallback', () => {
  const contact = {
    display_name: null,
    email: null,
    phone_number: null,
    attributes: { city: 'Pune\n=1+1', age: 42, tags: [1] },
  }
  const sources = {
    name: { attribute: 'display_name', fallback: 'friend' },
    city: { attribute: 'city', fallback: 'you' },
    age: { attribute: 'age', fallback: '0' },
    tags: { attribute: 'tags', fallback: 'none' },
    own: { attribute: 'constructor', fallback: 'none' },
    fixed: { value: '10 %' },
  }
  assert.deepEqual(valuesFor(sources, contact), {
    name: 'friend',
    city: 'Pune =1+1',
    age: '42',
    tags: 'none',
    own: 'none',
    fixed: '10 %',
  })
})

test('spec 15.13: a rate spaces deliveries, and quiet hours end in the morning of India, over midnight too', () => {
  const night = { from: 21 * 60, to: 9 * 60 }
  const at = new Date('2026-03-10T16:00:00Z')
  assert.equal(outsideQuietHours(at, night).toISOString(), '2026-03-11T03:30:00.000Z')
  assert.equal(outsideQuietHours(NOON, night), NOON)
  const pace = { perMinute: 60, quiet: night }
  const noon = NOON.getTime()
  assert.equal(nextDue(null, noon, pace), noon)
  assert.equal(nextDue(noon, noon, pace) - noon, 1000)
  // A double holds a time in milliseconds with a resolution of 1/4096.
  assert.ok(Math.abs(nextDue(noon, noon, { ...pace, perMinute: 50_000 }) - noon - 1.2) < 0.001)
  const evening = Date.parse('2026-03-10T15:29:59.500Z')
  assert.equal(nextDue(evening, evening, pace), Date.parse('2026-03-11T03:30:00Z'))
  assert.equal(finishesAt(600, NOON, pace)?.getTime(), NOON.getTime() + 600_000)
  assert.equal(finishesAt(600, NOON, { perMinute: null, quiet: null }), null)
  // One minute is left from 20:59; the rest follows at 9:00.
  assert.equal(finishesAt(120, new Date('2026-03-10T15:29:00Z'), pace)?.toISOString(), '2026-03-11T03:31:00.000Z')
})

test('spec 15.14: reactions stop a campaign from 200 outcomes on, at 0.3 % complaints or 8 % bounces', () => {
  assert.equal(stopReason({ outcomes: 199, complaints: 199, bounces: 199 }), null)
  assert.equal(stopReason({ outcomes: 1000, complaints: 2, bounces: 79 }), null)
  assert.equal(stopReason({ outcomes: 1000, complaints: 3, bounces: 0 }), 'complaints')
  assert.equal(stopReason({ outcomes: 1000, complaints: 0, bounces: 80 }), 'bounces')
})
