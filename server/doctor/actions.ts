// The doctor: checks that every rule holds. It only reads and repairs nothing.

import type pg from 'pg'
import type { Database, Tx } from '#kit/database/database.ts'
import { plain } from '#kit/messages/code.ts'
import { type Invariant, invariants } from './invariants.ts'
import { ROWS_SHOWN_MAX, type RuleId, resultText, ruleTexts } from './messages.ts'
import { brokenBy, cancel, ONE_SNAPSHOT, prepareCheck } from './queries.ts'

export interface Finding {
  id: RuleId
  /** At most ROWS_SHOWN_MAX violating rows; never empty. */
  rows: Record<string, unknown>[]
}

/** The result for one rule, as the API and `samvad doctor --json` return it. */
export interface RuleResult {
  id: RuleId
  statement: string
  code: RuleId
  params: { rows: number; examples: string[] }
  /** In English. */
  message: string
  broken_by: Record<string, unknown>[]
}

const EXAMPLES_MAX = 3
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** One result for each rule, broken or not. */
export const resultsOf = (findings: readonly Finding[]): RuleResult[] =>
  invariants.map(({ id }) => resultOf({ id, rows: findings.find((finding) => finding.id === id)?.rows ?? [] }))

export function resultOf({ id, rows }: Finding): RuleResult {
  const params = { rows: rows.length, examples: [...new Set(rows.map(exampleOf))].slice(0, EXAMPLES_MAX) }
  return {
    id,
    statement: ruleTexts.en[id],
    code: id,
    params,
    message: plain(resultText('en', id, params)),
    broken_by: rows,
  }
}

/** Identifies the row: by its own id, otherwise its organization's, otherwise its first value. */
function exampleOf(row: Record<string, unknown>): string {
  const isId = ([name, value]: [string, unknown]) => name !== 'org_id' && typeof value === 'string' && UUID.test(value)
  const named = Object.entries(row).find(isId)?.[1] ?? row.org_id ?? Object.values(row)[0]
  return typeof named === 'string' ? named : JSON.stringify(named ?? null)
}

/** The broken rules. In one transaction all of them are checked at the same moment. */
export async function check(reads: Tx, rules: readonly Invariant[] = invariants): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const rule of rules) {
    const rows: Record<string, unknown>[] = []
    for (const statement of brokenBy(rule)) rows.push(...(await reads.rows<Record<string, unknown>>(statement)))
    if (rows.length > 0) findings.push({ id: rule.id, rows: rows.slice(0, ROWS_SHOWN_MAX).map(printable) })
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
 * Cancels the running statement when `signal` is aborted: on large tables it takes minutes. For a process that does
 * nothing else. The returned function undoes it.
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
export function describe({ id, rows }: Finding): string[] {
  return [`${id} is broken: ${ruleTexts.en[id]}`, ...rows.map((row) => `    ${JSON.stringify(row)}`)]
}
