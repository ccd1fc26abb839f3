// Money: spec 3.9.

import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { grouped, rupees } from '#kit/india/amounts.ts'
import { fieldErrorText } from '#kit/messages/field-errors.ts'
import fc from '../../test/cases.ts'
import { formatMicros, isWholePaise, parseMicros, shareInPaise } from './money.ts'

/** Up to the largest amount that can be sent: twelve digits of rupees and six decimals. */
const amounts = fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n })

test('spec 3.9: an amount that is shown and read again is the same amount', () => {
  fc.assert(
    fc.property(amounts, (micros) => {
      const text = formatMicros(micros)
      assert.match(text, /^[0-9]{1,12}\.[0-9]{2,6}$/)
      assert.doesNotMatch(text, /\.[0-9]{2,}0$/, 'no more zeros than the two decimals need')
      assert.equal(parseMicros(text), micros)
    }),
  )
})

test('spec 3.9: every string of the pattern is read exactly, with any number of decimals up to six', () => {
  const digits = (most: number, least: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most })
  fc.assert(
    fc.property(digits(12, 1), digits(6, 1), (rupees, decimals) => {
      assert.equal(parseMicros(rupees), BigInt(rupees) * 1_000_000n)
      const expected = BigInt(rupees) * 1_000_000n + (BigInt(decimals) * 1_000_000n) / 10n ** BigInt(decimals.length)
      assert.equal(parseMicros(`${rupees}.${decimals}`), expected)
    }),
  )
})

test('spec 3.9: nothing else is an amount', () => {
  for (const text of [
    '',
    ' ',
    '1e3',
    '-5',
    '+5',
    '100.0000001',
    '1.',
    '.5',
    '1,000',
    '1 000',
    '0x10',
    '1.2.3',
    '₹5',
    '٣',
    'NaN',
    'Infinity',
    '1000000000000',
    '5\n',
    '\n5',
    '1_000',
    'null',
  ]) // prettier-ignore
    assert.equal(parseMicros(text), null, JSON.stringify(text))
})

test('spec 3.9: amounts are shown with two to six decimals, the sign in front', () => {
  for (const [micros, text] of [
    [0n, '0.00'],
    [1n, '0.000001'],
    [150_000n, '0.15'],
    [100_000n, '0.10'],
    [125_000n, '0.125'],
    [100_000_000n, '100.00'],
    [1_180_000_000n, '1180.00'],
    [-1_180_000_000n, '-1180.00'],
    [-1n, '-0.000001'],
    [999_999_999_999_999_999n, '999999999999.999999'],
  ] as const)
    assert.equal(formatMicros(micros), text)
})

test('spec 3.9: a payment is whole paise', () => {
  assert.ok(isWholePaise(10_000n))
  assert.ok(!isWholePaise(10_001n))
  fc.assert(
    fc.property(amounts, (micros) => assert.equal(isWholePaise(micros), /^\d+\.\d\d$/.test(formatMicros(micros)))),
  )
})

test('spec 12.5: 18 percent of an amount is rounded to the nearest paisa, half a paisa up', () => {
  assert.equal(shareInPaise(1_000_000_000n, 1800n), 180_000_000n)
  assert.equal(shareInPaise(100_000_000n, 900n), 9_000_000n)
  assert.equal(shareInPaise(250_000n, 1800n), 50_000n, '4.5 paise are 5')
  assert.equal(shareInPaise(240_000n, 1800n), 40_000n, '4.32 paise are 4')
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 0n, max: 10_000n }), (micros, rate) => {
      const share = shareInPaise(micros, rate)
      assert.ok(isWholePaise(share))
      const difference = share * 10_000n - micros * rate
      assert.ok(difference <= 50_000_000n && difference > -50_000_000n, 'no further than half a paisa')
    }),
  )
})

test('spec 23.91: texts for people group amounts by lakh, whatever text they stand in', async () => {
  assert.deepEqual(['0.15', '999.00', '118000.00', '-12345678.5', 'much'].map(rupees), [
    '₹0.15',
    '₹999.00',
    '₹1,18,000.00',
    '-₹1,23,45,678.5',
    '₹much',
  ])
  fc.assert(fc.property(amounts, (micros) => assert.equal(rupees(formatMicros(micros)), `₹${grouped(micros)}`)))
  assert.match(fieldErrorText('en', 'recharge_too_large', { max: '500000.00' }) ?? '', /₹5,00,000\.00/)
  assert.match(fieldErrorText('hi', 'recharge_too_large', { max: '500000.00' }) ?? '', /₹5,00,000\.00/)
  for (const folder of ['server/kit/messages', 'server/notifications'])
    for (const name of await readdir(folder, { recursive: true }))
      if (name.endsWith('.ts') && !name.endsWith('.test.ts'))
        assert.doesNotMatch(await readFile(join(folder, name), 'utf8'), /₹\$\{/, `${name}: rupees() writes amounts`)
})
