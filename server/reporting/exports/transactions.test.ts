// The raw transactions as CSV, parsed by PostgreSQL.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMicros, type Micros } from '#kit/money.ts'
import fc, { STORY_CASES } from '../../../test/cases.ts'
import { askForExport, csvRows, download, exported, exportOf, makeExports } from '../../../test/exports.ts'
import { startSamvad } from '../../../test/harness.ts'
import { openRecharge, payAtCheckout } from '../../../test/payments.ts'
import { grant, newSender, type Sender, signed } from '../../../test/usage.ts'

const samvad = await startSamvad()
const OCTOBER = { from: '2030-10-01', to: '2030-10-31' }

async function story(name: string): Promise<Sender> {
  const company = await newSender(samvad, name, new Date('2030-10-05T10:00:00Z'))
  await company.recharge('100.00')
  const messages = [await company.send(), await company.send(), await company.send()]
  await company.cancel(messages[0] as { id: string })
  await grant(samvad, company, 2_500_001n)
  return company
}

const sumOf = (rows: Record<string, string | null>[]): Micros =>
  rows.filter(({ status }) => status === 'completed').reduce((sum, { amount }) => sum + signed(amount as string), 0n)

const balanceOf = async ({ organizationId }: Sender): Promise<Micros> =>
  (
    await samvad.rows<{ balance_micros: Micros }>('select balance_micros from wallets where org_id = $1', [
      organizationId,
    ])
  )[0]?.balance_micros as Micros

test('spec 13.27: the CSV has every transaction once, and its amounts add up to the balance', async () => {
  const company = await story('Asha Textiles')
  const { bytes, shown, response } = await exported(samvad, 'transactions', OCTOBER, company)
  const rows = await csvRows(samvad, bytes)
  assert.equal(sumOf(rows), await balanceOf(company))
  const { data } = (await samvad.request('GET', '/api/v1/billing/transactions?limit=100', { token: company.token }))
    .body
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), data.map(({ id }: { id: string }) => id).toSorted())
  for (const one of data) {
    const row = rows.find(({ id }) => id === one.id)
    const { purpose: _notInTheFile, ...cells } = one as Record<string, string | number | null>
    for (const [name, value] of Object.entries(cells))
      assert.equal(row?.[name], value === null ? null : String(value), name)
  }
  assert.equal(rows[0]?.created_at_ist, '2030-10-05 15:30:00')
  assert.deepEqual([shown.row_count, shown.progress, shown.format], [rows.length, 100, 'csv'])
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(shown.filename, 'samvad-transactions-2030-10-01-to-2030-10-31.csv')
})

test('spec 13.28: it begins with a byte order mark, keeps Hindi, and defuses what a spreadsheet would run', async () => {
  const company = await newSender(samvad, 'Bharat Seeds', new Date('2030-10-06T10:00:00Z'))
  const words = ['=1+1', '+1', '-1+2', '@SUM(A1)', '\tx', '\rx', 'दिवाली का "उपहार", धन्यवाद', '=HYPERLINK("http://x")']
  for (const description of words) {
    await grant(samvad, company, 10_000n)
    await samvad.rows('alter table transactions disable trigger user')
    await samvad.rows(
      'update transactions set description = $2 where org_id = $1 and wallet_version = (select version from wallets where org_id = $1)',
      [company.organizationId, description],
    )
    await samvad.rows('alter table transactions enable trigger user')
  }
  const { bytes } = await exported(samvad, 'transactions', OCTOBER, company)
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  const rows = await csvRows(samvad, bytes)
  assert.equal(rows.length, words.length)
  const found = rows.map(({ description }) => description as string)
  for (const [index, word] of words.entries())
    assert.equal(found[index], /^[=+\-@\t\r]/.test(word) ? `'${word}` : word, JSON.stringify(word))
  for (const row of rows)
    for (const [column, cell] of Object.entries(row))
      assert.ok(cell === null || !/^[=+@\t\r]/.test(cell) || column === 'amount', `${column}: ${cell}`)
})

test('spec 13.24: what is booked after it was asked for is not in it, however late it is made', async () => {
  const company = await story('Chandra Mills')
  const open = await openRecharge(samvad, '150.00', {}, company)
  const before = await balanceOf(company)
  const asked = await askForExport(samvad, 'transactions', OCTOBER, company)
  assert.equal(asked.status, 202, asked.text)
  samvad.setClock(new Date('2030-10-05T10:00:01Z'))
  await company.send()
  await payAtCheckout(open.checkout_url, 'success')
  await company.recharge('110.00')
  assert.notEqual(await balanceOf(company), before)
  await makeExports(samvad)
  const rows = await csvRows(samvad, (await download((await exportOf(samvad, asked.body, company)).url)).bytes)
  assert.equal(formatMicros(sumOf(rows)), formatMicros(before))
  const pending = rows.filter(({ status }) => status !== 'completed')
  assert.deepEqual(
    pending.map(({ status, recharge_id, balance_after, completed_at, invoice_id }) => ({
      status,
      recharge_id,
      rest: [balance_after, completed_at, invoice_id],
    })),
    [{ status: 'pending', recharge_id: open.id, rest: [null, null, null] }],
  )
})

test('spec 13.25: a period has what was booked in it: its first instant, not its last, and recharges by when they were paid', async () => {
  const company = await newSender(samvad, 'Deepa Stores', new Date('2030-09-30T18:29:59.999Z'))
  await company.recharge('100.00')
  const late = await openRecharge(samvad, '120.00', {}, company)
  samvad.setClock(new Date('2030-09-30T18:30:00.000Z'))
  const first = await company.send()
  await payAtCheckout(late.checkout_url, 'success')
  samvad.setClock(new Date('2030-10-31T18:29:59.999Z'))
  const open = await openRecharge(samvad, '130.00', {}, company)
  await company.send()
  samvad.setClock(new Date('2030-10-31T18:30:00.000Z'))
  await company.send()
  await payAtCheckout(open.checkout_url, 'success')
  assert.ok(first)
  const rowsOf = async (from: string, to: string) =>
    csvRows(samvad, (await exported(samvad, 'transactions', { from, to }, company)).bytes)
  const [september, october, november] = [
    await rowsOf('2030-09-01', '2030-09-30'),
    await rowsOf('2030-10-01', '2030-10-31'),
    await rowsOf('2030-11-01', '2030-11-30'),
  ]
  const amounts = (rows: Record<string, string | null>[]) => rows.map(({ amount }) => amount)
  assert.deepEqual(amounts(september), ['100.00'])
  assert.deepEqual(amounts(october), ['120.00', '-0.15', '-0.15'])
  assert.deepEqual(amounts(november).toSorted(), ['-0.15', '130.00'])
  assert.equal(sumOf([...september, ...october, ...november]), await balanceOf(company))
})

test('spec 13.24, 13.25: whatever is booked while exports are asked for, each adds up to the ledger of its moment', async () => {
  const company = await newSender(samvad, 'Esha Farms', new Date('2030-10-07T10:00:00Z'))
  await company.recharge('100.00')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('send', 'cancel', 'grant', 'recharge'), { maxLength: 6 }),
      async (steps) => {
        const run = async () => {
          for (const step of steps) {
            if (step === 'send') await company.send()
            else if (step === 'grant') await grant(samvad, company, 1_234_567n)
            else if (step === 'recharge') await company.recharge('100.00')
            else await company.cancel(await company.send())
          }
        }
        const [asked] = await Promise.all([askForExport(samvad, 'transactions', OCTOBER, company), run()])
        const [position] = await samvad.rows<{ balance_micros: Micros; version: bigint }>(
          'select e.balance_micros, e.wallet_version as version from exports e where org_id = $1 order by id desc limit 1',
          [company.organizationId],
        )
        await makeExports(samvad)
        const rows = await csvRows(samvad, (await download((await exportOf(samvad, asked.body, company)).url)).bytes)
        assert.equal(sumOf(rows), position?.balance_micros)
        assert.equal(rows.filter(({ status }) => status === 'completed').length, Number(position?.version))
        await samvad.request('DELETE', `/api/v1/billing/exports/${asked.body.id}`, { token: company.token })
      },
    ),
    { numRuns: STORY_CASES },
  )
})

test('spec 13.27: of more transactions than some pages hold each is in it once, in their order', async () => {
  const company = await newSender(samvad, 'Farida Traders', new Date('2030-10-08T10:00:00Z'))
  await grant(samvad, company, 10_000n)
  await samvad.rows(
    `with made as (
       insert into transactions (org_id, id, kind, status, amount_micros, counter_account, key, wallet_version,
                                 balance_after_micros, description, created_at, completed_at)
       select org_id, uuidv7(timestamptz '2030-10-09' - now() + n * interval '1 second'), 'credit', 'completed', 10000,
              'operator', 'credit:' || n, version + n, balance_micros + 10000 * n, 'Credit ' || n,
              timestamptz '2030-10-09' + n * interval '1 second', timestamptz '2030-10-09' + n * interval '1 second'
         from wallets, generate_series(1, 9000) n where org_id = $1)
     update wallets set version = version + 9000, balance_micros = balance_micros + 90000000,
            warning_base_micros = balance_micros + 90000000, state = gen_random_uuid() where org_id = $1`,
    [company.organizationId],
  )
  samvad.setClock(new Date('2030-10-20T10:00:00Z'))
  const rows = await csvRows(samvad, (await exported(samvad, 'transactions', OCTOBER, company)).bytes)
  assert.deepEqual(
    rows.flatMap(({ description }) => (description === 'Credit' ? [] : description)),
    Array.from({ length: 9000 }, (_, n) => `Credit ${n + 1}`),
  )
  assert.equal(rows.length, 9001)
  assert.equal(sumOf(rows), await balanceOf(company))
})
