// The statement of account: its sums, and the text of its PDF.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import type { Party } from '#money/invoices/schema.ts'
import { askForExport, download, exported, exportOf, makeExports } from '../../../../test/exports.ts'
import { startSamvad } from '../../../../test/harness.ts'
import { openRecharge, payAtCheckout } from '../../../../test/payments.ts'
import { pagesOf } from '../../../../test/pdf.ts'
import { approvedRefund, newOperator, paidRecharge } from '../../../../test/refunds.ts'
import { grant, newSender } from '../../../../test/usage.ts'
import type { ExportRow } from '../queries.ts'
import { accountOf } from './account.ts'
import { drawStatement } from './draw.ts'
import type { SingleRow, SpendingRow, TaxRow } from './queries.ts'
import { readAccount } from './statement.ts'

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
    'Account statement',
    'October 2030',
    'Asha Textiles',
    '₹99.85',
    '₹302.05',
    'Recharges',
    '200.00',
    'Credits',
    '2.50',
    'Email messages, reversed',
    '0.15',
    '−0.45',
    '3 messages',
    'Rupees Three Hundred Two and Five Paise Only',
    'GST on recharges and credit notes',
    '18.00',
    '236.00',
    'test money',
    'not a tax invoice',
    'Page 1 of 1',
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

/** Movement n has the wallet version 10 × n; messages were sent on the second day. */
function booksOf(lines: number) {
  const singles = Array.from({ length: lines }, (_, n): SingleRow => {
    const isOut = n % 5 === 4
    return {
      id: '',
      kind: isOut ? 'refund' : n % 5 === 3 ? 'credit' : 'recharge',
      account: 'gateway',
      amount_micros: isOut ? -100_000_000n : 12_345_678_900_000n,
      description: `Movement ${n + 1}.`,
      completed_at: at(1 + Math.floor((n * 31) / lines)),
      wallet_version: BigInt(10 * (n + 1)),
      number: `INV/26-27/${String(n).padStart(6, '0')}`,
    }
  })
  const singles_before = singles.filter(({ completed_at }) => completed_at <= at(2)).length
  const run = { singles_before, last_version: BigInt(10 * singles_before + 5) }
  const spending: SpendingRow[] = [
    {
      day: '2026-10-02',
      kind: 'deduction',
      account: 'revenue:email',
      price_micros: 150_000n,
      messages: 10n,
      amount_micros: -1_500_000n,
      ...run,
    },
    {
      day: '2026-10-02',
      kind: 'deduction',
      account: 'revenue:email',
      price_micros: 120_000n,
      messages: 5n,
      amount_micros: -600_000n,
      ...run,
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

test('spec 13.30: nothing, five and two hundred movements: each once, every page with its heads and number', async () => {
  for (const lines of [0, 5, 200]) {
    const pages = await drawn(lines)
    assert.equal(pages.length === 1, lines < 10)
    pages.forEach((page, index) => {
      mustSay(page, ['Account statement', 'Balance (₹)', `Page ${index + 1} of ${pages.length}`])
    })
    const all = pages.join('')
    for (let line = 1; line <= lines; line++)
      assert.equal(all.split(`Movement ${line}.`).length, 2, `movement ${line} of ${lines}`)
    mustSay(pages.at(-1) as string, ['Closing balance'])
    assert.ok(!/\d…/.test(all), 'no amount is cut')
    if (lines === 0) mustSay(all, ['No transactions in this period.', '₹10.00'])
  }
})

test('spec 13.30: every balance on a statement was the balance of the wallet at that time', async () => {
  const company = await newSender(samvad, 'Chandra Dyes', new Date('2031-03-05T04:00:00Z'))
  await company.recharge('100.00')
  const first = await company.send()
  await company.send()
  samvad.setClock(new Date('2031-03-05T10:00:00Z'))
  // A recharge after the messages of the same day is listed after them.
  await company.recharge('200.00')
  await company.send()
  await company.cancel(first)
  await grant(samvad, company, 2_500_000n)
  samvad.setClock(new Date('2031-03-06T10:00:00Z'))
  await company.send()
  const scope = { organizationId: company.organizationId as Uuid, at: samvad.app.clock() }
  const [wallet] = await samvad.rows<{ version: bigint; balance_micros: Micros }>(
    'select version, balance_micros from wallets where org_id = $1',
    [company.organizationId],
  )
  const row = {
    from_at: new Date('2031-02-28T18:30:00Z'),
    to_at: new Date('2031-03-31T18:30:00Z'),
    created_at: scope.at,
    wallet_version: wallet?.version,
    balance_micros: wallet?.balance_micros,
  } as ExportRow
  const { movements } = await samvad.app.database.transaction((tx) => readAccount(tx, scope, row))
  const lines = movements.map(({ day, text, amount, balance }) => [
    day.slice(8),
    text.replace(/ \(.*|:.*/, ''),
    formatMicros(amount < 0n ? -amount : amount),
    balance === null ? null : formatMicros(balance),
  ])
  assert.deepEqual(lines, [
    ['05', lines[0]?.[1], '100.00', '100.00'],
    ['05', 'Email messages', '0.30', '99.70'],
    ['05', lines[2]?.[1], '200.00', '299.70'],
    ['05', 'Email messages', '0.15', null],
    ['05', 'Email messages, reversed', '0.15', '299.70'],
    ['05', 'Credit', '2.50', '302.20'],
    ['06', 'Email messages', '0.15', '302.05'],
  ])
  const existed = await samvad.rows<{ balance_after_micros: Micros }>(
    'select balance_after_micros from transactions where org_id = $1',
    [company.organizationId],
  )
  for (const { balance } of movements)
    assert.ok(balance === null || existed.some(({ balance_after_micros }) => balance_after_micros === balance))
})

test('spec 13.30: the lines of a statement are in the order of booking, and the last one has the closing balance', () => {
  for (const lines of [0, 1, 7, 100]) {
    const books = booksOf(lines)
    const { opening, closing, movements, totals } = accountOf(books)
    assert.equal(movements.at(-1)?.balance ?? opening, closing)
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
