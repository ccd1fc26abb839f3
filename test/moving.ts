// A company's installation, and its move to another database.
// Per file: it starts a server of the file's own.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type pg from 'pg'
import * as installation from '#installation/actions.ts'
import { whyNotHere } from '#installation/moving.ts'
import { readSettings } from '#kit/settings.ts'
import { assemble } from '#program/app.ts'
import { placeOf, settleIn } from '#program/place.ts'
import { type Moved, move } from '../server/backup/move.ts'
import { copyRows } from '../server/backup/move-copy.ts'
import { EXACT_TEXTS } from '../server/backup/queries.ts'
import { takeSnapshot } from '../server/backup/snapshot.ts'
import { ask } from './everything.ts'
import { fund, startSamvad } from './harness.ts'
import { testPostgres, urlOf } from './postgres.ts'
import { paidRecharge } from './refunds.ts'
import { person } from './story.ts'
import { migratedDatabase } from './test-database.ts'

export const samvad = await startSamvad()
const asha = person(samvad)
const folder = await mkdtemp(join(tmpdir(), 'samvad-move-'))
after(() => rm(folder, { recursive: true, force: true }))

export const WHERE = 'the database "new" on db.example:5432'
const SECRET_KEY = 'ab'.repeat(32)
/** Tables that a move itself writes. */
const OF_THE_MOVE = ['installation', 'audit_log', 'audit_heads']

type App = Awaited<ReturnType<typeof assemble>>

/** Settings of an installation on this database, for the program and for commands. */
export const environmentOf = (connection: pg.ClientConfig) => ({
  DATABASE_URL: urlOf(connection),
  DATA_DIR: folder,
  SAMVAD_SECRET_KEY: SECRET_KEY,
})

/** Runs `work` with a program on this database that no other process uses. */
export async function program<T>(connection: pg.ClientConfig, work: (app: App) => Promise<T>): Promise<T> {
  const app = await assemble({ ...readSettings(environmentOf(connection)), logLevel: 'silent' }, connection)
  return work(app).finally(() => app.database.close())
}

interface Trial {
  say?: (sentence: string) => unknown
  isChecked?: boolean
}

export const tryMove = (from: pg.ClientConfig, to: pg.ClientConfig, { say = () => {}, isChecked = true }: Trial = {}) =>
  program(from, async (app): Promise<Moved> => {
    const signal = new AbortController().signal
    const here = await placeOf(app)
    return move({ app, connection: from, here, target: to, where: WHERE, isChecked, signal, say })
  })

/** True if the program would start on it, and may act outside. */
export const mayAct = (connection: pg.ClientConfig) =>
  program(connection, async ({ database }) => {
    const { fenced_since } = await installation.find(database.reads)
    return (await whyNotHere(database.reads)) === null && fenced_since === null
  })

export const refusal = (from: pg.ClientConfig, to: pg.ClientConfig, trial?: Trial): Promise<string> =>
  tryMove(from, to, trial).then(
    () => assert.fail('it was moved'),
    ({ message }: Error) => message,
  )

/** Without the tables that a move itself writes. */
export const without = (tables: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => !OF_THE_MOVE.includes(name)))

/** A company's installation, in a database that no process uses. */
let template: pg.ClientConfig | undefined
async function fillTemplate(): Promise<pg.ClientConfig> {
  await fund(samvad, samvad.company.organizationId, 100n)
  const contact = await asha.make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@farm.example' })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  for (const text of ['Namaste', 'tab\t back\\slash \\. \\N line\nfeed "quotes" नमस्ते 👩🏽‍🌾'])
    await asha.make('/v1/messages', { conversation_id: conversation.id, channel: 'email', subject: 'Monsoon', text })
  await paidRecharge(samvad, '500.00')
  const connection = await migratedDatabase()
  const snapshot = await takeSnapshot(samvad.connection)
  const copying = { signal: new AbortController().signal, onTable() {} }
  await ask(connection, async (client) => {
    await client.query(EXACT_TEXTS)
    await client.query('begin')
    await copyRows(snapshot, client, copying)
    await client.query('commit')
  }).finally(() => snapshot.close())
  return connection
}

/** A copy of the company's installation in a new database, with its identity recorded there. */
export async function installed(): Promise<pg.ClientConfig> {
  template ??= await fillTemplate()
  const server = await testPostgres()
  const { database: from } = template
  const database = `test_${randomBytes(6).toString('hex')}`
  await ask(server, (client) => client.query(`create database ${database} template ${from} strategy file_copy`))
  const connection = { ...server, database }
  await program(connection, settleIn)
  return connection
}
