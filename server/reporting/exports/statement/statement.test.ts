// The statement of account: what it adds up to, and what the PDF says.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMicros, type Micros } from '#kit/money.ts'
import type { Party } from '#money/invoices/schema.ts'
import { askForExport, download, exported, exportOf, makeExports } from '../../../../test/exports.ts'
import { startSamvad } from '../../../../test/harness.ts'
import { openRecharge, payAtCheckout } from '../../../../test/payments.ts'
import { pagesOf } from '../../../../test/pdf.ts'
import { approvedRefund, newOperator, paidRecharge } from '../../../../test/refunds.ts'
import { grant, newSender } from '../../../../test/usage.ts'
import { accountOf } from './account.ts'
import { drawStatement } from './draw.ts'
import type { SingleRow, SpendingRow, TaxRow } from './queries.ts'

const samvad = await startSamvad()
const OCTOBER = { from: '2030-10-01', to: '2030-10-31' }
const NOVEMBER = { from: '2030-11-01', to: '2030-11-30' }

function mustSay(text: string, said: string[]): void {
  for (const one of said) assert.ok(text.includes(one), `${one} is missing in:\n${text}`)
}

const balanceOf = async (organizationId: string): Promise<Micros> =>
  (
    await samvad.rows<{ balance_micros: Micros }>('select balance_micros from wallets where org_id = $1', [
      organizationId,
    ])
  )[0]?.balance_micros as Micros

test('spec 13.30: opening balance, every kind of movement, GST and the closing balance, month after month', async () => {
  const company = await newSender(samvad, 'Asha Textiles', new Date('2030-09-20T10:00:00Z'))
  await company.recharge('100.00')
  await company.send()
  samvad.setClock(new Date('2030-10-05T10:00:00Z'))
  await company.recharge('200.00')
  const messages = [await company.send(), await company.send(), await company.send()]
  await company.cancel(messages[0] as { id: string })
  await grant(samvad, company, 2_500_000n)
  samvad.setClock(new Date('2030-11-03T10:00:00Z'))
  await company.send()

  const pages = pagesOf((await exported(samvad, 'statement', OCTOBER, company)).bytes)
  assert.equal(pages.length, 1)
  const [text] = pages as [string]
  mustSay(text, [
    'Account Statement',
    'October 2030',
    'Asha Textiles',
    '₹99.85',
    '₹302.05',
    'Recharges',
    '200.00',
    'Credits granted',
    '2.50',
    'Email messages, given back',
    '0.15',
    '−0.45',
    '3 sent',
    'Rupees Three Hundred Two and Five Paise Only',
    'GST: recharges and credit notes',
    '18.00',
    '236.00',
    'test money',
    'not a tax invoice',
    'page 1 of 1',
  ])
  const next = pagesOf((await exported(samvad, 'statement', NOVEMBER, company)).bytes).join('')
  mustSay(next, ['November 2030', '₹302.05', `₹${formatMicros(await balanceOf(company.organizationId))}`])
  const all = pagesOf((await exported(samvad, 'statement', { from: '2030-09-01', to: '2030-11-30' }, company)).bytes)
  mustSay(all.join(''), ['1 September 2030 to 30', '₹0.00', '₹301.90', '300.00'])
})

test('spec 13.24, 13.30: what is booked after it was asked for is not in it, and a refund to the source is', async () => {
  const company = await newSender(samvad, 'Bharat Seeds', new Date('2030-10-06T10:00:00Z'))
  const recharge = await paidRecharge(samvad, '500.00', company)
  const operator = await newOperator(samvad)
  await approvedRefund(
    samvad,
    operator,
    { recharge_id: recharge.id, reason: 'duplicate_charge', amount: '118.00' },
    company,
  )
  const before = await balanceOf(company.organizationId)
  const asked = await askForExport(samvad, 'statement', OCTOBER, company)
  assert.equal(asked.status, 202, asked.text)
  samvad.setClock(new Date('2030-10-06T10:00:01Z'))
  await company.send()
  await payAtCheckout((await openRecharge(samvad, '700.00', {}, company)).checkout_url, 'success')
  await makeExports(samvad)
  const { url } = await exportOf(samvad, asked.body, company)
  const text = pagesOf((await download(url)).bytes).join('')
  mustSay(text, ['Refunds to the source', `₹${formatMicros(before)}`])
  for (const later of ['700.00', '826.00', 'Email messages']) assert.ok(!text.includes(later), later)
})

const at = (day: number) => new Date(Date.UTC(2026, 9, day, 6))
const party = (name: string): Party => ({
  name,
  gstin: '29AAGCB7383J1Z4',
  address_lines: ['Residency Road'],
  state_code: '29',
  state: 'Karnataka',
  email: null,
})

function booksOf(lines: number) {
  const singles = Array.from({ length: lines }, (_, n): SingleRow => {
    const isOut = n % 5 === 4
    return {
      id: '',
      kind: isOut ? 'refund' : n % 5 === 3 ? 'credit' : 'recharge',
      account: 'gateway',
      amount_micros: isOut ? -100_000_000n : 12_345_678_900_000n,
      description: `Movement ${n + 1}.`,
      completed_at: at(1 + (n % 31)),
      number: `INV/26-27/${String(n).padStart(6, '0')}`,
    }
  })
  const spending: SpendingRow[] = [
    {
      day: '2026-10-02',
      kind: 'deduction',
      account: 'revenue:email',
      price_micros: 150_000n,
      messages: 10n,
      amount_micros: -1_500_000n,
    },
    {
      day: '2026-10-02',
      kind: 'deduction',
      account: 'revenue:email',
      price_micros: 120_000n,
      messages: 5n,
      amount_micros: -600_000n,
    },
  ]
  return { opening: 10_000_000n, spending: lines === 0 ? [] : spending, singles, taxes: [] as TaxRow[] }
}

async function drawn(lines: number): Promise<string[]> {
  const chunks: Buffer[] = []
  const given = {
    account: accountOf(booksOf(lines)),
    supplier: party('Samvad Messaging'),
    customer: party('आशा टेक्सटाइल्स'),
    from: new Date('2026-09-30T18:30:00Z'),
    to: new Date('2026-10-31T18:30:00Z'),
    bookedUntil: at(31),
  }
  for await (const chunk of drawStatement(given)) chunks.push(chunk)
  return pagesOf(Buffer.concat(chunks))
}

test('spec 13.30: nothing, five and two thousand movements: each once, every page with its heads and number', async () => {
  for (const lines of [0, 5, 2000]) {
    const pages = await drawn(lines)
    assert.equal(pages.length === 1, lines < 10)
    pages.forEach((page, index) => {
      mustSay(page, ['Account Statement', 'Balance (₹)', `page ${index + 1} of ${pages.length}`])
    })
    const all = pages.join('')
    for (let line = 1; line <= lines; line++)
      assert.equal(all.split(`Movement ${line}.`).length, 2, `movement ${line} of ${lines}`)
    mustSay(pages.at(-1) as string, ['Closing balance'])
    assert.ok(!/\d…/.test(all), 'no amount is cut')
    if (lines === 0) mustSay(all, ['Nothing moved in this period.', '₹10.00'])
  }
})

test('spec 13.30: no line shows less than the balance was at the ends of its day, and the last line is the closing balance', () => {
  for (const lines of [0, 1, 7, 100]) {
    const books = booksOf(lines)
    const { opening, closing, movements, totals } = accountOf(books)
    let balance = opening
    for (const { amount } of movements) {
      balance += amount
      assert.ok(balance >= 0n)
    }
    assert.equal(balance, closing)
    assert.equal(
      totals.reduce((sum, { amount }) => sum + amount, opening),
      closing,
      'the summary adds up as well',
    )
    const all = [...books.singles, ...books.spending].reduce((sum, { amount_micros }) => sum + amount_micros, opening)
    assert.equal(closing, all)
    assert.deepEqual(
      movements.map(({ day }) => day),
      movements.map(({ day }) => day).toSorted(),
    )
  }
})
