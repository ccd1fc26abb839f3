// The log as XLSX, opened by third-party readers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMicros } from '#kit/money.ts'
import { download, exported, exportOf, makeExports, type Sheet, sheetsOf, shownTime } from '../../../test/exports.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { newSender } from '../../../test/usage.ts'

const samvad = await startSamvad()
const OCTOBER = { from: '2030-10-01', to: '2030-10-31' }
const title = (sheet: Sheet, name: string) =>
  Object.entries(sheet.rows[0] as object).find(([, heading]) => heading === name)?.[0] as string
const column = (sheet: Sheet, name: string) => sheet.rows.slice(1).map((row) => row[title(sheet, name)])

test('spec 13.29: a row for every delivery, with real dates and numbers, and a header that stays', async () => {
  const company = await newSender(samvad, 'Asha Textiles', new Date('2030-10-05T10:00:00Z'))
  await company.recharge('100.00')
  await samvad.rows(`update users set display_name = '=आशा राव' where id = $1`, [company.userId])
  const first = await company.send()
  samvad.setClock(new Date('2030-10-05T10:00:01Z'))
  const second = await company.send()
  await company.cancel(second)
  samvad.setClock(new Date('2030-11-05T10:00:00Z'))
  await company.send()
  const { bytes, shown, response } = await exported(samvad, 'log', OCTOBER, company)
  assert.equal(
    response.headers.get('content-type'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  const sheets = sheetsOf(bytes)
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Message log'],
  )
  const [sheet] = sheets as [Sheet]
  assert.ok(sheet.isFrozen)
  assert.equal(sheet.rows.length, 3)
  assert.equal(shown.row_count, 2)
  assert.deepEqual(
    column(sheet, 'Accepted (IST)').map((serial) => shownTime(serial as number)),
    ['2030-10-05 15:30:00', '2030-10-05 15:30:01'],
  )
  assert.equal(sheet.formats[title(sheet, 'Accepted (IST)')], 'yyyy\\-mm\\-dd hh:mm:ss')
  assert.deepEqual(column(sheet, 'Charged (INR)'), [0.15, 0.15])
  assert.deepEqual(column(sheet, 'Reversed (INR)'), [0, 0.15])
  assert.equal(sheet.formats[title(sheet, 'Charged (INR)')], '#,##0.00####')
  assert.deepEqual(column(sheet, 'Status'), ['queued', 'cancelled'])
  assert.deepEqual(column(sheet, 'Number in the month'), [1, 2])
  assert.deepEqual(column(sheet, 'Sent by'), ["'=आशा राव", "'=आशा राव"], 'Hindi, and no formula')
  const rows = await samvad.rows<{ id: string }>(
    'select d.id from deliveries d where org_id = $1 and created_at < $2 order by id',
    [company.organizationId, new Date('2030-11-01')],
  )
  assert.deepEqual(
    column(sheet, 'Delivery ID').map((id) => uuidOf('dlv', id as string)),
    rows.map(({ id }) => id),
  )
  assert.ok(first)
})

test('spec 13.29, 13.34: no content, no address and no contact is in it', async () => {
  const company = await newSender(samvad, 'Bharat Seeds', new Date('2030-10-06T10:00:00Z'))
  await company.recharge('100.00')
  const message = await company.send()
  const { bytes } = await exported(samvad, 'log', OCTOBER, company)
  const text = JSON.stringify(sheetsOf(bytes))
  const [contact] = await samvad.rows<{ id: string }>('select id from contacts where org_id = $1', [
    company.organizationId,
  ])
  const deleted = ['Namaste', 'ravi@farm.example', 'Ravi', message.id, contact?.id as string]
  for (const secret of deleted) assert.ok(!text.includes(secret), secret)
  assert.ok(!/contact_|msg_|conv_/.test(text))
})

test('spec 13.24: what was charged or came back after it was asked for is not in it', async () => {
  const company = await newSender(samvad, 'Chandra Mills', new Date('2030-10-07T10:00:00Z'))
  await company.recharge('100.00')
  const sent = await company.send()
  const { token } = company
  const asked = await samvad.request('POST', '/api/v1/billing/exports', {
    token,
    json: { kind: 'log', format: 'xlsx', ...OCTOBER },
  })
  assert.equal(asked.status, 202)
  await company.send()
  await company.cancel(sent)
  await makeExports(samvad)
  const [sheet] = sheetsOf((await download((await exportOf(samvad, asked.body, company)).url)).bytes) as [Sheet]
  assert.deepEqual(column(sheet, 'Charged (INR)'), [0.15])
  assert.deepEqual(column(sheet, 'Reversed (INR)'), [0])
})

test('spec 13.25: what the log charges and gives back is what the ledger moved for messages', async () => {
  const company = await newSender(samvad, 'Deepa Stores', new Date('2030-10-08T10:00:00Z'))
  await company.recharge('100.00')
  for (let index = 0; index < 5; index++) {
    const message = await company.send()
    if (index % 2 === 0) await company.cancel(message)
  }
  const [sheet] = sheetsOf((await exported(samvad, 'log', OCTOBER, company)).bytes) as [Sheet]
  const sum = (name: string) =>
    column(sheet, name).reduce((all: bigint, value) => all + (parseMicros(String(value)) ?? 0n), 0n)
  const [ledger] = await samvad.rows<{ moved: bigint }>(
    `select -sum(amount_micros)::int8 as moved from transactions
      where org_id = $1 and counter_account like 'revenue:%'`,
    [company.organizationId],
  )
  assert.equal(sum('Charged (INR)') - sum('Reversed (INR)'), ledger?.moved)
})
