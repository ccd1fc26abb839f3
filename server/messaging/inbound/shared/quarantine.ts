// Messages received through a shared account from senders to whom no organization had written: list, assign to an
// organization, or discard. spec 16.38. Operator access: inbound/waiting.

import type { Page } from '#edge/paging.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import * as audit from '#people/audit/actions.ts'
import * as organizations from '#people/organizations/actions.ts'
import type { QuarantineBodyRow, QuarantineRow } from './queries.ts'
import * as queries from './queries.ts'

const NOUN = 'waiting item'

/** Returns one more than the page has, each with at most `bytesMax` bytes of its body. */
export const listQuarantined = (tx: Tx, page: Page, bytesMax: number) =>
  tx.rows<QuarantineBodyRow>(queries.listQuarantined(page, bytesMax))

export const findQuarantined = (tx: Tx, id: Uuid, bytesMax: number) =>
  tx.row<QuarantineBodyRow>(queries.quarantinedById(id, bytesMax))

export async function standing(tx: Tx): Promise<{ waiting: number; oldest: Date | null }> {
  return (await tx.row(queries.countQuarantined)) ?? { waiting: 0, oldest: null }
}

/**
 * It is processed as if received for the organization in the first place. The assignment is stored before and deleted
 * after: an interrupted assignment is repeated, and cannot go to another organization.
 */
export function createAssign(app: App, keep: KeepArrivals = createArrivals(app).keep) {
  const { database, clock } = app
  return async (doer: audit.Doer, id: Uuid, organizationId: Uuid): Promise<void> => {
    const row = await database.transaction(async (tx) => {
      await organizations.find(tx, organizationId)
      const found = await lockQuarantined(tx, id)
      if (found.assigned_to !== null && found.assigned_to !== organizationId)
        throw refusal('conflict', 'quarantined_assigned_to_other')
      await tx.run(queries.assign(id, organizationId))
      return found
    })
    const { channel, source, body, received_at: receivedAt, fingerprint } = row
    const name = `quarantine:${fingerprint.toString('hex')}`
    await keep([{ organizationId, channel, source, fingerprint: name, body, receivedAt }])
    await database.transaction(async (tx) => {
      if ((await removeQuarantined(tx, id)) === 0) return
      const details = { organization_id: publicId('org', organizationId), channel }
      const entry = { action: 'quarantine.assigned', object: publicId('quar', id), details } as const
      audit.record(tx, { organizationId: audit.INSTALLATION, at: clock() }, doer, entry)
    })
  }
}

export async function lockQuarantined(tx: Tx, id: Uuid): Promise<QuarantineRow> {
  const row = await tx.row<QuarantineRow>(queries.lockQuarantined(id))
  if (!row) throw absent(NOUN)
  return row
}

export const removeQuarantined = (tx: Tx, id: Uuid): Promise<number> => tx.run(queries.removeQuarantined(id))
