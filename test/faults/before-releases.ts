// Databases from before the first release: created by the old definitions, or today's schema with the list of
// migrations of that time.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { flattened, migrationsOfBefore } from '#kit/database/before-releases.ts'
import { hashOf } from '#kit/database/migration-texts.ts'

/** db/migrations and the definitions next to it, at commit 53ec140. */
interface Before {
  migrations: Record<string, string>
  definitions: Record<string, string>
}

/** Creates the old schema in an empty database, statement by statement. */
export async function makeAsBefore(client: pg.Client): Promise<void> {
  const packed = readFileSync(new URL('before-releases.json.gz', import.meta.url))
  const { migrations, definitions } = JSON.parse(gunzipSync(packed).toString()) as Before
  const hashes = Object.fromEntries(Object.entries(migrations).map(([name, text]) => [name, hashOf(text)]))
  assert.deepEqual(hashes, migrationsOfBefore, 'these are the texts that databases of before were made with')
  for (const text of [...Object.values(migrations), ...Object.values(definitions)]) await client.query(text)
  await client.query(`create table schema_migrations (
    id serial primary key, name varchar(255) not null, run_on timestamp not null, text_hash text)`)
  await client.query(
    `insert into schema_migrations (name, run_on, text_hash)
     select name, now(), hash from unnest($1::text[], $2::text[]) as made (name, hash)`,
    [Object.keys(hashes), Object.values(hashes)],
  )
}

/** The tables created by migrations of later releases. */
function laterTables(): string[] {
  const folder = new URL('../../db/migrations/', import.meta.url)
  const later = readdirSync(folder).filter((file) => !flattened.some((name) => file === `${name}.sql`))
  return later.flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^create table (\w+)/gm)].map(
      ([, table]) => table as string,
    ),
  )
}

/**
 * Gives a database the list of migrations from before the first release, except the named ones, and drops the tables of
 * later migrations.
 */
export async function listAsBefore(connection: pg.ClientConfig, ...without: string[]): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const listed = Object.entries(migrationsOfBefore).filter(([name]) => !without.includes(name))
    await client.query('begin')
    for (const table of laterTables()) await client.query(`drop table if exists ${table}`)
    await client.query('delete from schema_migrations')
    await client.query(
      `insert into schema_migrations (name, run_on, text_hash)
       select name, now(), hash from unnest($1::text[], $2::text[]) as listed (name, hash) order by name`,
      [listed.map(([name]) => name), listed.map(([, hash]) => hash)],
    )
    await client.query('commit')
  } finally {
    await client.end()
  }
}
