// What the service writes in English, as the console says it in Hindi.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldTextIn } from '../../console/src/app/field-texts.ts'
import { saidOf } from '../../console/src/billing/transaction-said.ts'

test('transactions are told in Hindi by what they are for; what a person wrote stays', () => {
  assert.equal(saidOf('60 sms messages at 0.25', 'hi'), '60 SMS संदेश, ₹0.25 की दर से')
  assert.equal(saidOf('1 email message at 0.085', 'hi'), '1 ईमेल संदेश, ₹0.085 की दर से')
  assert.equal(saidOf('Refund: duplicate charge', 'hi'), 'रिफ़ंड: दो बार कटौती')
  assert.equal(saidOf('Reversal: the message did not leave (refused)', 'hi'), 'संदेश का पैसा वापस')
  assert.equal(saidOf('Diwali goodwill', 'hi'), 'Diwali goodwill')
  assert.equal(saidOf('Recharge', 'en'), 'Recharge')
})

test('a field at fault is told in Hindi by the form of the sentence; another form stays', () => {
  assert.equal(fieldTextIn('hi', 'is required'), 'ज़रूरी है')
  assert.equal(
    fieldTextIn('hi', 'must be at most "1000000.00"; make several recharges for more'),
    'अधिकतम 1000000.00 हो सकता है',
  )
  assert.equal(
    fieldTextIn('hi', 'is of no approved template with a DLT id'),
    'is of no approved template with a DLT id',
  )
  assert.equal(fieldTextIn('en', 'is required'), 'is required')
})
