// Moves an installation from its database to another, empty one. The source is locked during the copy, so that it stays
// unchanged; the copy is one transaction; and it takes over only after the doctor's check. Interrupted at any point, at
// most one of the two is active: docs/decisions/move.md.

import pg from 'pg'
import { checkOneSnapshot, type Finding, stopChecking } from '#doctor/actions.ts'
import { databasePlace, find } from '#installation/actions.ts'
import { arrive, beginArriving, fenceToTake, leave, whyNotHere } from '#installation/moving.ts'
import type { Arrival, Place } from '#installation/place-rules.ts'
import type { App } from '#kit/app.ts'
import { CannotStart } from '#kit/cannot-start.ts'
import { type Database, openDatabase, type Tx } from '#kit/database/database.ts'
import { knownMigrations, migrate } from '#kit/database/migrate.ts'
import { faultOf } from '#kit/database/migration-texts.ts'
import { useShards } from '#kit/database/shards.ts'
import type { Statement } from '#kit/database/sql.ts'
import { PATIENT_CONNECTION_TIMEOUT_MS } from '#kit/database/transaction-pool.ts'
import { isDistributed } from '#kit/groups.ts'
import { newUuid } from '#kit/ids.ts'
import * as audit from '#people/audit/actions.ts'
import { copyRows } from './move-copy.ts'
import { type Others, others } from './move-queries.ts'
import { examineTarget } from './move-target.ts'
import { EXACT_TEXTS } from './queries.ts'
import { lockMigrations, type Snapshot, takeSnapshot } from './snapshot.ts'

const DATABASE_CONNECTIONS = 2

export interface Moving {
  app: App
  /** The installation to be moved, with no other users. */
  connection: pg.ClientConfig
  here: Place
  target: pg.ClientConfig
  /** The target's name for messages, without a password. */
  where: string
  /** True when the doctor runs before it takes over. */
  isChecked: boolean
  signal: AbortSignal
  say(sentence: string): void
}

export interface Moved {
  tables: number
  rows: number
  /** Null when the doctor was not run. With findings the move was not completed. */
  findings: Finding[] | null
  /** True when the moved installation is fenced, as it was before. */
  isFenced: boolean
  /** True when an earlier move had already copied everything. */
  isFinished: boolean
}

export async function move(moving: Moving): Promise<Moved> {
  const { app, connection, target } = moving
  const client = new pg.Client({ ...target, application_name: 'samvad move', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(EXACT_TEXTS)
    if ((await find(app.database.reads)).place?.moved) return await finish(moving, client)
    const snapshot = await takeSnapshot(connection, true)
    try {
      return await carry(moving, snapshot, client)
    } finally {
      // Nothing was changed unless it was committed.
      await snapshot.close()
    }
  } finally {
    await client.end().catch(() => {})
  }
}

async function carry(moving: Moving, snapshot: Snapshot, client: pg.Client): Promise<Moved> {
  const { app, here, where, signal, say } = moving
  await mustBeWhole(app, snapshot)
  await mustBeStill(app)
  const examine = { from: here, tables: snapshot.tables.map(({ name }) => name), where }
  await examineTarget(client, examine)
  say('creating tables')
  await migrate(moving.target)
  await lockMigrations(client)
  const left = await examineTarget(client, examine)
  if (left?.arriving) say('replacing the data of an interrupted move')

  const at = app.clock()
  const arriving: Arrival = {
    id: newUuid(at.getTime()),
    to: where,
    fence: await fenceToTake(app.database.reads, here, at),
  }
  await client.query('begin')
  const onTable = (name: string, count: number) => count > 0 && say(`${name}: ${count} rows`)
  const rows = await copyRows(snapshot, client, { signal, onTable })
  await within(client, (tx) => beginArriving(tx, here, arriving, at))
  await client.query('commit')
  await client.query('analyze')
  say('all rows copied')

  return withTarget(moving.target, async (its) => {
    const findings = moving.isChecked ? await checkIt(its, moving) : null
    const moved = { tables: snapshot.tables.length, rows, findings, isFenced: arriving.fence !== null }
    if (findings !== null && findings.length > 0) return { ...moved, isFinished: false }
    signal.throwIfAborted()
    await mustBeStill(app)
    await within(snapshot.client, async (tx) => {
      useShards(false)
      const { id, to } = arriving
      await leave(tx, here, { id, to }, app.clock())
      recordMoved(tx, app.clock(), where)
    })
    await snapshot.client.query('commit')
    say('switched to the new database')
    await takeOver(moving, its, arriving)
    return { ...moved, isFinished: false }
  })
}

/** Everything was copied and checked, and the source is released: the target must be activated. */
async function finish(moving: Moving, client: pg.Client): Promise<Moved> {
  const { app, here, where, say } = moving
  const { place } = await find(app.database.reads)
  const tables = await takenTables(moving)
  const left = place?.moved
  // Blocks other finishers and program starts in the meantime.
  await lockMigrations(client)
  const away = `This installation was already moved to ${left?.to}. Set DATABASE_URL to that database. To use this database again instead, run samvad fence lift.`
  const there = await examineTarget(client, { from: here, tables, where }).catch((error: unknown) => {
    throw error instanceof CannotStart ? new CannotStart(away, { cause: error }) : error
  })
  const arriving = there?.arriving
  if (!arriving || arriving.id !== left?.id) throw new CannotStart(away)
  say('finishing the interrupted move')
  return withTarget(moving.target, async (its) => {
    await takeOver(moving, its, arriving)
    return { tables: tables.length, rows: 0, findings: null, isFenced: arriving.fence !== null, isFinished: true }
  })
}

async function takenTables({ connection }: Moving): Promise<string[]> {
  const snapshot = await takeSnapshot(connection)
  await snapshot.close()
  return snapshot.tables.map(({ name }) => name)
}

async function takeOver({ app, here, where }: Moving, its: Database, { fence }: Arrival): Promise<void> {
  const place = await databasePlace(its.reads)
  const { found_at } = await find(its.reads)
  useShards(await isDistributed(its.reads))
  await its.transaction(async (tx) => {
    // A command may run without the server's SAMVAD_PLACE; then the value of the last start is used.
    await arrive(tx, { ...place, name: here.name ?? found_at?.name ?? null, file: null }, fence)
    recordMoved(tx, app.clock(), where)
  })
}

function recordMoved(tx: Tx, at: Date, to: string): void {
  const entry = { action: 'installation.moved', object: null, details: { to } } as const
  audit.record(tx, { organizationId: audit.INSTALLATION, at }, 'command_line', entry)
}

async function checkIt(its: Database, { signal, say }: Moving): Promise<Finding[]> {
  say('checking the copy')
  useShards(await isDistributed(its.reads))
  const stop = stopChecking(its, signal)
  try {
    return await checkOneSnapshot(its)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    stop()
  }
}

async function withTarget<T>(target: pg.ClientConfig, work: (its: Database) => Promise<T>): Promise<T> {
  const patient = { connectionTimeoutMillis: PATIENT_CONNECTION_TIMEOUT_MS, ...target }
  const its = openDatabase(patient, DATABASE_CONNECTIONS)
  try {
    return await work(its)
  } finally {
    await its.close()
  }
}

/** Refuses another version, an incomplete move, and an installation that was moved away. */
async function mustBeWhole({ database }: App, { migrations }: Snapshot): Promise<void> {
  const why = await whyNotHere(database.reads)
  if (why !== null) throw new CannotStart(why)
  const texts = await knownMigrations()
  const fault = faultOf(migrations, texts)
  if (fault !== null) throw new CannotStart(fault)
  if (migrations.length < texts.size)
    throw new CannotStart('The database has pending migrations. Run samvad migrate first.')
}

/** A running program would wait, and then continue with the abandoned database. */
async function mustBeStill({ database }: App): Promise<void> {
  const { count, address } = (await database.reads.row<Others>(others())) as Others
  if (count === 0) return
  const from = address === null ? 'on this machine' : `from ${address}`
  throw new CannotStart(
    `Samvad or one of its commands is using the database (${count === 1 ? '1 connection' : `${count} connections`} ${from}). Stop all of them, then run the move again. The installation was not moved.`,
  )
}

/** On a dedicated connection, within the transaction that its caller opened and commits. */
async function within(client: pg.Client, work: (tx: Tx) => Promise<void>): Promise<void> {
  const last: Statement[] = []
  const run = ({ text, values }: Statement) => client.query({ text, values })
  await work({
    rows: async <Row>(statement: Statement) => (await run(statement)).rows as Row[],
    row: async <Row>(statement: Statement) => (await run(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await run(statement)).rowCount ?? 0,
    onCommit: (statement) => last.push(statement),
  })
  for (const statement of last) await run(statement)
}
