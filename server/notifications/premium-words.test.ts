// spec 23.13, 23.86 to 23.88: notices about the premium plan, in English and Hindi.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf, noticeTypes, type StoredFacts } from './kinds.ts'
import { languages, say } from './texts.ts'

const types = noticeTypes.filter((type) => type.startsWith('subscription.'))
const live = { from: null, count: 1 }
const facts: StoredFacts = {
  status: 'cancelling',
  'payment.kind': 'debit',
  'payment.total': '588.82',
  'payment.due_at': 1_803_753_000,
  'payment.checkout_url': 'https://pay.example/spay_1',
  'current_period.to': 1_803_753_000,
  previous_total: '588.82',
  failure_reason: 'insufficient_funds',
  grace_until: 1_804_357_800,
  next_attempt_at: 1_803_839_400,
  next_debit_at: 1_803_753_000,
  end_reason: 'not_paid',
}
const said = (language: 'en' | 'hi', type: (typeof types)[number], change: StoredFacts = {}) =>
  say(language, type, { ...facts, ...change }, live)

test('spec 23.13: every step of the plan has a notice in both languages, with amounts and times for people', () => {
  assert.equal(types.length, 9)
  for (const type of types) {
    assert.ok(kindOf(type).by.in_app && kindOf(type).by.email !== undefined, type)
    for (const language of languages) {
      const { title, text } = said(language, type)
      assert.doesNotMatch(`${title} ${text}`, /undefined|null|NaN|180\d{7}/, type)
      assert.ok(title.length > 5 && text.length > 10, type)
      if (language === 'hi') assert.match(title, /[\u0900-\u097f]/, type)
    }
  }
})

test('spec 23.13: what must be done today goes by SMS too', () => {
  const bySms = types.filter((type) => kindOf(type).by.sms === true)
  assert.deepEqual(bySms, [
    'subscription.payment_due',
    'subscription.grace_started',
    'subscription.grace_reminder',
    'subscription.ended',
  ])
})

test('spec 23.5, 23.11: a debit is announced with its time, a way out and a new price; a link with its page', () => {
  const debit = said('en', 'subscription.payment_due')
  assert.equal(debit.title, '₹588.82 will be debited for premium')
  assert.equal(
    debit.text,
    'This amount will be debited at 2027-02-28 00:00 IST for the next month. To prevent this, cancel the plan before then.',
  )
  const dearer = said('en', 'subscription.payment_due', { 'payment.total': '647.82' })
  assert.match(dearer.text, /The price has changed from ₹588\.82 to ₹647\.82\.$/)
  const link = said('en', 'subscription.payment_due', { 'payment.kind': 'link' })
  assert.match(link.text, /must be paid by 2027-02-28 00:00 IST\. Pay here: https:\/\/pay\.example\/spay_1$/)
})

test('spec 23.6: grace says until when premium stays on and why, and its end that nothing was deleted', () => {
  const started = said('en', 'subscription.grace_started')
  assert.match(started.text, /Premium stays on until 2027-03-07 00:00 IST/)
  assert.match(started.text, /next retried at 2027-03-01 00:00 IST/)
  assert.match(said('en', 'subscription.ended').text, /Nothing was deleted/)
  assert.equal(said('en', 'subscription.ended', { end_reason: 'first_payment_missing' }).title, 'Premium did not start')
})

test('spec 23.86, 23.87: a refund that nobody requested names nobody, and every refund names what goes back, grouped as in India', () => {
  const refund: StoredFacts = {
    total: '118000.00',
    reason: 'duplicate_charge',
    destination: 'source',
    expected_from: '2026-07-16',
    expected_by: '2026-07-21',
    subscription_payment_id: 'spay_1',
  }
  const started = say('en', 'refund.started', refund, live)
  assert.equal(started.title, 'Refund of ₹1,18,000.00 started')
  assert.match(
    started.text,
    /was not needed.*you need not do anything\. Expect it between 2026-07-16 and 2026-07-21\.$/,
  )
  assert.doesNotMatch(started.text, /requested|approved|operator/i)
  const check = say('en', 'refund.started', { ...refund, reason: 'payment_method_check' }, live)
  assert.match(check.text, /^This payment authorized your new payment method\./)
  for (const type of noticeTypes.filter((one) => one.startsWith('refund.')))
    for (const language of languages) assert.match(say(language, type, refund, live).title, /₹1,18,000\.00/, type)
  // In the format that an earlier version stored.
  assert.equal(say('en', 'refund.completed', { amount: '100.00' }, live).title, 'Refund of ₹100.00 completed')
})

test('spec 23.89: a mandate that replaces another says so', () => {
  const mandate: StoredFacts = {
    purpose: 'subscription',
    status: 'active',
    max_amount: '1177.64',
    replaced_id: 'mand_1',
  }
  const { title, text } = say('en', 'mandate.given', mandate, live)
  assert.equal(title, 'Payment method changed')
  assert.equal(text, 'Premium can now debit up to ₹1,177.64 at a time. The earlier mandate is cancelled.')
  assert.equal(say('en', 'mandate.given', { ...mandate, replaced_id: null }, live).title, 'Mandate set up')
})
