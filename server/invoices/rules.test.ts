import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MICROS_PER_PAISA, MICROS_PER_RUPEE } from '#kit/money.ts'
import { gstinCheckDigit, gstinFault, invoiceNumber, sumOf, taxesOn } from './rules.ts'
import { stateNames } from './states.ts'
import { grouped, inWords } from './words.ts'

const rupees = (amount: bigint) => amount * MICROS_PER_RUPEE
const paise = (amount: bigint) => amount * MICROS_PER_PAISA

test('service.md §1 rule 7: 18 percent, as CGST 9 and SGST 9 within the state, IGST 18 across states', () => {
  assert.deepEqual(taxesOn(rupees(1000n), '29', '29'), [
    { name: 'CGST', rate: '9', amount: rupees(90n) },
    { name: 'SGST', rate: '9', amount: rupees(90n) },
  ])
  assert.deepEqual(taxesOn(rupees(1000n), '29', '27'), [{ name: 'IGST', rate: '18', amount: rupees(180n) }])
  assert.deepEqual(
    taxesOn(rupees(1000n), '04', '04').map(({ name }) => name),
    ['CGST', 'UTGST'],
    'a union territory without a legislature',
  )
})

test('decisions §5: halves are equal, each half up to the paisa', () => {
  // 9 % of 100.05 is 9.0045, of 100.06 it is 9.0054; 9 % of 150.50 is 13.545.
  assert.deepEqual(
    [10_005n, 10_006n, 15_050n].map((amount) => taxesOn(paise(amount), '29', '29').map((tax) => tax.amount)),
    [
      [paise(900n), paise(900n)],
      [paise(901n), paise(901n)],
      [paise(1355n), paise(1355n)],
    ],
  )
  assert.equal(sumOf(taxesOn(paise(15_050n), '29', '29')), paise(2710n))
  assert.equal(sumOf(taxesOn(paise(15_050n), '29', '27')), paise(2709n))
})

test('quality.md N4: tax is whole paise and within half a paisa of each rate, for any amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 10_000n, max: 10n ** 12n }), fc.boolean(), (amount, isIntraState) => {
      const taxes = taxesOn(paise(amount), '29', isIntraState ? '29' : '33')
      for (const tax of taxes) {
        assert.equal(tax.amount % MICROS_PER_PAISA, 0n)
        const off = (tax.amount / MICROS_PER_PAISA) * 100n - amount * BigInt(tax.rate)
        assert.ok(off > -50n && off <= 50n, 'half up')
      }
      assert.equal(taxes[0]?.amount, taxes.at(-1)?.amount)
    }),
  )
})

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

test('decisions §5: real GSTINs are taken, in their own state only', () => {
  for (const real of ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM']) {
    assert.equal(gstinFault(real, real.slice(0, 2)), null, real)
  }
  assert.match(gstinFault('27AAPFU0939F1ZV', '29') as string, /belongs to state 27, but state_code is 29/)
})

test('decisions §5: a GSTIN with any one character changed is refused', () => {
  fc.assert(
    fc.property(gstin, fc.nat({ max: 14 }), fc.constantFrom(...DIGITS), (good, place, character) => {
      assert.equal(gstinFault(good, good.slice(0, 2)), null)
      const changed = good.slice(0, place) + character + good.slice(place + 1)
      if (changed !== good) assert.notEqual(gstinFault(changed, changed.slice(0, 2)), null)
    }),
  )
})

test('decisions §5: what is no GSTIN at all is refused', () => {
  for (const wrong of [
    '',
    '27AAPFU0939F1Z',
    '27aapfu0939f1zv',
    '27AAPFU0939F1ZVX',
    ' 27AAPFU0939F1ZV',
    '27AAPFU0939F1AV',
  ]) {
    assert.match(gstinFault(wrong, '27') as string, /15 characters/)
  }
  const noState = `99AAPFU0939F1Z`
  assert.match(gstinFault(noState + gstinCheckDigit(noState), '99') as string, /no state/)
})

test('quality.md N1: numbers have at most 16 characters and are never the same twice', () => {
  assert.equal(invoiceNumber('INV', 2026, 1n), 'INV/26-27/000001')
  assert.equal(invoiceNumber('INV', 2099, 1n), 'INV/99-00/000001')
  const numbers = [1n, 999_999n, 1_000_000n, 9_999_999n, 10_000_000n, 99_999_999n].map((n) =>
    invoiceNumber('INV', 2026, n),
  )
  assert.ok(
    numbers.every(({ length }) => length <= 16),
    numbers.join(' '),
  )
  assert.equal(new Set(numbers).size, numbers.length)
  assert.throws(() => invoiceNumber('INV', 2026, 10n ** 9n), /no number left/)
})

for (const [amount, figures, words] of [
  [0n, '0.00', 'Rupees Zero Only'],
  [118n, '1.18', 'Rupees One and Eighteen Paise Only'],
  [5n, '0.05', 'Rupees Zero and Five Paise Only'],
  [11_800n, '118.00', 'Rupees One Hundred Eighteen Only'],
  [100_000n, '1,000.00', 'Rupees One Thousand Only'],
  [11_800_000n, '1,18,000.00', 'Rupees One Lakh Eighteen Thousand Only'],
  [1_000_000_000n, '1,00,00,000.00', 'Rupees One Crore Only'],
  [
    12_345_678_921n,
    '12,34,56,789.21',
    'Rupees Twelve Crore Thirty Four Lakh Fifty Six Thousand Seven Hundred Eighty Nine and Twenty One Paise Only',
  ],
  [100_000_000_000n, '1,00,00,00,000.00', 'Rupees One Hundred Crore Only'],
  [
    123_456_000_000_000n,
    '12,34,56,00,00,000.00',
    'Rupees One Lakh Twenty Three Thousand Four Hundred Fifty Six Crore Only',
  ],
] as const) {
  test(`decisions §5: ${figures} is written "${words}"`, () => {
    assert.equal(grouped(paise(amount)), figures)
    assert.equal(inWords(paise(amount)), words)
  })
}

test('amounts in words are different for different amounts', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.bigInt({ min: 0n, max: 10n ** 13n }), (one, other) => {
      assert.equal(inWords(paise(one)) === inWords(paise(other)), one === other)
      assert.equal(
        grouped(paise(one))
          .replaceAll(',', '')
          .replace('.', '')
          .replace(/^0+(?=\d\d\d)/, ''),
        String(one).padStart(3, '0'),
      )
    }),
  )
  assert.throws(() => inWords(1n), /whole paise/)
})
