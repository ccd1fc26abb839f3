// Rows read as PostgreSQL's own bytes have the same values as rows read by other statements, and fail in the same way.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { ByteWriter } from '#kit/byte-writer.ts'
import { newUuid, typeId } from '#kit/ids.ts'
import { indianClock } from '#kit/india/calendar.ts'
import { formatMicros } from '#kit/money.ts'
import { IndianClocks, writeMicros, writeTypeId } from '#kit/written-values.ts'
import fc, { SLOW_CASES } from '../../../test/cases.ts'
import { cuttable } from '../../../test/cuttable-database.ts'
import { testDatabase } from '../../../test/harness.ts'
import { testPostgres } from '../../../test/postgres.ts'
import { useUsualLimits } from '../../../test/usual-limits.ts'
import { mustAnswerWithin } from './answer-deadline.ts'
import { copied, textOf } from './copied.ts'
import { CopiedRows, columnsOf } from './copied-rows.ts'
import { openDatabase } from './database.ts'
import { isConnectionFailure } from './errors.ts'
import { rowsOf } from './rows.ts'
import { type Statement, sql } from './sql.ts'
import { runTogether } from './statement-batch.ts'

useUsualLimits(['lock'])

const database = openDatabase(await testDatabase())
after(() => database.close())

interface Given {
  id: string | null
  amount: bigint | null
  many: number | null
  is: boolean | null
  at: Date | null
  words: string | null
}

const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const text = fc.string({ unit: 'grapheme' }).filter((one) => one.isWellFormed() && !one.includes('\0'))
const turnOfYear = fc
  .tuple(fc.integer({ min: 1970, max: 9999 }), fc.integer({ min: -90_000_000, max: 90_000_000 }))
  .map(([year, ms]) => new Date(Date.UTC(year, 0, 1) + ms))
const time = fc.oneof(
  turnOfYear,
  fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
  fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
)
const amount = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -5_000_000n, max: 5_000_000n }),
  fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n, 2n ** 32n, -(2n ** 32n), 2n ** 32n - 1n, 1_000_000n),
)

const given: fc.Arbitrary<Given> = fc.record({
  id: orNull(fc.uuid()),
  amount: orNull(amount),
  many: orNull(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  is: orNull(fc.boolean()),
  at: orNull(time),
  words: orNull(text),
})

const columns = columnsOf({
  id: () => sql`id`,
  amount: () => sql`amount`,
  many: () => sql`many`,
  is: () => sql`"is"`,
  at: () => sql`at`,
  words: () => sql`words`,
})

function tableOf(rows: readonly Given[]): Statement {
  const unnested = rowsOf('given', rows, {
    id: ['uuid', (one) => one.id],
    amount: ['int8', (one) => one.amount],
    many: ['int4', (one) => one.many],
    is_so: ['bool', (one) => one.is],
    at: ['timestamptz', (one) => one.at],
    words: ['text', (one) => one.words],
  })
  return sql`(select id, amount, many, is_so as "is", at, words from ${unnested}) as table_of`
}

const written = (write: (out: ByteWriter) => void) => {
  // Small enough to have to grow.
  const out = new ByteWriter(1)
  write(out)
  return out.take().toString()
}

test('values come as they are, and are written as typeId, formatMicros and indianClock write them', async () => {
  const clocks = new IndianClocks()
  await fc.assert(
    fc.asyncProperty(fc.array(given, { maxLength: 30 }), async (all) => {
      const rows = new CopiedRows(
        await database.copied(sql`select ${columns.list()} from ${tableOf(all)}`),
        columns.count,
      )
      const { at } = columns
      // Read twice.
      for (let times = 0; times < 2; times++) {
        for (const [index, one] of all.entries()) {
          assert.ok(rows.next())
          assert.equal(rows.isLast(), index === all.length - 1)
          for (const [name, value] of Object.entries(one))
            assert.equal(rows.isNull(at[name as keyof Given]), value === null, name)
          if (one.id !== null) {
            assert.equal(rows.uuid(at.id), one.id)
            assert.equal(
              written((out) => writeTypeId(out, 'camp_', rows, at.id)),
              typeId('camp', one.id),
            )
          }
          if (one.amount !== null)
            assert.equal(
              written((out) => writeMicros(out, rows, at.amount)),
              formatMicros(one.amount),
            )
          if (one.amount !== null && one.amount <= 2n ** 53n && one.amount >= -(2n ** 53n))
            assert.equal(rows.int8(at.amount), Number(one.amount))
          if (one.many !== null) assert.equal(rows.int4(at.many), one.many)
          assert.equal(rows.isTrue(at.is), one.is === true)
          if (one.at !== null) {
            const seconds = Math.floor(one.at.getTime() / 1000)
            assert.equal(rows.seconds(at.at), seconds)
            assert.equal(
              written((out) => clocks.write(out, seconds)),
              indianClock(new Date(seconds * 1000)),
            )
          }
          if (one.words !== null)
            assert.equal(rows.bytes.toString('utf8', rows.starts[at.words], rows.endOf(at.words)), one.words)
        }
        assert.equal(rows.next(), false)
        rows.rewind()
      }
    }),
    { numRuns: SLOW_CASES },
  )
})

test('what stands in a statement is a value and no more, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(text, fc.constantFrom("'", "\\'", "';--", '$1', "E'\\x27'", '\\')), {
        minLength: 1,
        maxLength: 4,
      }),
      async (texts) => {
        const array = texts.slice(1).reduce((all, one) => sql`${all}, ${one}::text`, sql`${texts[0]}::text`)
        const list = columnsOf({
          own: () => sql`${texts[0]}::text`,
          same: () => sql`${texts}::text[] = array[${array}]`,
        })
        const rows = new CopiedRows(await database.copied(sql`select ${list.list()}`), 2)
        assert.ok(rows.next())
        assert.equal(rows.bytes.toString('utf8', rows.starts[0], rows.endOf(0)), texts[0])
        assert.ok(rows.isTrue(1))
      },
    ),
    { numRuns: SLOW_CASES },
  )
  const values = sql`select ${null}::text, ${7}, ${9n}, ${true}, ${Buffer.from([1, 255])}::bytea`
  assert.equal(textOf(values), "select null::text, '7', '9', 'true',  E'\\\\x01ff'::bytea")
})

test('rows of another shape than they are read as are refused, not misread', async () => {
  const rows = new CopiedRows(await database.copied(sql`select 1, 2`), 3)
  assert.throws(() => rows.next(), /2 columns, not 3/)
  const none = new CopiedRows(await database.copied(sql`select 1 where false`), 1)
  assert.equal(none.next(), false)
})

test('what fails is refused as any statement, and the connection goes on', async () => {
  const one = sql`select 1`
  await assert.rejects(database.copied(sql`select 1 / 0`), { code: '22012' })
  await assert.rejects(database.copied(sql`select n / (n - 5000) from generate_series(1, 9000) n`), { code: '22012' })
  await assert.rejects(database.copied(sql`select 1 from nowhere`), { code: '42P01' })
  const client = new pg.Client({ ...database.connection, pipeline: true } as pg.ClientConfig)
  await client.connect()
  try {
    const results = await Promise.allSettled([
      copied(client, one),
      copied(client, sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)`),
      copied(client, one),
      runTogether(client, [one]),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    )
    assert.equal((results[1] as PromiseRejectedResult).reason.code, '57014')
  } finally {
    await client.end()
  }
  const blocked = await database.pool.connect()
  try {
    await blocked.query('create table if not exists shelves (name text)')
    await blocked.query('begin; lock table shelves in access exclusive mode')
    await assert.rejects(database.copied(sql`select name from shelves`), { code: 'temporarily_unavailable' })
  } finally {
    await blocked.query('rollback')
    blocked.release()
  }
})

test('of a database that hangs in the middle of many rows it is said that the connection broke', async () => {
  const cut = await cuttable(await testPostgres())
  const client = new pg.Client({ ...cut.connection, pipeline: true } as pg.ClientConfig)
  try {
    client.on('error', () => {})
    await client.connect()
    mustAnswerWithin(client, 300)
    const { stream } = (client as unknown as { connection: { stream: NodeJS.EventEmitter } }).connection
    stream.once('data', () => cut.cut())
    const reading = copied(client, sql`select ${newUuid()}::uuid, n from generate_series(1, 2000000) n`)
    await assert.rejects(reading, isConnectionFailure)
  } finally {
    await cut.close()
  }
})

test('an answer is one: a connection that was answered is kept, however often it is asked', async (t) => {
  const client = new pg.Client({ ...database.connection, pipeline: true } as pg.ClientConfig)
  await client.connect()
  try {
    mustAnswerWithin(client, 1000)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const pass = async (ms: number) => {
      t.mock.timers.tick(ms)
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    }
    for (let times = 0; times < 3; times++) {
      await copied(client, sql`select 1`)
      await pass(600)
      await assert.rejects(copied(client, sql`select 1 / 0`), { code: '22012' })
      await pass(600)
    }
    const rows = new CopiedRows(await copied(client, sql`select 7`), 1)
    assert.ok(rows.next())
    assert.equal(rows.int4(0), 7)
  } finally {
    await client.end()
  }
})
