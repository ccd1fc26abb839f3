import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appRules, recipientOf } from './rules.ts'

test('spec 7.36: a number is the same contact with its plus and without; what is none is the id of an app', () => {
  const phone = { field: 'phone_number', value: '+919876543210' }
  for (const from of ['+919876543210', '919876543210']) {
    const reading = appRules.identitiesOf(from)
    assert.deepEqual('value' in reading && reading.value[0], phone)
  }
  const userId = 'IN.13491208655302741918'
  assert.deepEqual(appRules.identitiesOf(userId), { value: [{ field: 'app_id', value: userId }] })
})

test('spec 7.32: the address is the number where there is one, and the id within the business otherwise', () => {
  const contact = { email: null, unsubscribed: {} }
  const userId = 'IN.13491208655302741918'
  assert.equal(appRules.addressOf({ ...contact, app_id: userId, phone_number: '+919876543210' }), '+919876543210')
  assert.equal(appRules.addressOf({ ...contact, app_id: userId, phone_number: null }), userId)
  assert.equal(
    appRules.addressOf({ ...contact, app_id: '919876543211', phone_number: '+919876543210' }),
    '919876543211',
  )
  assert.deepEqual(recipientOf('+919876543210'), { to: '919876543210' })
  assert.deepEqual(recipientOf('IN.ENT.134912'), { recipient: 'IN.ENT.134912' })
  for (const none of ['', '+', '12', 'wa-1', 'IN.', 'ravi@shop.example', '+91 98765', '9'.repeat(16)])
    assert.equal(recipientOf(none), null, none)
})

test('spec 7.32: a text that the app does not take is refused by its length, counted in characters', () => {
  const content = { subject: null, html: null, template_id: null }
  assert.deepEqual(appRules.errorsIn({ ...content, text: '👍'.repeat(4096) }), [])
  assert.deepEqual(
    appRules.errorsIn({ ...content, text: 'a'.repeat(4097) }).map(({ field, code }) => `${field} ${code}`),
    ['text too_long'],
  )
})
