// What could not be worked on and waits for a person: listed, and worked on again, by whoever has the machine.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId, seconds } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import * as queries from './work-queries.ts'

const PAGE_ROWS = 500

export type FailedArrival = ReturnType<typeof shown>

export async function organizationsWithFailed(tx: Tx): Promise<Uuid[]> {
  return (await tx.rows<{ id: Uuid }>(queries.organizationsWithFailed)).map(({ id }) => id)
}

/** Of all organizations. */
export async function countFailed(tx: Tx): Promise<{ arrivals: number; organizations: number }> {
  return (await tx.row(queries.countFailed)) ?? { arrivals: 0, organizations: 0 }
}

export async function listFailed(tx: Tx, organizationId: Uuid): Promise<FailedArrival[]> {
  const all: FailedArrival[] = []
  let last: Uuid | null = null
  for (;;) {
    const rows: queries.FailedRow[] = await tx.rows(queries.listFailed(organizationId, last, PAGE_ROWS))
    all.push(...rows.map((row) => shown(organizationId, row)))
    if (rows.length < PAGE_ROWS) return all
    last = rows.at(-1)?.id ?? null
  }
}

/** How many are worked on again: all of the organization's, or those with these ids. */
export async function tryFailedAgain(
  tx: Tx,
  { organizationId, at }: Scope,
  ids: readonly Uuid[] | null,
): Promise<number> {
  const count = await tx.run(queries.tryFailedAgain(organizationId, ids, at))
  if (count > 0) await tx.run(enqueueWork('arrivals', organizationId, at))
  return count
}

function shown(organizationId: Uuid, row: queries.FailedRow) {
  return {
    id: publicId('arr', row.id),
    organization_id: publicId('org', organizationId),
    channel: row.channel,
    source: row.source,
    size: row.size,
    received_at: seconds(row.received_at),
    failed_at: seconds(row.failed_at),
    error: row.error,
  }
}
