import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankOf } from './banks.ts'
import { reasonOf } from './reasons.ts'

for (const [said, reason] of [
  ['insufficient_funds', 'insufficient_funds'],
  ['INSUFFICIENT_FUNDS', 'insufficient_funds'],
  ['insufficient_balance', 'insufficient_funds'],
  ['card_expired', 'expired_card'],
  ['debit_instrument_expired', 'expired_card'],
  ['transaction_limit_exceeded', 'daily_limit_reached'],
  ['transaction_daily_limit_exceeded', 'daily_limit_reached'],
  ['transaction_frequency_limit_exceeded', 'daily_limit_reached'],
  ['credit_limit_exceeded', 'insufficient_funds'],
  ['transaction_amount_limit_exceeded', 'bank_declined'],
  ['mcc_amount_limit_exceeded', 'bank_declined'],
  ['card_declined', 'bank_declined'],
  ['payment_declined', 'bank_declined'],
  ['debit_instrument_blocked', 'bank_declined'],
  // Caused by the customer or the gateway: the bank gave no reason.
  ['payment_cancelled', 'gateway_error'],
  ['payment_timed_out', 'gateway_error'],
  ['incorrect_otp', 'gateway_error'],
  ['server_error', 'gateway_error'],
  ['a_word_of_tomorrow', 'gateway_error'],
  ['', 'gateway_error'],
  [null, 'gateway_error'],
  [undefined, 'gateway_error'],
  [42, 'gateway_error'],
] as const) {
  test(`spec 10.6: a payment that failed with ${String(said)} is shown as ${reason}`, () =>
    assert.equal(reasonOf(said), reason))
}

test('spec 10.6: of several words the first that is known decides', () => {
  assert.equal(reasonOf('a_word_of_tomorrow', 'TRANSACTION_DECLINED'), 'bank_declined')
  assert.equal(reasonOf('card_expired', 'TRANSACTION_DECLINED'), 'expired_card')
})

test('spec 10.2: banks are shown by their name, an unknown code as it is', () => {
  assert.equal(bankOf('SBIN'), 'State Bank of India')
  assert.equal(bankOf('HDFC_C'), 'HDFC Bank (corporate)')
  assert.equal(bankOf('NEWB'), 'NEWB')
  assert.equal(bankOf(null), null)
})
