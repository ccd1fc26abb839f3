// Finds the organization that receives mail for an address of a sender domain: the one that verified the domain, if it
// has configured the address.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { Remembered } from '#kit/remembered.ts'
import { operatorsHome } from '#people/members/queries.ts'
import * as queries from './queries.ts'
import { isReceived } from './rules.ts'

const KEPT_MS = 3000
const DOMAINS_MAX = 10_000

interface Receiving {
  organizationId: Uuid
  receives: readonly string[]
}

/** Null when nobody receives mail for it. */
export type InboxOf = (address: string) => Promise<Uuid | null>

export function createInboxes({ database }: App): InboxOf {
  const domains = new Remembered<Receiving | null>(
    async (name) => {
      const owner = await database.reads.row<queries.OwnerRow>(queries.owner(name))
      const row = owner && (await database.reads.row<queries.DomainRow>(queries.byId(owner.org_id, owner.domain_id)))
      return owner && row ? { organizationId: owner.org_id, receives: row.receives } : null
    },
    { keptMs: KEPT_MS, keysMax: DOMAINS_MAX },
  )
  return async (address) => {
    const at = address.lastIndexOf('@')
    const found = await domains.get(address.slice(at + 1).toLowerCase())
    return found && isReceived(address.slice(0, Math.max(at, 0)), found.receives) ? found.organizationId : null
  }
}

/** For `postmaster@` of the installation's own domain: the organization of its first operator. */
export function createPostmaster({ database }: App): () => Promise<Uuid | null> {
  return async () => (await database.reads.row<{ org_id: Uuid }>(operatorsHome()))?.org_id ?? null
}
