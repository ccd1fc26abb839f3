// Rows passed to a statement: each value arrives in its own column of its own row, and one text serves any number of
// rows.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { rowsOf } from './rows.ts'
import { sql } from './sql.ts'

const { database } = (await startSamvad()).app

const LEADING_ID = '01938f00-0000-7000-8000-000000000001'
const AT = new Date('2026-03-10T06:30:00.123Z')

test('columns are parameters under their names, whatever stands before and after them', () => {
  const given = rowsOf('given', [{ id: LEADING_ID, name: 'Ravi' }], {
    id: ['uuid', ({ id }) => id],
    name: ['text', ({ name }) => name],
  })
  const statement = sql`select ${1} from ${given} where name <> ${'Asha'}`
  assert.equal(statement.text, 'select $1 from unnest($2::uuid[], $3::text[]) as given (id, name) where name <> $4')
  assert.deepEqual(statement.values, [1, `{${LEADING_ID}}`, '{"Ravi"}', 'Asha'])
})

test('however many rows there are, it is the same prepared statement', () => {
  const of = (numbers: number[]) => sql`select * from ${rowsOf('given', numbers, { number: ['int4', (one) => one] })}`
  assert.equal(of([]).name, of([1, 2, 3]).name)
  const other = sql`select * from ${rowsOf('given', [1n], { number: ['int8', (one) => one] })}`
  assert.notEqual(other.name, of([]).name)
})

test('PostgreSQL reads every type as it was, null too, and text with whatever is in it', async () => {
  const rows = [
    {
      place: 1,
      micros: 9_007_199_254_740_993n,
      isMuted: true,
      at: AT,
      key: Buffer.from('00ff', 'hex'),
      text: 'a,{"\\}\n',
    },
    { place: 2, micros: -1n, isMuted: false, at: null, key: null, text: 'null' },
    { place: 3, micros: null, isMuted: null, at: null, key: null, text: null },
  ]
  const given = rowsOf('given', rows, {
    place: ['int4', (_, index) => index + 1],
    id: ['uuid', ({ place }) => (place === 3 ? null : LEADING_ID)],
    micros: ['int8', ({ micros }) => micros],
    is_muted: ['bool', ({ isMuted }) => isMuted],
    at: ['timestamptz', ({ at }) => at],
    key: ['bytea', ({ key }) => key],
    text: ['text', ({ text }) => text],
    channel: ['word', ({ place }) => (place === 1 ? 'email' : null)],
  })
  assert.deepEqual(
    await database.reads.rows(sql`select * from ${given} order by place`),
    rows.map(({ place, micros, isMuted, at, key, text }) => ({
      place,
      id: place === 3 ? null : LEADING_ID,
      micros,
      is_muted: isMuted,
      at,
      key,
      text,
      channel: place === 1 ? 'email' : null,
    })),
  )
  assert.deepEqual(
    await database.reads.rows(sql`select * from ${rowsOf('given', [], { place: ['int4', () => 1] })}`),
    [],
  )
})

test('a name that is none, or no column, is a mistake of ours', () => {
  assert.throws(() => rowsOf('given', [1], { 'id) --': ['int4', (one) => one] }), /not a name/)
  assert.throws(() => rowsOf('given; drop', [1], { id: ['int4', (one) => one] }), /not a name/)
  assert.throws(() => rowsOf('given', [1], {}), /no column/)
})
