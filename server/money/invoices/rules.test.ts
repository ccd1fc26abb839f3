import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grouped, inWords } from '#kit/india/amounts.ts'
import { MICROS_PER_PAISA, MICROS_PER_RUPEE } from '#kit/money.ts'
import fc from '../../../test/cases.ts'
import { invoiceNumber, quote, seriesOf, sumOf, taxesOn } from './rules.ts'

const rupees = (amount: bigint) => amount * MICROS_PER_RUPEE
const paise = (amount: bigint) => amount * MICROS_PER_PAISA

test('spec 12.4: 18 percent, as CGST 9 and SGST 9 within the state, IGST 18 across states', () => {
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

test('spec 12.5: halves are equal, each half up to the paisa', () => {
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

test('spec 12.5: tax is whole paise and within half a paisa of each rate, for any amount', () => {
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

test('spec 12.7: numbers have at most 16 characters and are never the same twice', () => {
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

test('spec 12.5: tax is right to the paisa for 100,000 random amounts, on top and within, by other integers than ours', () => {
  // In paise, by definition: amount × rate / (100, or 100 + 18), rounded half up.
  const share = (amount: bigint, percent: bigint, of: bigint) => (2n * amount * percent + of) / (2n * of)
  const AMOUNTS = 100_000
  let seed = 20_260_401n
  const next = (below: bigint) => {
    // Knuth's MMIX generator: the same amounts in every run.
    seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
    return (seed >> 16n) % below
  }
  for (let index = 0; index < AMOUNTS; index++) {
    const amount = 10_000n + next(10n ** (4n + next(6n)))
    const isIntraState = next(2n) === 0n
    const place = isIntraState ? '29' : '33'
    const [parts, percent] = isIntraState ? [2n, 9n] : [1n, 18n]

    const above = quote(paise(amount), 'exclusive', '29', place)
    const tax = parts * share(amount, percent, 100n)
    if (above.credit !== paise(amount) || sumOf(above.taxes) !== paise(tax)) assert.fail(`${amount} on top: ${tax}`)

    const within = quote(paise(amount), 'inclusive', '29', place)
    const included = parts * share(amount, percent, 118n)
    if (within.credit + sumOf(within.taxes) !== paise(amount)) assert.fail(`${amount} is not what is paid`)
    if (sumOf(within.taxes) !== paise(included)) assert.fail(`${amount} within: ${included}`)
    // Taxes on the remaining credit differ by at most the rounding of each tax.
    const onCredit = sumOf(taxesOn(within.credit, '29', place))
    const off = onCredit - sumOf(within.taxes)
    if (off > paise(parts) || off < -paise(parts)) assert.fail(`${amount} within is off by ${off}`)
  }
})

test('spec 12.7: every kind has its series, test money one of its own', () => {
  const kinds = ['recharge', 'subscription', 'usage', 'credit_note'] as const
  assert.deepEqual(
    kinds.map((kind) => seriesOf(kind, false)),
    ['INV', 'INV', 'USG', 'CRN'],
  )
  assert.deepEqual(new Set(kinds.map((kind) => seriesOf(kind, true))), new Set(['SBX']))
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
  test(`spec 12.10: ${figures} is written "${words}"`, () => {
    assert.equal(grouped(paise(amount)), figures)
    assert.equal(inWords(paise(amount)), words)
  })
}

test('spec 12.10: amounts in words are different for different amounts', () => {
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
  assert.equal(inWords(paise(-15n)), 'Minus Rupees Zero and Fifteen Paise Only')
  assert.throws(() => inWords(1n), /whole paise/)
})
