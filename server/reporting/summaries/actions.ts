// Reading summaries.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { absent } from '#kit/refusals.ts'
import * as queries from './queries.ts'
import type { Summary, SummaryQuery } from './schema.ts'
import { showSummary } from './show.ts'

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

/** Of the month `YYYY-MM`. */
export async function find(tx: Tx, { organizationId }: Scope, month: string): Promise<Summary> {
  const row = MONTH.test(month)
    ? await tx.row<queries.SummaryRow>(queries.find(organizationId, `${month}-01`))
    : undefined
  if (!row) throw absent('monthly summary')
  return showSummary(row)
}

export async function list(tx: Tx, { organizationId }: Scope, query: SummaryQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.exists(organizationId, id))) !== undefined)
  return envelope(query, await tx.rows<queries.SummaryRow>(queries.list(organizationId, query)), showSummary)
}
