import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWholePaise, MICROS_PER_PAISA, type Micros } from '#kit/money.ts'
import { sumOf, taxesOn } from '#money/invoices/rules.ts'
import { taxShare } from '#money/refunds/rules.ts'
import fc from '../../../test/cases.ts'
import { after, type ClaimStatus, isNewer, type Part, partOf, type Report, takenOf, totalOf } from './rules.ts'

const paise = (count: number): Micros => BigInt(count) * MICROS_PER_PAISA

function mustAddUp(payment: Part, given: readonly Part[]): void {
  for (const tax of payment.taxes) {
    const back = sumOf(given.flatMap(({ taxes }) => taxes.filter(({ name }) => name === tax.name)))
    assert.ok(back <= tax.amount, `${tax.name}: ${back} of ${tax.amount}`)
  }
  assert.ok(sumOf(given) <= payment.amount)
}

test('spec 11.15: claims and refunds of a payment, whatever their parts, add up to it and to its taxes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_00 }),
      fc.constantFrom('29', '27'),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), { maxLength: 8 }),
      (amount, place, steps) => {
        const payment: Part = { amount: paise(amount), taxes: taxesOn(paise(amount), '29', place) }
        const given: Part[] = []
        const left = () => totalOf(payment) - given.reduce((sum, part) => sum + totalOf(part), 0n)
        const claim = (total: Micros) => {
          const part = partOf(payment, given, total)
          assert.equal(totalOf(part), total)
          for (const one of [part.amount, ...part.taxes.map((tax) => tax.amount)])
            assert.ok(one >= 0n && isWholePaise(one), String(one))
          given.push(part)
          mustAddUp(payment, given)
        }
        for (const [share, isRefund] of steps) {
          const ofCredit = (payment.amount - sumOf(given)) / MICROS_PER_PAISA
          const credit = paise(Math.floor(Number(ofCredit) * share))
          const total = paise(Math.floor(Number(left() / MICROS_PER_PAISA) * share))
          if (isRefund && credit > 0n) {
            given.push({ amount: credit, taxes: taxShare(payment, given, credit) })
            mustAddUp(payment, given)
          } else if (!isRefund && total > 0n) claim(total)
        }
        if (left() > 0n) claim(left())
        assert.equal(sumOf(given), payment.amount)
        assert.equal(sumOf(given.flatMap(({ taxes }) => taxes)), sumOf(payment.taxes))
      },
    ),
  )
})

test('spec 11.14: of what goes back a wallet gives the whole paise that it has, with their share of the tax', () => {
  const part: Part = { amount: paise(100_000), taxes: taxesOn(paise(100_000), '29', '29') }
  assert.deepEqual(takenOf(part, paise(100_000)), part)
  assert.deepEqual(takenOf(part, paise(1_000_000)), part)
  const some = takenOf(part, paise(33_333) + 9_999n)
  assert.equal(some.amount, paise(33_333))
  assert.deepEqual(
    some.taxes.map(({ amount }) => amount),
    [paise(3000), paise(3000)],
  )
  assert.equal(totalOf(takenOf(part, 9_999n)), 0n, 'less than a paisa')
  assert.equal(totalOf(takenOf({ amount: 0n, taxes: part.taxes }, paise(5))), 0n, 'a part that is tax alone')
})

test('spec 11.14: whatever a wallet has, no more is taken than it has and than goes back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.bigInt({ min: 0n, max: 10n ** 12n }), (amount, balance) => {
      const part: Part = { amount: paise(amount), taxes: taxesOn(paise(amount), '29', '29') }
      const taken = takenOf(part, balance)
      assert.ok(taken.amount <= balance && taken.amount <= part.amount && isWholePaise(taken.amount))
      taken.taxes.forEach((tax, index) => assert.ok(tax.amount <= (part.taxes[index]?.amount ?? 0n)))
    }),
  )
})

const at = (seconds: number) => new Date(1_770_000_000_000 + seconds * 1000)
const told = (
  status: ClaimStatus,
  seconds: number,
  isPaidOut = status === 'lost' || status === 'processed',
): Report => ({
  status,
  reportedAt: at(seconds),
  total: paise(100),
  isPaidOut,
})

test('spec 11.13: a report that is older changes no status; of one second the later stage holds', () => {
  assert.ok(isNewer(told('open', 1), told('under_review', 2)))
  assert.ok(!isNewer(told('under_review', 2), told('open', 1)))
  assert.ok(isNewer(told('open', 1), told('lost', 1)))
  assert.ok(!isNewer(told('lost', 1), told('open', 1)))
  assert.ok(isNewer(told('lost', 1), told('won', 1)))
  assert.ok(!isNewer(told('won', 1), told('lost', 1)))
  assert.ok(isNewer(told('won', 1), told('open', 2)), 'the next phase')
  const known = told('lost', 2)
  assert.equal(after(known, told('lost', 2)), known, 'a repetition')
})

test('spec 11.15: a loss counts in whatever order it is told, unless the dispute was won after it', () => {
  const lostThenClosed = after(told('lost', 1), told('closed', 2))
  const closedThenLost = after(told('closed', 2), told('lost', 1))
  assert.deepEqual([lostThenClosed.status, lostThenClosed.isPaidOut], ['closed', true])
  assert.deepEqual([closedThenLost.status, closedThenLost.isPaidOut], ['closed', true])
  const wonThenLost = after(told('won', 2), told('lost', 1))
  assert.deepEqual([wonThenLost.status, wonThenLost.isPaidOut], ['won', false])
  const lostThenWon = after(told('lost', 1), told('won', 2))
  assert.deepEqual([lostThenWon.status, lostThenWon.isPaidOut], ['won', true], 'shown as won, with what was taken')
  const failedThenProcessed = after(told('failed', 2), told('processed', 1))
  assert.deepEqual([failedThenProcessed.status, failedThenProcessed.isPaidOut], ['failed', false])
})
