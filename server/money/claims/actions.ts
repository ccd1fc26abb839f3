// Claims of all organizations, for operators: disputes to answer at the gateway, and shortfalls of credit.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Priority } from '#edge/priority.ts'
import type { Tx } from '#kit/database/database.ts'
import * as organizations from '#people/organizations/actions.ts'
import type { ClaimRow } from './queries.ts'
import * as queries from './queries.ts'
import type { PaymentClaim, PaymentClaimQuery } from './schema.ts'
import { showClaims, showQueued } from './show.ts'

export async function queue(tx: Tx, query: PaymentClaimQuery, priority: Priority) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.inQueue(id))) !== undefined)
  const rows = await tx.rows<ClaimRow>(queries.queue(query, priority.sql))
  const shown = new Map<ClaimRow, PaymentClaim>()
  for (const [index, claim] of (await showClaims(tx, rows)).entries()) shown.set(rows[index] as ClaimRow, claim)
  const organizationIds = rows.map(({ org_id }) => org_id)
  const names = await organizations.namesOf(tx, organizationIds)
  const first = await priority.among(tx, organizationIds)
  const whose = ({ org_id }: ClaimRow) => ({ name: names.get(org_id) ?? '', isPriority: first.has(org_id) })
  return envelope(query, rows, (row) => showQueued(shown.get(row) as PaymentClaim, row, whose(row)))
}

export interface OpenDisputes {
  count: number
  /** The earliest deadline for a response; null when no gateway names one. */
  respondBy: Date | null
}

/** Disputes that the operator can still answer, of all organizations. */
export async function openDisputes(reads: Tx, at: Date): Promise<OpenDisputes> {
  const row = await reads.row<{ count: bigint; respond_by: Date | null }>(queries.answerable(at))
  return { count: Number(row?.count ?? 0), respondBy: row?.respond_by ?? null }
}
