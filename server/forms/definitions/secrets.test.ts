// Secrets that a form must not ask for, in all spellings, and harmless labels that resemble them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from './definition.ts'
import { DEFAULT_SETTINGS, readDefinition } from './rules.ts'
import { type Secret, secretIn, secretOf } from './secrets.ts'

const asked: Record<Secret, string[]> = {
  password: [
    'Password',
    'Your pass word',
    'p a s s w o r d',
    'p.a.s.s.w.o.r.d',
    'Passw0rd',
    'P@ssword',
    'рassword',
    'pass\u200bword',
    'ＰＡＳＳＷＯＲＤ',
    'पासवर्ड लिखें',
    'Net passcode',
  ],
  card: [
    'Card number',
    'Credit card no.',
    'CVV',
    'c v v',
    'Debit-Card Number',
    'Number on your card',
    'कार्ड नंबर',
    'Card expiry',
  ],
  otp: ['OTP', 'Enter O.T.P', 'One-time password', 'ओटीपी', 'Verification code'],
  pin: ['PIN', 'UPI PIN', 'ATM pin', 'MPIN', 'PIN number', 'यूपीआई पिन', 'पिन'],
  aadhaar: ['Aadhaar number', 'Aadhar', 'आधार नंबर', 'आधार कार्ड'],
  banking: ['Net banking user ID', 'Internet banking'],
  wallet_key: ['Seed phrase', 'Private key'],
}

test('spec 22.7: a form that asks for a secret is refused, however the secret is written', () => {
  for (const [secret, texts] of Object.entries(asked))
    for (const text of texts) assert.equal(secretIn(text), secret, text)
})

test('spec 22.7: what only looks like it may be asked for', () => {
  for (const text of [
    'PIN code',
    'Pincode',
    'पिन कोड',
    'Passport number',
    'Business card',
    'Number of guests',
    'Shopping list',
    'Pinterest profile',
    'Account number for the refund',
    'PAN',
    'GSTIN',
    'Vehicle number',
    'Gift card balance',
    'Spinning class',
    'आधार पर चुनें',
    'Option',
    'Keyboard layout',
    'Order number',
  ])
    assert.equal(secretIn(text), null, text)
})

test('spec 22.7: label, placeholder, help and key are looked at in every language; a warning is allowed', () => {
  const field = (rest: Partial<Field>): Field => ({ key: 'a', type: 'short_text', label: 'Name', ...rest })
  assert.deepEqual(secretOf(field({ label: { en: 'Code', hi: 'ओटीपी' } })), { property: 'label', secret: 'otp' })
  assert.deepEqual(secretOf(field({ placeholder: 'CVV' })), { property: 'placeholder', secret: 'card' })
  assert.deepEqual(secretOf(field({ key: 'upi_pin' })), { property: 'key', secret: 'pin' })
  assert.deepEqual(secretOf(field({ help: 'Write your password here' })), { property: 'help', secret: 'password' })
  assert.equal(secretOf(field({ help: 'Never tell anybody your OTP.' })), null)
  assert.equal(secretOf(field({ help: 'अपना पासवर्ड किसी को न बताएँ' })), null)
  assert.equal(secretOf(field({ type: 'heading', label: "Don't write a PIN number" })), null)
  assert.deepEqual(secretOf(field({ label: 'Not your password' })), { property: 'label', secret: 'password' })
})

test('spec 22.7: the author is told which field asks for what', () => {
  const fields: Field[] = [
    { key: 'name', type: 'short_text', label: 'Name' },
    { key: 'login', type: 'short_text', label: 'Your bank password' },
  ]
  const reading = readDefinition(fields, DEFAULT_SETTINGS)
  assert.ok('errors' in reading)
  const [error] = reading.errors
  assert.deepEqual(
    [error?.field, error?.code, error?.params],
    ['fields[1].label', 'form_asks_for_secret', { field: 'login', secret: 'password' }],
  )
  assert.match(error?.message ?? '', /The field login seems to ask for a password\./)
})
