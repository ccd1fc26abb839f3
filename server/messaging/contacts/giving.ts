// Transfers the contacts of a user who left the organization to the named user, otherwise to the organization's owner,
// so that their messages are seen. Contacts are not indexed by user, so all of the organization's are scanned.

import { insertEvents } from '#events/queries.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { pieceSize } from '#kit/piece-size.ts'
import * as organizationQueries from '#people/organizations/queries.ts'
import { contactUpdated } from './events.ts'
import type { ContactRow } from './queries.ts'
import * as queries from './queries.ts'

export interface Giver {
  id: Uuid
  transferTo: Uuid | null
}

/** Contacts scanned per step, and transferred per transaction. */
const LOOKED_CONTACTS = 5000
const pieceOfContacts = () => pieceSize(500)

/** Within a request: transfers all if the organization has few contacts. False if one transaction is not enough. */
export async function giveFew(tx: Tx, scope: Scope, givers: readonly Giver[]): Promise<boolean> {
  if (givers.length === 0) return true
  const { ids, after } = await look(tx, scope.organizationId, givers, null)
  if (after !== null || ids.length > pieceOfContacts()) return false
  await give(tx, scope, givers, ids)
  return true
}

/** Transfers all of them, each batch in a transaction of its own that blocks departures. */
export async function giveAll(
  reads: Tx,
  step: (work: (tx: Tx, scope: Scope) => Promise<void>) => Promise<void>,
  organizationId: Uuid,
  givers: readonly Giver[],
): Promise<void> {
  if (givers.length === 0) return
  const size = pieceOfContacts()
  let after: Uuid | null = null
  do {
    const looked: Looked = await look(reads, organizationId, givers, after)
    for (let from = 0; from < looked.ids.length; from += size) {
      const piece = looked.ids.slice(from, from + size)
      await step((tx, scope) => give(tx, scope, givers, piece))
    }
    after = looked.after
  } while (after !== null)
}

interface Looked {
  ids: Uuid[]
  /** Where to continue; null at the end. */
  after: Uuid | null
}

async function look(tx: Tx, organizationId: Uuid, givers: readonly Giver[], after: Uuid | null): Promise<Looked> {
  const owners = givers.map(({ id }) => id)
  const rows = await tx.rows<queries.LookedRow>(queries.nextOfOwners(organizationId, owners, after, LOOKED_CONTACTS))
  const last = rows.at(-1)
  return {
    ids: rows.filter((row) => row.is_theirs).map(({ id }) => id),
    after: last && last.looked === LOOKED_CONTACTS ? last.id : null,
  }
}

/** Transfers the contacts that still belong to them. */
async function give(tx: Tx, scope: Scope, givers: readonly Giver[], ids: Uuid[]): Promise<void> {
  const { organizationId, at } = scope
  if (ids.length === 0) return
  const asked = givers.flatMap(({ id, transferTo }) => (transferTo === null ? [id] : [id, transferTo]))
  const absent = await tx.rows<{ user_id: Uuid }>(organizationQueries.nonMembers(organizationId, asked))
  const gone = new Set(absent.map(({ user_id }) => user_id))
  const owner = await tx.row<{ user_id: Uuid }>(organizationQueries.firstOwner(organizationId))
  const heirs = givers.flatMap(({ id, transferTo }) => {
    // The named user may have left in the meantime.
    const heirId = transferTo === null || gone.has(transferTo) ? owner?.user_id : transferTo
    return heirId === undefined || !gone.has(id) ? [] : [{ ownerId: id, heirId }]
  })
  if (heirs.length === 0) return
  await tx.run(queries.lockAll(organizationId, ids))
  const rows = await tx.rows<ContactRow>(queries.give({ organizationId, userId: NOBODY }, ids, heirs))
  await tx.run(insertEvents(organizationId, at, rows.map(contactUpdated)))
}

/** No user: events do not show any user's conversation. */
const NOBODY: Uuid = '00000000-0000-0000-0000-000000000000'
