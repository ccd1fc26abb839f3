// A CSV record written from PostgreSQL's bytes equals the API's response.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ByteWriter } from '#kit/byte-writer.ts'
import { CopiedRows, columnsOf } from '#kit/database/copied-rows.ts'
import { openDatabase } from '#kit/database/database.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { sql } from '#kit/database/sql.ts'
import { newUuid } from '#kit/ids.ts'
import fc, { SLOW_CASES } from '../../../test/cases.ts'
import { recordOf } from '../../../test/exports.ts'
import { emptyDatabase } from '../../../test/postgres.ts'
import { columns, recordColumns, type TransactionRow } from './queries.ts'
import { RecordWriter } from './records.ts'
import { failureReasons, paymentMethods, transactionKinds, transactionStatuses } from './rules.ts'

const database = openDatabase(await emptyDatabase())
after(() => database.close())

type Stored = Omit<TransactionRow, 'created_at' | 'completed_at'> & { created_at: Date; completed_at: Date | null }

const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const turnOfYear = fc
  .tuple(fc.integer({ min: 1971, max: 2200 }), fc.integer({ min: -20_000_000, max: 20_000_000 }))
  .map(([year, ms]) => new Date(Date.UTC(year, 0, 1) + ms))
const time = fc.oneof(
  turnOfYear,
  fc.integer({ min: 0, max: 4_000_000_000_000 }).map((at) => new Date(at)),
)
const id = fc.constant(null).map(() => newUuid())
const description = fc.oneof(
  fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.constantFrom('=1+1', 'a,b', 'say "hi"', 'x\r\n=y', 'दिवाली का "उपहार"', '-0.15', '-1+2', '', '1 email message'),
)

const stored: fc.Arbitrary<Stored> = fc.record({
  id,
  kind: fc.constantFrom(...transactionKinds),
  status: fc.constantFrom(...transactionStatuses),
  amount_micros: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
  balance_after_micros: orNull(fc.bigInt({ min: 0n, max: 10n ** 17n })),
  payment_method: orNull(fc.constantFrom(...paymentMethods)),
  failure_reason: orNull(fc.constantFrom(...failureReasons)),
  description,
  channel: orNull(fc.constantFrom('email', 'app', 'sms')),
  message_count: orNull(fc.nat()),
  campaign_id: orNull(id),
  recharge_id: orNull(id),
  invoice_id: orNull(id),
  reverses_id: orNull(id),
  created_at: time,
  completed_at: orNull(time),
})

const tableOf = (rows: readonly Stored[]) =>
  rowsOf('transactions', rows, {
    place: ['int4', (_, index) => index],
    id: ['uuid', (one) => one.id],
    kind: ['word', (one) => one.kind],
    status: ['word', (one) => one.status],
    amount_micros: ['int8', (one) => one.amount_micros],
    balance_after_micros: ['int8', (one) => one.balance_after_micros],
    payment_method: ['word', (one) => one.payment_method],
    failure_reason: ['word', (one) => one.failure_reason],
    description: ['text', (one) => one.description],
    channel: ['word', (one) => one.channel],
    message_count: ['int4', (one) => one.message_count],
    campaign_id: ['uuid', (one) => one.campaign_id],
    recharge_id: ['uuid', (one) => one.recharge_id],
    invoice_id: ['uuid', (one) => one.invoice_id],
    reverses_id: ['uuid', (one) => one.reverses_id],
    created_at: ['timestamptz', (one) => one.created_at],
    completed_at: ['timestamptz', (one) => one.completed_at],
  })

const asPending = (row: TransactionRow): TransactionRow => ({
  ...row,
  status: 'pending',
  balance_after_micros: null,
  completed_at: null,
  invoice_id: null,
})

test('spec 9.8, 13.27: a record of the CSV is what the API shows, cell by cell, with both times by the clock of India', async () => {
  const { list, count } = columnsOf(recordColumns)
  const records = new RecordWriter()
  await fc.assert(
    fc.asyncProperty(fc.array(stored, { minLength: 1, maxLength: 40 }), fc.boolean(), async (all, isLater) => {
      const table = tableOf(all)
      const bytes = await database.copied(sql`select ${list()} from ${table} order by place`)
      const rows = new CopiedRows(bytes, count)
      const out = new ByteWriter(64)
      while (rows.next()) records.write(out, rows, isLater)
      const asRows = await database.transaction((tx) =>
        tx.rows<TransactionRow>(sql`select ${columns} from ${table} order by place`),
      )
      const expected = (isLater ? asRows.map(asPending) : asRows).map(recordOf).join('')
      assert.equal(asRows.length, all.length)
      assert.ok(out.take().equals(Buffer.from(expected)))
    }),
    { numRuns: SLOW_CASES },
  )
})
