// Writes db/schema.sql: the schema that migrations and definitions produce, read from a database created from them.
// With --check, fails when the committed file is stale. Starts a PostgreSQL, which ends with this process.
// node bin/run.mjs bin/schema.ts [--check]

import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { migrate } from '#kit/database/migrate.ts'
import { emptyDatabase, providePostgres } from '../test/postgres.ts'
import { schemaText } from './schema-text.ts'

const SCHEMA_FILE = new URL('../db/schema.sql', import.meta.url)

const HEAD = `-- What db/migrations and the definitions beside them add up to. Generated: \`node bin/run.mjs bin/schema.ts\` writes it.
-- Look here for what there is, and there for why it is so.
`

async function generated(): Promise<string> {
  const connection = await emptyDatabase()
  await migrate(connection)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return `${HEAD}\n${await schemaText(client)}`
  } finally {
    await client.end()
  }
}

await providePostgres()
const text = await generated()
if (process.argv.includes('--check')) {
  const committed = await readFile(SCHEMA_FILE, 'utf8').catch(() => '')
  if (committed.replaceAll('\r\n', '\n') !== text) {
    console.error('db/schema.sql is out of date. Run `node bin/run.mjs bin/schema.ts` and review the changes.')
    process.exitCode = 1
  }
} else await writeFile(SCHEMA_FILE, text)
