// A database of a test file, migrated: the files of a template are copied, which is the cheapest way.

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

/** As the migrations made it; cleaned or dropped after the file. */
export const testDatabase = (): Promise<pg.ClientConfig> => migrated(reusedDatabase)

/** One that no other file used: for a file that counts the connections to its database. */
export const newTestDatabase = (): Promise<pg.ClientConfig> => migrated(createDatabase)

async function migrated(copy: (template: string) => Promise<pg.ClientConfig>): Promise<pg.ClientConfig> {
  const given = givenDatabase()
  return given ? emptied(given) : copyOfTemplate(copy)
}

/** As `emptyDatabase`, on the PostgreSQL of the tests whatever database was given. */
export const migratedDatabase = (): Promise<pg.ClientConfig> => copyOfTemplate(createDatabase)

async function copyOfTemplate(copy: (template: string) => Promise<pg.ClientConfig>): Promise<pg.ClientConfig> {
  template ??= findOrMakeTemplate()
  return copy(await template)
}

/** One process of the run makes it, the others wait for it. */
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
 * Checks every invariant once, so that healthy.ts checks those alone that a file's rows can break. The connection also
 * leaves PostgreSQL's cache file of the catalogs in the template: the first connection to a copy finds it there.
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

/** Names the template after what is in it, so that a changed migration makes a new one. */
export async function schemaFingerprint(): Promise<string> {
  const folder = new URL('../db/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  return hash('sha256', texts.join('\n'), 'hex').slice(0, 12)
}
