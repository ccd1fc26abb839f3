// Exports with more rows than a page: spec 13.24, 13.27, 13.29, 13.33.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { busy } from '#kit/database/errors.ts'
import { sql } from '#kit/database/sql.ts'
import { newUuid } from '#kit/ids.ts'
import { indianClock } from '#kit/india/calendar.ts'
import { columns, type TransactionRow } from '#money/wallet/queries.ts'
import { heading } from '#money/wallet/records.ts'
import { exported, recordOf, type Sheet, sheetsOf, shownTime } from '../../../test/exports.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { grant } from '../../../test/usage.ts'
import { Progress } from './progress.ts'
import type { ExportRow } from './queries.ts'
import { transactionsAsCsv } from './transactions.ts'

const ROWS_OF_A_PAGE = 600
const PAGES = { SAMVAD_TEST_EXPORT_PAGE_ROWS: String(ROWS_OF_A_PAGE), SAMVAD_TEST_STATEMENT_PAGE_ROWS: '500' }
Object.assign(process.env, PAGES)
after(() => {
  for (const name of Object.keys(PAGES)) delete process.env[name]
})

// The test inserts deliveries directly; no counters include them.
const samvad = await startSamvad({}, { breaks: 'all' })
const { app, company } = samvad
const { organizationId } = company
const ROWS = 2 * ROWS_OF_A_PAGE + 300
const DELIVERIES = ROWS_OF_A_PAGE + 300
/** The rows around these positions are compared field by field: every value of each field occurs there. */
const EDGES = [0, ROWS_OF_A_PAGE, DELIVERIES]
const OCTOBER = { from: '2030-10-01', to: '2030-10-31' }
const WORDS = ['1 email message', '=1+1', 'दिवाली का "उपहार", धन्यवाद', 'two\nlines', '-1', ' ;=x', '']

samvad.setClock(new Date('2030-10-20T10:00:00Z'))
await grant(samvad, company, 10_000_000_000n)
const hindi = await samvad.newPerson(organizationId, 'agent')
const nobody = newUuid()
await samvad.rows(`update users set display_name = $2 where id = $1`, [hindi.userId, 'आशा & <राव>'])
await samvad.rows(
  `with made as (
     insert into transactions (org_id, id, kind, status, amount_micros, counter_account, wallet_version,
                               balance_after_micros, description, channel, message_count, user_id, campaign_id,
                               created_at, completed_at)
     select org_id, uuidv7(at - now()), 'deduction', 'completed', -150000 - n, 'revenue:email', version + n,
            balance_micros - 150000::int8 * n - n::int8 * (n + 1) / 2, ($3::text[])[1 + n % cardinality($3::text[])],
            'email', 1, ($4::uuid[])[1 + n % cardinality($4::uuid[])],
            case when n % 3 = 0 then gen_random_uuid() end, at, at
       from wallets, generate_series(1, $2::int) n,
            lateral (select timestamptz '2030-10-02 18:29:00' + n * interval '1.7 seconds' as at) as made_at
      where org_id = $1
     returning org_id, id, amount_micros, campaign_id, created_at)
   insert into deliveries (org_id, id, channel, kind, status, price_micros, tier, month, month_number, transaction_id,
                           campaign_id, error_code, units, sent_at, delivered_at, ended_at, created_at)
   select org_id, id, 'email', 'email', 'delivered', -amount_micros, 2, '2030-10-01', row_number() over (order by id),
          id, campaign_id, case when campaign_id is null then 'mailbox_full' end, 3, created_at + interval '1 second',
          case when campaign_id is null then created_at + interval '2 days' end, created_at + interval '1 hour',
          created_at
     from made order by id limit $5`,
  [organizationId, ROWS, WORDS, [hindi.userId, company.userId, nobody], DELIVERIES],
)
await samvad.rows(
  `update wallets set version = version + $2, state = gen_random_uuid(),
          balance_micros = (select min(balance_after_micros) from transactions where org_id = $1) where org_id = $1`,
  [organizationId, ROWS],
)

const read = () =>
  app.database.transaction((tx) =>
    tx.rows<TransactionRow>(sql`select ${columns} from transactions where org_id = ${organizationId} order by id`),
  )

const fileOf = (rows: readonly TransactionRow[]) => Buffer.from(`\ufeff${heading}${rows.map(recordOf).join('')}`)

/** An export requested now. */
async function newExport(to = '2030-11-01'): Promise<ExportRow> {
  const [wallet] = await samvad.rows<{ version: bigint }>('select version from wallets where org_id = $1', [
    organizationId,
  ])
  return {
    from_at: new Date('2030-09-01'),
    to_at: new Date(to),
    wallet_version: wallet?.version,
    created_at: app.clock(),
  } as ExportRow
}

const csv = async (to?: string) =>
  transactionsAsCsv(app, { organizationId, at: app.clock() }, await newExport(to), new Progress())

/** Calls `before` ahead of each statement that reads a page. */
function beforeEachPage(t: { mock: typeof test.mock }, before: (page: number) => void): void {
  const { copied } = app.database
  let pages = 0
  t.mock.method(app.database, 'copied', async (...asked: Parameters<typeof copied>) => {
    before(pages++)
    return copied(...asked)
  })
}

test('spec 13.27, 13.28, 13.33: of several pages every row is in the file, byte for byte as it is put together row by row, and a page that the database is too busy for is read again', async (t) => {
  let refusals = 2
  beforeEachPage(t, (page) => {
    if (page > 1 && refusals-- > 0) throw busy()
  })
  const { bytes, shown } = await exported(samvad, 'transactions', OCTOBER)
  assert.ok(refusals < 0)
  assert.equal(shown.row_count, ROWS + 1)
  assert.ok(bytes.equals(fileOf(await read())))
})

test('spec 13.29: of several pages every delivery is in the log, with who sent it', async () => {
  const { bytes, shown } = await exported(samvad, 'log', OCTOBER)
  assert.equal(shown.row_count, DELIVERIES)
  const [sheet] = sheetsOf(bytes) as [Sheet]
  const [titles, ...rows] = sheet.rows as [Record<string, string>, ...Record<string, string | number>[]]
  const shownIn = (row: Record<string, string | number>) =>
    Object.fromEntries(
      Object.entries(row).map(([letter, value]) => {
        const title = titles[letter] as string
        return [title, title.endsWith('(IST)') ? shownTime(value as number) : value]
      }),
    )
  const names = new Map([
    [hindi.userId, 'आशा & <राव>'],
    [company.userId, 'owner'],
  ])
  const stored = await samvad.rows(
    `select d.*, t.user_id from deliveries d join transactions t on t.org_id = d.org_id and t.id = d.transaction_id
      where d.org_id = $1 order by d.id`,
    [organizationId],
  )
  const filled = (row: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))
  assert.deepEqual(
    rows.map((row) => shownIn(row)['Delivery ID']),
    stored.map(({ id }) => publicId('dlv', id)),
  )
  const isLookedInto = (index: number) => EDGES.some((edge) => Math.abs(index - edge) < 50)
  for (const [index, one] of [...stored.entries()].filter(([index]) => isLookedInto(index)))
    assert.deepEqual(
      shownIn(rows[index] as Record<string, string | number>),
      filled({
        'Accepted (IST)': indianClock(one.created_at),
        'Delivery ID': publicId('dlv', one.id),
        Channel: 'email',
        Kind: 'email',
        Status: 'delivered',
        'Error code': one.error_code,
        'Sent by': names.get(one.user_id),
        'Campaign ID': one.campaign_id && publicId('camp', one.campaign_id),
        'Number in the month': Number(one.month_number),
        Tier: 2,
        Units: 3,
        'Charged (INR)': Number(one.price_micros) / 1e6,
        'Reversed (INR)': 0,
        'Sent (IST)': indianClock(one.sent_at),
        'Delivered (IST)': one.delivered_at && indianClock(one.delivered_at),
        'Ended (IST)': indianClock(one.ended_at),
        'Transaction ID': publicId('txn', one.transaction_id),
        'List ID': one.list_id && publicId('list', one.list_id),
      }),
    )
})

test('behind a period nothing is read but what clocks may differ by', async (t) => {
  let reads = 0
  beforeEachPage(t, () => reads++)
  assert.equal(Buffer.concat(await Array.fromAsync(await csv('2030-09-20'))).toString(), `\ufeff${heading}`)
  // One statement for late recharges, and one for a page whose rows are all after the period.
  assert.equal(reads, 2)
})

test('spec 13.24: what is booked while its pages are read is not in it, and however slowly it is written, no more than one page is read ahead', async (t) => {
  const expected = fileOf(await read())
  let reads = 0
  beforeEachPage(t, () => reads++)
  const chunks: Buffer[] = []
  const seen: number[] = []
  for await (const chunk of await csv()) {
    chunks.push(chunk)
    seen.push(reads)
    await grant(samvad, company, 1n)
  }
  assert.ok(Buffer.concat(chunks).equals(expected))
  // The heading; then late recharges (none), the first page and the second; then the third; no more.
  assert.deepEqual(seen, [0, 3, 4, 4])
})

test('spec 13.33: any other failure to read a page ends the try', async (t) => {
  beforeEachPage(t, (page) => {
    if (page === 2) throw new Error('a defect')
  })
  await assert.rejects(Array.fromAsync(await csv()), /a defect/)
})

test('spec 9.8: all of the statement is the same records, newest first', async () => {
  const { text } = await samvad.request('GET', '/api/v1/billing/transactions', { headers: { accept: 'text/csv' } })
  const rows = await app.database.transaction((tx) =>
    tx.rows<TransactionRow>(sql`select ${columns} from transactions where org_id = ${organizationId} order by id desc`),
  )
  assert.equal(text, heading + rows.map(recordOf).join(''))
})
