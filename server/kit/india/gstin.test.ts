import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import { gstinCheckDigit, gstinError } from './gstin.ts'
import { stateNames } from './states.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letters = (n: number) =>
  fc.array(fc.constantFrom(...DIGITS.slice(10)), { minLength: n, maxLength: n }).map((all) => all.join(''))
const gstin = fc
  .tuple(
    fc.constantFrom(...Object.keys(stateNames)),
    letters(5),
    fc.nat({ max: 9999 }).map((number) => String(number).padStart(4, '0')),
    letters(1),
    fc.constantFrom(...DIGITS.slice(1)),
  )
  .map(([state, name, number, last, entity]) => `${state}${name}${number}${last}${entity}Z`)
  .map((first14) => first14 + gstinCheckDigit(first14))

test('spec 12.6: real GSTINs are taken, in their own state only', () => {
  for (const real of ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM']) {
    assert.equal(gstinError(real, real.slice(0, 2)), null, real)
  }
  assert.deepEqual(gstinError('27AAPFU0939F1ZV', '29')?.params, { gstin_state: '27', state: '29', other: 'state_code' })
})

test('spec 12.6: a GSTIN with any one character changed is refused', () => {
  fc.assert(
    fc.property(gstin, fc.nat({ max: 14 }), fc.constantFrom(...DIGITS), (good, place, character) => {
      assert.equal(gstinError(good, good.slice(0, 2)), null)
      const changed = good.slice(0, place) + character + good.slice(place + 1)
      if (changed !== good) assert.notEqual(gstinError(changed, changed.slice(0, 2)), null)
    }),
  )
})

test('spec 12.6: what is no GSTIN at all is refused', () => {
  for (const wrong of [
    '',
    '27AAPFU0939F1Z',
    '27aapfu0939f1zv',
    '27AAPFU0939F1ZVX',
    ' 27AAPFU0939F1ZV',
    '27AAPFU0939F1AV',
  ]) {
    assert.equal(gstinError(wrong, '27')?.code, 'gstin_format')
  }
  const noState = `99AAPFU0939F1Z`
  assert.equal(gstinError(noState + gstinCheckDigit(noState), '99')?.code, 'gstin_state_unknown')
})
