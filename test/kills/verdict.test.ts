// Tests the verdict itself: a run that lost, duplicated or created something must not pass.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { publicId } from '../harness.ts'
import { type Delivery, faultsOfSent, faultsOfStored, type Taken } from './channels-verdict.ts'
import { faultsOfCredits, faultsOfGiven, faultsOfTold, isEnough } from './verdict.ts'

const id = newUuid()
const named = publicId('dlv', id)
const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  id,
  channel: 'app',
  status: 'sent',
  isReversed: false,
  isUnknown: false,
  mark: '000001',
  account: 'company-1',
  isPinned: true,
  ...more,
})
/** A message of `count` parts, each accepted by the provider this many times. */
const taken = (count: number, ...times: number[]): Taken => ({
  count,
  times: new Map(times.flatMap((often, index) => (often === 0 ? [] : [[index + 1, often] as const]))),
  by: new Set(times.length === 0 ? [] : ['company-1']),
})

/** The violations found for one delivery. */
function faultsOf(more: Partial<Delivery>, parts: Taken | null, ...said: string[]): string[] {
  const one = delivery(more)
  const name = `${one.channel} ${one.mark}`
  const faults = faultsOfSent([one], new Map(parts ? [[name, parts]] : []), new Map([[one.mark, new Set(said)]]))
  return faults.map((fault) => fault.replace(`${one.channel} ${named} <${one.mark}> `, ''))
}

test('spec 19.30: of a message that was lost, doubled, or charged and not sent, the verdict says so', () => {
  const failed = { status: 'failed', isReversed: true }
  assert.deepEqual(faultsOf({}, taken(1, 1)), [])
  assert.deepEqual(faultsOf(failed, null), [])
  assert.deepEqual(faultsOf({}, null), ['is sent, and its provider never took it'])
  assert.deepEqual(faultsOf({ status: 'delivered' }, null), ['is delivered, and its provider never took it'])
  assert.deepEqual(faultsOf({}, taken(1, 2)), ['was taken 2 times'])
  assert.deepEqual(faultsOf({ status: 'failed' }, null), ['is failed, and not given back'])
  assert.deepEqual(faultsOf({ status: 'cancelled' }, null), ['is cancelled, and not given back'])
  assert.deepEqual(faultsOf({ isReversed: true }, taken(1, 1)), ['is sent, and given back'])
  assert.deepEqual(faultsOf(failed, taken(1, 1)), ['is failed, and its provider took it'])
  assert.deepEqual(faultsOfSent([], new Map([['sms 000002', taken(1, 1)]]), new Map()), [
    'sms 000002 was taken, and is no delivery',
  ])
})

test('spec 16.30, 19.30: of a message that left by the account of another, or is pinned to one, the verdict says so', () => {
  const elsewhere = { ...taken(1, 1), by: new Set(['company-1', 'company-2']) }
  assert.deepEqual(faultsOf({}, elsewhere), ['left by the account company-2, and is of company-1'])
  assert.deepEqual(faultsOf({ isPinned: false }, taken(1, 1)), ['is pinned to another account'])
})

test('spec 19.30: of an SMS each part counts', () => {
  const sms = { channel: 'sms' } as const
  assert.deepEqual(faultsOf(sms, taken(3, 1, 1, 1)), [])
  assert.deepEqual(faultsOf(sms, taken(3, 1, 0, 1)), ['is sent, and its provider took 2 of its 3 parts'])
  assert.deepEqual(faultsOf(sms, taken(3, 1, 2, 1)), ['was taken 2 times'])
  assert.deepEqual(faultsOf({ ...sms, status: 'undelivered' }, taken(3, 1)), [], 'that is what it is then')
  const all = ['DELIVRD 1', 'DELIVRD 2', 'DELIVRD 3']
  assert.deepEqual(faultsOf(sms, taken(3, 1, 1, 1), ...all), ['is sent, and was reported delivered'])
  assert.deepEqual(faultsOf(sms, taken(3, 1, 1, 1), ...all.slice(1)), [], 'one is not reported yet')
})

test('spec 19.30: a report that was acknowledged has changed its delivery', () => {
  const one = taken(1, 1)
  assert.deepEqual(faultsOf({ status: 'read' }, one, 'read', 'delivered', 'sent'), [])
  assert.deepEqual(faultsOf({}, one, 'delivered', 'sent'), ['is sent, and was reported delivered'])
  assert.deepEqual(faultsOf({ status: 'delivered' }, one, 'read', 'delivered'), ['is delivered, and was reported read'])
  assert.deepEqual(faultsOf({ status: 'failed', isReversed: true }, one, 'failed', 'sent'), [])
  assert.deepEqual(faultsOf({}, one, 'failed', 'sent'), ['is sent, and was reported failed'])
  assert.deepEqual(faultsOf({ channel: 'email' }, one, 'bounced'), ['is sent, and was reported undelivered'])
  assert.deepEqual(faultsOf({ channel: 'sms' }, one, 'UNDELIV 1'), ['is sent, and was reported undelivered'])
  assert.deepEqual(faultsOf({ channel: 'sms' }, one, 'REJECTD 1'), ['is sent, and was reported failed'])
})

test('spec 19.30: what nobody knows stays so only where no report could have settled it', () => {
  const unknown = { status: 'sending', isUnknown: true }
  for (const channel of ['email', 'app', 'sms'] as const) {
    assert.deepEqual(faultsOf({ ...unknown, channel }, taken(1, 1)), [])
    assert.deepEqual(faultsOf({ ...unknown, channel }, null), [])
    assert.deepEqual(faultsOf({ ...unknown, channel }, taken(1, 2)), ['was taken 2 times'])
  }
  const settled = (status: string) => [`is unknown, and was reported ${status}`]
  assert.deepEqual(faultsOf(unknown, taken(1, 1), 'delivered'), settled('delivered'))
  assert.deepEqual(faultsOf({ ...unknown, channel: 'email' }, taken(1, 1), 'bounced'), settled('undelivered'))
  assert.deepEqual(faultsOf({ ...unknown, channel: 'sms' }, taken(1, 1), 'DELIVRD 1'), [], 'it has another name there')
})

test('spec 19.30: what a contact wrote and was acknowledged is there, once, and nothing else', () => {
  const nothing = { failed: [], left: 0, untold: 0 }
  const stored = (channel: string, mark: string) => ({ channel, text: `By ${channel} <${mark}>` })
  const written = [
    { channel: 'app', mark: '000001' },
    { channel: 'sms', mark: '000002' },
  ]
  const all = [stored('app', '000001'), stored('sms', '000002')]
  assert.deepEqual(faultsOfStored(all, written, nothing), [])
  assert.deepEqual(faultsOfStored(all.slice(1), written, nothing), ['what a contact wrote by app, <000001>, is gone'])
  assert.deepEqual(faultsOfStored([...all, stored('app', '000001')], written, nothing), [
    'what a contact wrote by app, <000001>, is there 2 times',
  ])
  assert.deepEqual(faultsOfStored([...all, stored('sms', '000002')], written, nothing), [], 'it has no name: spec 7.43')
  const made = [...all, stored('email', '000003')]
  assert.deepEqual(faultsOfStored(made, written, nothing), ['email 000003 is there, and no contact wrote it'])
  assert.deepEqual(faultsOfStored(made, written, { ...nothing, untold: 1 }), [
    '1 reports of providers were never taken',
  ])
  assert.deepEqual(faultsOfStored(all, written, { failed: [{ id: 'a', error: 'b' }], left: 2, untold: 0 }), [
    'the arrival a waits for a person: b',
    '2 arrivals were never worked off',
  ])
})

test('spec 19.1: a payment is credited once and as it was captured, and none that was not', () => {
  const captured = [{ paymentId: 'pay_1', amount: 118_00n }]
  const credit = { payment_id: 'pay_1', paid_micros: 118_000_000n, times: 1n }
  assert.deepEqual(faultsOfCredits(captured, [credit]), [])
  assert.deepEqual(faultsOfCredits(captured, []), ['the captured payment pay_1 was not credited with an invoice'])
  assert.deepEqual(faultsOfCredits(captured, [{ ...credit, times: 2n }]), ['the payment pay_1 was credited 2 times'])
  assert.deepEqual(faultsOfCredits(captured, [{ ...credit, paid_micros: 118_000_001n }]), [
    'the payment pay_1 was credited wrongly',
  ])
  assert.deepEqual(faultsOfCredits([], [credit]), ['pay_1 was never captured'])
})

test('spec 19.1: a refund is given once, of what it is, and none that failed or nobody asked for', () => {
  const receipt = publicId('rfnd', id)
  const given = { kind: 'refund', refundId: 'rfnd_1', paymentId: 'pay_1', amount: 50_00n, receipt } as const
  const isLost = { kind: 'refund_settled', refundId: 'rfnd_1', paymentId: 'pay_1', status: 'failed' } as const
  const ours = { id, status: 'completed', total_micros: 50_000_000n }
  assert.deepEqual(faultsOfGiven([ours], [given]), [])
  assert.deepEqual(faultsOfGiven([{ ...ours, status: 'failed' }], [given, isLost]), [])
  assert.deepEqual(faultsOfGiven([ours], []), [`the refund ${id} was given `])
  assert.deepEqual(faultsOfGiven([ours], [given, isLost]), [`the refund ${id} was given `])
  assert.deepEqual(faultsOfGiven([ours], [given, given]), [`the refund ${id} was given 50000000, 50000000`])
  assert.equal(faultsOfGiven([{ ...ours, total_micros: 1n }], [given]).length, 1)
  assert.equal(faultsOfGiven([{ ...ours, status: 'failed' }], [given]).length, 1)
  assert.deepEqual(faultsOfGiven([], [given]), [`the gateway gave back ${receipt}, of which we know nothing`])
})

test('spec 19.1: what callers were told is there, and a day on which nothing happened proves nothing', () => {
  const told = { recharges: new Set(['a']), refunds: new Set(['b']), approved: new Set(['b']), messages: 7 }
  const standing = {
    recharges: new Set(['a']),
    refunds: new Set(['b']),
    undecided: new Set<string>(),
    deliveries: 7,
  }
  assert.deepEqual(faultsOfTold(told, standing), [])
  assert.deepEqual(faultsOfTold(told, { ...standing, recharges: new Set() }), ['the recharge a is gone'])
  assert.deepEqual(faultsOfTold(told, { ...standing, refunds: new Set() }), ['the refund b is gone'])
  assert.deepEqual(faultsOfTold(told, { ...standing, undecided: new Set(['b']) }), [
    'the approval of the refund b is gone',
  ])
  for (const deliveries of [6, 8]) assert.equal(faultsOfTold(told, { ...standing, deliveries }).length, 1)

  const counts = { captures: 3n, automatic: 2n, refunds: 3n, invoices: 3n, apps: 3n, sms: 3n, written: 3n }
  const others = { reversals: 0n, unknown: 0n, undelivered: 0n }
  assert.ok(isEnough({ ...counts, ...others }))
  assert.ok(!isEnough(null))
  for (const [name, count] of Object.entries(counts))
    assert.ok(!isEnough({ ...counts, ...others, [name]: count - 1n }), name)
})
