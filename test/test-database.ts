// A migrated database for a test file: copies the files of a template, which is cheapest.

import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { checkOneSnapshot, describe } from '#doctor/actions.ts'
import { openDatabase } from '#kit/database/database.ts'
import { migrate } from '#kit/database/migrate.ts'
import { emptied, givenDatabase } from './given-database.ts'
import { createDatabase, testPostgres } from './postgres.ts'
import { reusedDatabase } from './reused-databases.ts'

/** Any number but the one in once-per-run.ts. */
const TEMPLATE_LOCK = 1

let template: Promise<string> | undefined

/** A freshly migrated database; cleaned or dropped after the file. */
export const testDatabase = (): Promise<pg.ClientConfig> => migrated(reusedDatabase)

/** A database that no other file used: for a file that counts the connections to its database. */
export const newTestDatabase = (): Promise<pg.ClientConfig> => migrated(createDatabase)

async function migrated(copy: (template: string) => Promise<pg.ClientConfig>): Promise<pg.ClientConfig> {
  const given = givenDatabase()
  return given ? emptied(given) : copyOfTemplate(copy)
}

/** As `emptyDatabase` but migrated, on the PostgreSQL of the tests even where SAMVAD_TEST_DATABASE_URL is set. */
export const migratedDatabase = (): Promise<pg.ClientConfig> => copyOfTemplate(createDatabase)

async function copyOfTemplate(copy: (template: string) => Promise<pg.ClientConfig>): Promise<pg.ClientConfig> {
  template ??= findOrMakeTemplate()
  return copy(await template)
}

/** One process of the run creates it, the others wait. */
async function findOrMakeTemplate(): Promise<string> {
  const server = await testPostgres()
  const name = `template_${await schemaFingerprint()}`
  const admin = new pg.Client(server)
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await makeTemplate(admin, server, name)
  } finally {
    await admin.end()
  }
  return name
}

async function makeTemplate(admin: pg.Client, server: pg.ClientConfig, name: string): Promise<void> {
  const making = { ...server, database: `${name}_making` }
  await admin.query(`drop database if exists ${making.database}`)
  await admin.query(`create database ${making.database}`)
  await migrate(making)
  await mustBeginHealthy(making)
  await admin.query(`alter database ${making.database} rename to ${name}`)
}

/**
 * Checks every invariant once, so that healthy.ts need check only those that a file's rows can break. The connection
 * also leaves PostgreSQL's relation cache file in the template, which speeds up the first connection to a copy.
 */
async function mustBeginHealthy(connection: pg.ClientConfig): Promise<void> {
  const database = openDatabase(connection)
  try {
    const findings = await checkOneSnapshot(database)
    if (findings.length > 0) throw new Error(findings.flatMap(describe).join('\n'))
  } finally {
    await database.close()
  }
}

/** Names the template after its contents, so that a changed migration creates a new one. */
export async function schemaFingerprint(): Promise<string> {
  const folder = new URL('../db/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  return hash('sha256', texts.join('\n'), 'hex').slice(0, 12)
}
