// What came in through a shared account from somebody to whom no organization had written: listed, given to an
// organization, or discarded, by whoever operates the installation. spec 16.38.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, Refusal } from '#kit/refusals.ts'
import { publicId, seconds } from '#kit/wire.ts'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import * as audit from '#people/audit/actions.ts'
import * as organizations from '#people/organizations/actions.ts'
import type { QuarantineRow } from './queries.ts'
import * as queries from './queries.ts'
import type { Quarantined, QuarantineQuery } from './schema.ts'

const NOUN = 'message in quarantine'

export async function list(tx: Tx, query: QuarantineQuery) {
  checkPage(query)
  const rows = await tx.rows<QuarantineRow>(queries.listQuarantined(query))
  await checkCursor(query, async (id) => (await tx.row(queries.quarantinedById(id))) !== undefined)
  return envelope(query, rows, show)
}

export async function standing(tx: Tx): Promise<{ waiting: number; oldest: Date | null }> {
  return (await tx.row(queries.countQuarantined)) ?? { waiting: 0, oldest: null }
}

export function show({ id, channel, address, text, received_at }: QuarantineRow): Quarantined {
  return { id: publicId('quar', id), channel, from: address, text, received_at: seconds(received_at) }
}

/**
 * It comes in for the organization as if it had come for it at first. Said before it is given, and gone afterwards: cut
 * off in between it is said again, and can be given to nobody else.
 */
export function createAssign(app: App, keep: KeepArrivals = createArrivals(app).keep) {
  const { database, clock } = app
  return async (doer: audit.Doer, id: Uuid, organizationId: Uuid): Promise<void> => {
    const row = await database.transaction(async (tx) => {
      await organizations.find(tx, organizationId)
      const found = await locked(tx, id)
      if (found.assigned_to !== null && found.assigned_to !== organizationId)
        throw new Refusal('conflict', 'It was given to another organization already.')
      await tx.run(queries.assign(id, organizationId))
      return found
    })
    const { channel, source, body, received_at: receivedAt, fingerprint } = row
    const name = `quarantine:${fingerprint.toString('hex')}`
    await keep([{ organizationId, channel, source, fingerprint: name, body, receivedAt }])
    await database.transaction(async (tx) => {
      if ((await tx.run(queries.discard(id))) === 0) return
      const details = { organization_id: publicId('org', organizationId), channel }
      record(tx, clock(), doer, { action: 'quarantine.assigned', object: publicId('quar', id), details })
    })
  }
}

export async function discard(tx: Tx, at: Date, doer: audit.Doer, id: Uuid): Promise<void> {
  const { channel, assigned_to } = await locked(tx, id)
  if (assigned_to !== null) throw new Refusal('conflict', 'It was given to an organization already.')
  await tx.run(queries.discard(id))
  record(tx, at, doer, { action: 'quarantine.discarded', object: publicId('quar', id), details: { channel } })
}

async function locked(tx: Tx, id: Uuid): Promise<QuarantineRow> {
  const row = await tx.row<QuarantineRow>(queries.lockQuarantined(id))
  if (!row) throw absent(NOUN)
  return row
}

function record(tx: Tx, at: Date, doer: audit.Doer, entry: audit.Entry): void {
  audit.record(tx, { organizationId: audit.INSTALLATION, at }, doer, entry)
}
