// As whom an organization's mail leaves through the server of the installation: its own sender, of a domain that it has
// proven and whose key signs; else the shared one.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { Remembered } from '#kit/remembered.ts'
import { readSender, type Sender } from '../rules.ts'
import * as queries from './queries.ts'

const KEPT_MS = 3000
const ORGANIZATIONS_MAX = 10_000

/** Asked for every mail, so it may be some seconds old. */
export function createOwnSenders({ database }: App): (organizationId: Uuid) => Promise<Sender | null> {
  const senders = new Remembered<Sender | null>(
    async (organizationId) => {
      const row = await database.reads.row<{ sender: string }>(queries.provenSender(organizationId))
      const reading = row && readSender(row.sender)
      return reading && 'value' in reading ? reading.value : null
    },
    { keptMs: KEPT_MS, keysMax: ORGANIZATIONS_MAX },
  )
  return async (organizationId) => senders.get(organizationId)
}
