// English texts from the service as the console shows them in Hindi. test/structure/hindi.test.ts checks that none is
// missing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invariants } from '#doctor/invariants.ts'
import { ruleTexts } from '#doctor/messages.ts'
import { failureReasons } from '#money/wallet/rules.ts'
import { parts } from '#status/parts.ts'
import { purposeOf } from '../../console/src/app/purpose.ts'
import { words as rechargeWords } from '../../console/src/billing/recharge-words.ts'
import { words as billingWords } from '../../console/src/billing/words.ts'
import { words as healthWords } from '../../console/src/operator/health-words.ts'

test('spec 9.14: a transaction says what it is for, in both languages; a credit what the operator wrote', () => {
  const credit = {
    purpose: 'credit',
    description: 'Diwali goodwill',
    channel: null,
    message_count: null,
    amount: '1.00',
  }
  const of = (fields: Partial<Parameters<typeof purposeOf>[0]>, language: 'en' | 'hi') =>
    purposeOf({ ...credit, ...fields }, language)
  const messages = { purpose: 'messages', channel: 'sms', message_count: 60, amount: '-15.00' }
  assert.equal(of(messages, 'en'), '60 SMS messages at ₹0.25')
  assert.equal(of(messages, 'hi'), '60 SMS संदेश, हर एक ₹0.25')
  assert.equal(of({ ...messages, message_count: 1, amount: '-0.085' }, 'en'), '1 SMS message at ₹0.085')
  assert.equal(of({ purpose: 'refund', amount: '1.00' }, 'hi'), 'वॉलेट में रिफ़ंड')
  assert.equal(of({ purpose: 'credit', amount: '1.00' }, 'hi'), 'Diwali goodwill')
  assert.equal(of({ purpose: 'invented_tomorrow', amount: '1.00' }, 'hi'), 'Diwali goodwill')
})

test('spec 10.41: each reason for which a payment fails has words in both languages', () => {
  for (const language of ['en', 'hi'] as const)
    for (const texts of [billingWords[language].failures, rechargeWords[language].failedDetails])
      assert.deepEqual(Object.keys(texts).toSorted(), failureReasons.toSorted())
})

test('spec 17.71: every rule of the doctor has its sentence, and every part of the status its name', () => {
  assert.deepEqual(
    Object.keys(ruleTexts.en),
    invariants.map(({ id }) => id),
  )
  for (const { name } of parts)
    for (const { parts: names } of Object.values(healthWords)) assert.ok(Object.hasOwn(names, name), name)
})
