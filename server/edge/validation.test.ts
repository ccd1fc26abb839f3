// Reading what a request carries: spec 3.3, 3.4, 3.5, 3.8, 3.9.

import assert from 'node:assert/strict'
import test from 'node:test'
import { newUuid, typeId } from '#kit/ids.ts'
import { VISIBLE_ASCII } from '#kit/text.ts'
import { In, oneOf, Type } from '#kit/wire.ts'
import fc from '../../test/cases.ts'
import { parseForm } from './form.ts'
import { coerceText, compileCheck } from './validation.ts'

const Order = In.object({
  contact_id: Type.Optional(In.nullable(In.id('contact'))),
  is_gift: Type.Optional(In.flag()),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  note: Type.Optional(In.nullable(In.text(20))),
  due_at: Type.Optional(In.nullable(In.time())),
  total: Type.Optional(In.amount('paise')),
  price: Type.Optional(In.amount('micros')),
  channel: Type.Optional(oneOf(['email', 'sms'])),
  labels: Type.Optional(Type.Array(In.text(10), { minItems: 1, maxItems: 3 })),
  address: Type.Optional(In.object({ city: In.line(), pin: Type.Optional(Type.Integer()) })),
})
const check = compileCheck(Order)

/** As a form brings it. */
const fromForm = (text: string) => {
  const { value, faults } = coerceText(Order, parseForm(text))
  return { value, errors: [...faults, ...check(value)] }
}
const messageOf = (value: Record<string, unknown>) => check(value).map(({ field, message }) => `${field}: ${message}`)

test('spec 3.3: a text form is coerced: true, false, 1, 0, digits, and an empty value for null', () => {
  const { value, errors } = fromForm('is_gift=1&quantity=12&note=&due_at=1767225600&labels[]=red&labels[]=blue')
  assert.deepEqual(errors, [])
  assert.deepEqual(value, {
    is_gift: true,
    quantity: 12,
    note: null,
    due_at: new Date(1767225600_000),
    labels: ['red', 'blue'],
  })
  for (const [text, flag] of [
    ['true', true],
    ['false', false],
    ['1', true],
    ['0', false],
  ] as const)
    assert.equal(fromForm(`is_gift=${text}`).value.is_gift, flag)
})

test('spec 3.4: a form says arrays and objects with brackets, and one value is an array of one', () => {
  assert.deepEqual(fromForm('labels=red').value.labels, ['red'])
  assert.deepEqual(fromForm('labels=red&labels=blue').value.labels, ['red', 'blue'])
  assert.deepEqual(fromForm('address[city]=Pune&address[pin]=411001').value.address, { city: 'Pune', pin: 411001 })
})

test('spec 3.3: text that does not fit stays as it is and is refused, never guessed', () => {
  assert.deepEqual(fromForm('is_gift=yes').errors, [{ field: 'is_gift', message: 'must be a boolean' }])
  assert.deepEqual(fromForm('quantity=1e1').errors, [{ field: 'quantity', message: 'must be a whole number' }])
  assert.deepEqual(fromForm('quantity=').errors, [{ field: 'quantity', message: 'must be a whole number' }])
})

test('spec 3.3: JSON is not coerced: a string where a boolean belongs is an error', () => {
  assert.deepEqual(messageOf({ is_gift: 'true', quantity: '12' }), [
    'is_gift: must be a boolean',
    'quantity: must be a whole number',
  ])
  assert.deepEqual(messageOf({ is_gift: 1 }), ['is_gift: must be a boolean'])
})

test('spec 3.5: an unknown field is refused by name, at any depth', () => {
  assert.deepEqual(messageOf({ is_gfit: true }), [
    'is_gfit: is not a field of this resource; remove it or correct its name',
  ])
  assert.match(
    messageOf({ address: { city: 'Pune', street: 'MG Road' } })[0] as string,
    /^address\.street: is not a field/,
  )
  assert.match(messageOf(JSON.parse('{"__proto__":1}'))[0] as string, /^__proto__: /)
})

test('spec 3.8: a number of milliseconds is refused with the hint, seconds and ISO 8601 are taken', () => {
  assert.deepEqual(messageOf({ due_at: 1767225600123 }), ['due_at: looks like milliseconds; send Unix seconds'])
  assert.deepEqual(messageOf({ due_at: 99_999_999_999 }), [])
  assert.match(messageOf({ due_at: '1767225600' })[0] as string, /without quotes/)
  const value: Record<string, unknown> = { due_at: '2026-01-31T09:30:00+05:30' }
  assert.deepEqual(check(value), [])
  assert.deepEqual(value.due_at, new Date('2026-01-31T04:00:00Z'))
})

test('spec 3.9: an amount is a string; a JSON number is refused with the hint to send one', () => {
  assert.match(messageOf({ total: 100 })[0] as string, /^total: must be a decimal string, not a number: send "100.00"/)
  assert.match(messageOf({ total: '0.005' })[0] as string, /two decimals/)
  assert.match(messageOf({ total: '-5' })[0] as string, /positive/)
  const value: Record<string, unknown> = { total: '100.5', price: '0.000001' }
  assert.deepEqual(check(value), [])
  assert.deepEqual(value, { total: 100_500_000n, price: 1n })
})

test('spec 3.7: an id becomes what the program works with; a malformed one names the prefix', () => {
  const uuid = newUuid()
  const value: Record<string, unknown> = { contact_id: typeId('contact', uuid) }
  assert.deepEqual(check(value), [])
  assert.equal(value.contact_id, uuid)
  assert.deepEqual(messageOf({ contact_id: typeId('conv', uuid) }), [
    'contact_id: must be an id that begins with contact_',
  ])
  assert.deepEqual(messageOf({ contact_id: null }), [])
})

test('spec 3.5: messages say what is allowed, and where in the body the fault is', () => {
  assert.deepEqual(messageOf({ channel: 'fax' }), ['channel: must be one of email, sms'])
  assert.deepEqual(messageOf({ quantity: 101 }), ['quantity: must be at most 100'])
  assert.deepEqual(messageOf({ quantity: 0 }), ['quantity: must be at least 1'])
  assert.deepEqual(messageOf({ note: 'x'.repeat(21) }), ['note: must have at most 20 characters'])
  assert.deepEqual(messageOf({ note: '' }), ['note: must not be empty'])
  assert.match(messageOf({ note: 'a\u0000b' })[0] as string, /^note: has U\+0000, which cannot be stored/)
  assert.deepEqual(messageOf({ labels: ['red', 5] }), ['labels[1]: must be a string'])
  assert.deepEqual(messageOf({ labels: [] }), ['labels: must have at least 1 item'])
  assert.deepEqual(messageOf({ address: {} }), ['address.city: is required'])
})

test('spec 4.9: a form that is wanted is told in words, not as a regular expression', () => {
  const Form = In.object({
    month: Type.Optional(Type.String({ pattern: '^20[0-9]{2}-[0-9]{2}$', description: 'A month, as YYYY-MM.' })),
    secret: Type.Optional(Type.String({ minLength: 8, pattern: VISIBLE_ASCII, description: 'Of the account.' })),
  })
  const checkForm = compileCheck(Form)
  const told = (value: Record<string, unknown>) => checkForm(value).map(({ field, message }) => `${field}: ${message}`)
  assert.deepEqual(told({ month: '2026' }), ['month: does not have the form that is wanted here: A month, as YYYY-MM.'])
  assert.deepEqual(told({ secret: 'short' }), ['secret: must have at least 8 characters'])
  assert.deepEqual(told({ secret: 'with a space' }), [
    'secret: must be letters, digits and signs of ASCII, without spaces',
  ])
})

test('spec 3.5: however many faults a body has, only so many are told', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`unknown_${index}`, 1]))
  assert.equal(check(many).length, 20)
})

test('reading never throws, whatever arrives, and takes nothing that it calls faulty', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(Order.properties), 'other'), fc.jsonValue()), (value) => {
      const errors = check(structuredClone(value))
      if ('other' in value) assert.ok(errors.some(({ field }) => field === 'other') || errors.length === 20)
      for (const { field, message } of errors) assert.ok(field.length > 0 && message.length > 0)
    }),
  )
  fc.assert(
    fc.property(fc.webQueryParameters(), (text) => {
      for (const { field, message } of coerceText(Order, parseForm(text)).faults)
        assert.ok(field.length > 0 && message.length > 0)
    }),
  )
})
