// The doctor: looks whether everything that must hold does hold. It reads, and never mends.

import type { Tx } from '#kit/database.ts'
import { invariants } from './invariants.ts'
import { brokenBy, useOneSnapshot } from './queries.ts'

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

/** As `check`, for large tables: one snapshot, no limit of time. `tx` must not have run anything yet. */
export async function checkAtLeisure(tx: Tx): Promise<Finding[]> {
  for (const statement of useOneSnapshot) await tx.run(statement)
  return check(tx)
}

/** JSON has no integers of this size. */
function printable(row: Record<string, unknown>): Record<string, unknown> {
  const shown = ([name, value]: [string, unknown]) => [name, typeof value === 'bigint' ? String(value) : value]
  return Object.fromEntries(Object.entries(row).map(shown))
}

/** A finding as lines for people. */
export function describe({ id, statement, rows }: Finding): string {
  return [`${id} is broken: ${statement}`, ...rows.map((row) => `    ${JSON.stringify(row)}`)].join('\n')
}
