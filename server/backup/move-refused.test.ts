// Refusals of a move, with the remedy, before anything is changed.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type pg from 'pg'
import * as installation from '#installation/actions.ts'
import { ask, everything } from '../../test/everything.ts'
import { installed, mayAct, program, refusal, samvad, tryMove } from '../../test/moving.ts'
import { emptyDatabase, testPostgres } from '../../test/postgres.ts'
import { migratedDatabase } from '../../test/test-database.ts'

test('spec 17.20: it is refused while the program works on it', async () => {
  const to = await emptyDatabase()
  assert.match(
    await refusal(samvad.connection, to),
    /Samvad or one of its commands is using the database.*Stop all of them/,
  )
  const from = await installed()
  await program(from, async (app) => {
    await app.database.transaction((tx) => installation.find(tx))
    assert.match(await refusal(from, to), /\d connections? on this machine/)
  })
  assert.equal(await mayAct(from), true)
})

test('spec 17.20: a database that is not empty, is too little, or is the same one, is refused with the remedy', async () => {
  const from = await installed()
  const server = await testPostgres()
  const mustRefuse = async (to: pg.ClientConfig, pattern: RegExp) => {
    assert.match(await refusal(from, to), pattern)
    assert.equal(await mayAct(from), true)
  }
  await mustRefuse(from, /is the current database of the installation\. Use a different one/)
  await mustRefuse(await installed(), /already contains an installation\. Use an empty database/)

  const kitchen = await emptyDatabase()
  await ask(kitchen, (client) => client.query('create table recipes (id int); create view dishes as select 1 as one'))
  await mustRefuse(kitchen, /is not empty\. It contains the view dishes, the table recipes\. Use an empty database/)

  const other = `test_${randomBytes(6).toString('hex')}`
  await ask(server, (client) =>
    client.query(`create database ${other} encoding 'SQL_ASCII' locale 'C' template template0`),
  )
  await mustRefuse({ ...server, database: other }, /has the encoding SQL_ASCII.*encoding 'UTF8'/)

  const guarded = await emptyDatabase()
  const role = `test_${randomBytes(6).toString('hex')}`
  await ask(guarded, (client) => client.query(`create role ${role} login password 'x'`))
  const asRole = { ...guarded, user: role, password: 'x' }
  await mustRefuse(asRole, new RegExp(`does not allow the role ${role} to create tables.*owner to ${role}`))
  await ask(guarded, (client) => client.query(`alter database ${guarded.database} owner to ${role}`))
  await tryMove(from, asRole, { isChecked: false })
  assert.equal(await mayAct(asRole), true, 'its owner needs no more')
  await ask(server, (client) => client.query(`drop database ${guarded.database}; drop role ${role}`)).catch(() => {})
})

test('spec 17.20: what a move of another installation left is not touched', async () => {
  const to = await migratedDatabase()
  const cut = (sentence: string) => {
    if (sentence.startsWith('checking')) throw new Error('cut off')
  }
  await refusal(await installed(), to, { say: cut })
  const left = await everything(to)
  assert.match(await refusal(await installed(), to), /contains the unfinished move of another installation/)
  assert.deepEqual(await everything(to), left)
})
