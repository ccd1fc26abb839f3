// The doctor: looks whether everything that must hold does hold. It reads, and never mends.

import type pg from 'pg'
import type { Database, Tx } from '#kit/database/database.ts'
import { invariants } from './invariants.ts'
import { brokenBy, cancel, ONE_SNAPSHOT, prepareCheck } from './queries.ts'

export interface Finding {
  id: string
  statement: string
  /** Some of the rows that break it; never empty. */
  rows: Record<string, unknown>[]
}

/** The invariants that are broken; none is health. Given a transaction, all of them look at the same moment. */
export async function check(reads: Tx): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const invariant of invariants) {
    const rows = await reads.rows<Record<string, unknown>>(brokenBy(invariant))
    if (rows.length > 0) findings.push({ id: invariant.id, statement: invariant.statement, rows: rows.map(printable) })
  }
  return findings
}

/** As `check`, for large tables: one snapshot, and no statement timeout. Checks nothing once `signal` is aborted. */
export function checkOneSnapshot(database: Database, signal?: AbortSignal): Promise<Finding[]> {
  return database.transaction(async (tx) => {
    signal?.throwIfAborted()
    for (const statement of prepareCheck()) await tx.run(statement)
    return check(tx)
  }, ONE_SNAPSHOT)
}

/**
 * When `signal` says so, what is being looked at is cut short: it may take as long as the tables are large. For a
 * process that does nothing else. The function that it returns ends it.
 */
export function stopChecking({ pool, reads }: Database, signal: AbortSignal): () => void {
  const busy = new Set<number>()
  const backendOf = (client: pg.PoolClient) => (client as unknown as { processID: number }).processID
  const begin = (client: pg.PoolClient) => void busy.add(backendOf(client))
  const end = (_: unknown, client: pg.PoolClient) => void busy.delete(backendOf(client))
  const stop = () => {
    for (const backend of busy) reads.row(cancel(backend)).catch(() => {})
  }
  pool.on('acquire', begin).on('release', end)
  signal.addEventListener('abort', stop, { once: true })
  return () => {
    pool.off('acquire', begin).off('release', end)
    signal.removeEventListener('abort', stop)
  }
}

/** JSON has no integers of this size. */
function printable(row: Record<string, unknown>): Record<string, unknown> {
  const shown = ([name, value]: [string, unknown]) => [name, typeof value === 'bigint' ? String(value) : value]
  return Object.fromEntries(Object.entries(row).map(shown))
}

/** A finding as lines for people. */
export function describe({ id, statement, rows }: Finding): string[] {
  return [`${id} is broken: ${statement}`, ...rows.map((row) => `    ${JSON.stringify(row)}`)]
}
