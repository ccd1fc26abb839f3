// Parsing and validation of requests: spec 3.3, 3.4, 3.5, 3.8, 3.9.

import assert from 'node:assert/strict'
import test from 'node:test'
import { newUuid, typeId } from '#kit/ids.ts'
import { fieldErrorText } from '#kit/messages/field-errors.ts'
import type { FieldError } from '#kit/refusals.ts'
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

/** As parsed from a form. */
const fromForm = (text: string) => {
  const { value, faults } = coerceText(Order, parseForm(text))
  return { value, errors: [...faults, ...check(value)] }
}
const codesOf = (value: Record<string, unknown>) => check(value).map(shown)
/** `quantity: too_large max=100`. */
const shown = ({ field, code, params }: FieldError) =>
  [`${field}: ${code}`, ...Object.entries(params).map(([name, value]) => `${name}=${value}`)].join(' ')

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
  assert.deepEqual(fromForm('is_gift=yes').errors.map(shown), ['is_gift: wrong_type types=boolean'])
  assert.deepEqual(fromForm('quantity=1e1').errors.map(shown), ['quantity: wrong_type types=integer'])
  assert.deepEqual(fromForm('quantity=').errors.map(shown), ['quantity: wrong_type types=integer'])
})

test('spec 4.18: a wrong type is said as people write a list of two or more', () => {
  const said = (language: 'en' | 'hi', ...types: string[]) => fieldErrorText(language, 'wrong_type', { types })
  assert.equal(said('en', 'string', 'number', 'boolean'), 'Must be text, a number, or true or false.')
  assert.equal(said('en', 'string', 'number'), 'Must be text or a number.')
  assert.equal(said('en', 'boolean', 'null'), 'Must be true or false, or null.')
  assert.equal(said('en', 'string'), 'Must be text.')
  assert.equal(said('hi', 'string', 'number', 'boolean'), 'यहाँ यह चाहिए: टेक्स्ट, संख्या, या true या false।')
  assert.equal(said('hi', 'string', 'null'), 'यहाँ यह चाहिए: टेक्स्ट या null।')
})

test('spec 3.3: JSON is not coerced: a string where a boolean belongs is an error', () => {
  assert.deepEqual(codesOf({ is_gift: 'true', quantity: '12' }), [
    'is_gift: wrong_type types=boolean',
    'quantity: wrong_type types=integer',
  ])
  assert.deepEqual(codesOf({ is_gift: 1 }), ['is_gift: wrong_type types=boolean'])
})

test('spec 3.5: an unknown field is refused by name, at any depth', () => {
  assert.deepEqual(codesOf({ is_gfit: true }), ['is_gfit: unknown_field'])
  assert.match(
    codesOf({ address: { city: 'Pune', street: 'MG Road' } })[0] as string,
    /^address\.street: unknown_field/,
  )
  assert.match(codesOf(JSON.parse('{"__proto__":1}'))[0] as string, /^__proto__: /)
})

test('spec 3.8: a number of milliseconds is refused with the hint, seconds and ISO 8601 are taken', () => {
  assert.deepEqual(codesOf({ due_at: 1767225600123 }), ['due_at: time_in_milliseconds'])
  assert.deepEqual(codesOf({ due_at: 99_999_999_999 }), [])
  assert.match(codesOf({ due_at: '1767225600' })[0] as string, /time_as_text/)
  const value: Record<string, unknown> = { due_at: '2026-01-31T09:30:00+05:30' }
  assert.deepEqual(check(value), [])
  assert.deepEqual(value.due_at, new Date('2026-01-31T04:00:00Z'))
})

test('spec 3.9: an amount is a string; a JSON number is refused with the hint to send one', () => {
  assert.match(codesOf({ total: 100 })[0] as string, /^total: amount_not_text/)
  assert.match(codesOf({ total: '0.005' })[0] as string, /not_amount decimals=2/)
  assert.match(codesOf({ total: '-5' })[0] as string, /not_amount decimals=2/)
  const value: Record<string, unknown> = { total: '100.5', price: '0.000001' }
  assert.deepEqual(check(value), [])
  assert.deepEqual(value, { total: 100_500_000n, price: 1n })
})

test('spec 3.7: an id becomes what the program works with; a malformed one names the prefix', () => {
  const uuid = newUuid()
  const value: Record<string, unknown> = { contact_id: typeId('contact', uuid) }
  assert.deepEqual(check(value), [])
  assert.equal(value.contact_id, uuid)
  assert.deepEqual(codesOf({ contact_id: typeId('conv', uuid) }), ['contact_id: not_an_id prefix=contact'])
  assert.deepEqual(codesOf({ contact_id: null }), [])
})

test('spec 3.5: an error names the field, the code and what is allowed', () => {
  assert.deepEqual(codesOf({ channel: 'fax' }), ['channel: not_one_of values=email,sms'])
  assert.deepEqual(codesOf({ quantity: 101 }), ['quantity: too_large max=100'])
  assert.deepEqual(codesOf({ quantity: 0 }), ['quantity: too_small min=1'])
  assert.deepEqual(codesOf({ note: 'x'.repeat(21) }), ['note: too_long max=20'])
  assert.deepEqual(codesOf({ note: '' }), ['note: empty'])
  assert.match(codesOf({ note: 'a\u0000b' })[0] as string, /^note: character_not_storable character=U\+0000/)
  assert.deepEqual(codesOf({ labels: ['red', 5] }), ['labels[1]: wrong_type types=string'])
  assert.deepEqual(codesOf({ labels: [] }), ['labels: too_few_items min=1'])
  assert.deepEqual(codesOf({ address: {} }), ['address.city: required'])
})

test('spec 4.9: the expected format is described in words, not as a regular expression', () => {
  const Form = In.object({
    month: Type.Optional(Type.String({ pattern: '^20[0-9]{2}-[0-9]{2}$', description: 'A month, as YYYY-MM.' })),
    secret: Type.Optional(Type.String({ minLength: 8, pattern: VISIBLE_ASCII, description: 'Of the account.' })),
  })
  const checkForm = compileCheck(Form)
  const errorsIn = (value: Record<string, unknown>) => checkForm(value).map(shown)
  assert.deepEqual(errorsIn({ month: '2026' }), ['month: wrong_format format=A month, as YYYY-MM.'])
  assert.deepEqual(errorsIn({ secret: 'short' }), ['secret: too_short min=8'])
  assert.deepEqual(errorsIn({ secret: 'with a space' }), ['secret: not_visible_ascii'])
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
