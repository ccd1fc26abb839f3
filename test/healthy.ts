// The doctor's checks after every test file, limited to the statements that could find something.

import { check, describe, type Finding } from '#doctor/actions.ts'
import { type Invariant, invariants } from '#doctor/invariants.ts'
import { ONE_SNAPSHOT, prepareCheck } from '#doctor/queries.ts'
import type { Database, Tx } from '#kit/database/database.ts'
import { sql } from '#kit/database/sql.ts'
import { givenDatabase } from './given-database.ts'
import { filledTables } from './reused-databases.ts'
import { whenReachable } from './when-reachable.ts'

/** They check the schema, which no test file changes: test-database.ts checks them when it makes its template. */
const OF_SCHEMA: readonly string[] = ['X2', 'X3', 'X4']

/** Throws what the doctor finds, apart from invariants that the tests broke on purpose. */
export async function mustBeHealthy(database: Database, brokenOnPurpose: readonly string[] = []): Promise<void> {
  const findings = (await whenReachable(() => findingsIn(database))).filter(({ id }) => !brokenOnPurpose.includes(id))
  if (findings.length > 0) throw new Error(findings.flatMap(describe).join('\n'))
}

function findingsIn(database: Database): Promise<Finding[]> {
  return database.transaction(async (tx) => {
    for (const statement of prepareCheck()) await tx.run(statement)
    return check(
      tx,
      givenDatabase() ? invariants : about((await filledTables(database.connection)) ?? (await tablesWritten(tx))),
    )
  }, ONE_SNAPSHOT)
}

/**
 * The invariants that name one of the tables. The others find in this database what they find in an empty one, where
 * planning them takes most of a check.
 */
export function about(tables: ReadonlySet<string>): Invariant[] {
  const isWritten = (word: string) => tables.has(word)
  return invariants.flatMap(({ id, sql: statements }): Invariant[] => {
    if (OF_SCHEMA.includes(id)) return []
    if (typeof statements === 'string')
      return statements.match(/\w+/g)?.some(isWritten) ? [{ id, sql: statements }] : []
    return [{ id, sql: Object.fromEntries(Object.entries(statements).filter(([table]) => isWritten(table))) }]
  })
}

/** The tables that hold or once held rows: PostgreSQL extends a table's file with its first row. */
async function tablesWritten(tx: Tx): Promise<Set<string>> {
  const rows = await tx.rows<{ name: string }>(sql`
    select relname::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`)
  return new Set(rows.map(({ name }) => name))
}
