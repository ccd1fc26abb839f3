// The sender of an organization's mail through the installation's server: its own, of a verified domain whose key
// signs; otherwise the shared one.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { Remembered } from '#kit/remembered.ts'
import { readSender, type Sender } from '../rules.ts'
import * as queries from './queries.ts'

const KEPT_MS = 3000
const ORGANIZATIONS_MAX = 10_000

/** Read for every mail, so cached for some seconds. */
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
