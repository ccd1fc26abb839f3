// SQL templates with separate values.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from '../../../test/cases.ts'
import { nothing, type Statement, sql } from './sql.ts'

test('values become parameters in the order in which they are written, and never text', () => {
  const name = "Robert'); drop table wallets; --"
  const statement = sql`select * from contacts where org_id = ${'o'} and display_name = ${name} limit ${10}`
  assert.equal(statement.text, 'select * from contacts where org_id = $1 and display_name = $2 limit $3')
  assert.deepEqual(statement.values, ['o', name, 10])
})

test('a fragment is woven in with its parameters, before, between and after others', () => {
  const muted = sql`and is_muted = ${true}`
  const cursor = sql`and (created_at, id) < (${1}, ${2})`
  const statement = sql`
    select ${sql`id`} from conversations where org_id = ${'o'} ${muted} ${cursor} and user_id = ${'u'}`
  assert.equal(
    statement.text.trim(),
    'select id from conversations where org_id = $1 and is_muted = $2 and (created_at, id) < ($3, $4) and user_id = $5',
  )
  assert.deepEqual(statement.values, ['o', true, 1, 2, 'u'])
})

test('fragments in fragments, the same one twice, and nothing at all', () => {
  const inner = sql`a = ${1}`
  const outer = sql`(${inner} or ${inner} or b = ${2})`
  const statement = sql`select 1 where ${outer} and ${inner}${nothing}`
  assert.equal(statement.text, 'select 1 where (a = $1 or a = $2 or b = $3) and a = $4')
  assert.deepEqual(statement.values, [1, 1, 2, 1])
  assert.deepEqual(sql`${nothing}`.values, [])
})

test('more than nine parameters keep their numbers when they are woven in', () => {
  const list = sql`x in (${1}, ${2}, ${3}, ${4}, ${5}, ${6}, ${7}, ${8}, ${9}, ${10}, ${11})`
  const statement = sql`select ${0} where ${list} and y = ${12}`
  assert.match(statement.text, /^select \$1 where x in \(\$2, \$3, .*, \$11, \$12\) and y = \$13$/)
  assert.deepEqual(statement.values, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('however a statement is put together, parameter n is value n', () => {
  const statements: fc.Arbitrary<Statement> = fc.letrec<{ statement: Statement }>((tie) => ({
    statement: fc.oneof(
      { maxDepth: 4 },
      fc.constant(nothing),
      fc.nat().map((value) => sql`a = ${value}`),
      fc
        .tuple(tie('statement'), fc.nat(), tie('statement'))
        .map(([left, value, right]) => sql`(${left} and b = ${value} and ${right})`),
    ),
  })).statement
  fc.assert(
    fc.property(statements, ({ text, values }) => {
      const numbers = [...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]))
      assert.deepEqual(
        numbers,
        values.map((_, index) => index + 1),
      )
    }),
  )
})

test('the same text is the same prepared statement, whatever the values and however it came about', () => {
  const byId = (id: string) => sql`select * from groups where id = ${id}`
  assert.equal(byId('a').name, byId('b').name)
  assert.equal(sql`select * from groups where ${sql`id = ${'c'}`}`.name, byId('a').name)
  assert.notEqual(sql`select * from groups where id > ${'a'}`.name, byId('a').name)
})

test('spec 18.4: an object that a caller sends is a value, even one that looks like a statement', () => {
  const sent = { text: 'drop table wallets', values: [], name: 's1' }
  const statement = sql`update contacts set attributes = ${sent}`
  assert.equal(statement.text, 'update contacts set attributes = $1')
  assert.deepEqual(statement.values, [sent])
})
