// Inbound events that could not be processed and wait for a person: counted, found, retried, discarded.

import type { Page } from '#edge/paging.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import type { FailedBodyRow, FailedRow } from './failed-queries.ts'
import * as queries from './failed-queries.ts'

/** Over all organizations. */
export async function countFailed(tx: Tx): Promise<{ arrivals: number; organizations: number }> {
  return (await tx.row(queries.countFailed)) ?? { arrivals: 0, organizations: 0 }
}

/** One row more than the page has, each with at most `bytesMax` of its body. */
export const listFailed = (tx: Tx, page: Page, organizationId: Uuid | null, bytesMax: number) =>
  tx.rows<FailedBodyRow>(queries.listFailed(page, organizationId, bytesMax))

export const findFailed = (tx: Tx, id: Uuid, bytesMax: number) =>
  tx.row<FailedBodyRow>(queries.failedById(id, bytesMax))

/** Null when it is no longer waiting. */
export async function lockFailed(tx: Tx, id: Uuid): Promise<FailedRow | null> {
  const owner = await tx.row<{ org_id: Uuid }>(queries.ownerOfFailed(id))
  return owner ? ((await tx.row<FailedRow>(queries.lockFailed(owner.org_id, id))) ?? null) : null
}

/** Retries all of the organization's failed events, or those with these ids. Returns their ids. */
export async function tryFailedAgain(
  tx: Tx,
  { organizationId, at }: Scope,
  ids: readonly Uuid[] | null,
): Promise<Uuid[]> {
  const rows = await tx.rows<{ id: Uuid }>(queries.tryFailedAgain(organizationId, ids, at))
  if (rows.length > 0) await tx.run(enqueueWork('arrivals', organizationId, at))
  return rows.map(({ id }) => id)
}

export async function discardFailed(tx: Tx, organizationId: Uuid, ids: readonly Uuid[]): Promise<void> {
  await tx.run(queries.discardFailed(organizationId, ids))
}

/** Stores another body, from which a person was erased. */
export async function replaceFailed(tx: Tx, organizationId: Uuid, id: Uuid, body: Buffer): Promise<void> {
  await tx.run(queries.replaceFailed(organizationId, id, body))
}
