// Contacts that come by the hundred, as an import brings them: what is there is held, the caller decides, and what it
// decided is written, with the suppressions, consents and events that go with it.

import { runHooks } from '#events/hooks.ts'
import { insertEvents } from '#events/queries.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Addresses, KnownContact } from './bulk-queries.ts'
import * as queries from './bulk-queries.ts'
import type { NewConsent } from './consents/queries.ts'
import * as consentQueries from './consents/queries.ts'
import { contactCreated, contactUpdated } from './events.ts'
import type { ContactRow } from './queries.ts'
import * as suppressionQueries from './suppressions/queries.ts'

export type { Addresses, KnownContact } from './bulk-queries.ts'
export type { NewConsent } from './consents/queries.ts'

/** Whoever has one of the addresses, until the transaction ends; nobody is put on the suppression list meanwhile. */
export async function hold(tx: Tx, organizationId: Uuid, addresses: Addresses): Promise<KnownContact[]> {
  await tx.rows(queries.shareAddresses(organizationId, addresses))
  return tx.rows<KnownContact>(queries.holdKnown(organizationId, addresses))
}

export interface Decided {
  made: readonly KnownContact[]
  changed: readonly KnownContact[]
  consents: readonly NewConsent[]
}

/** Behind `hold`, with the addresses of all of them. */
export async function write(tx: Tx, scope: Scope, ownerId: Uuid, { made, changed, consents }: Decided): Promise<void> {
  const { organizationId, at } = scope
  if (made.length > 0) await tx.run(queries.insertMany(organizationId, ownerId, made, at))
  if (changed.length > 0) await tx.run(queries.updateMany(organizationId, changed))
  const ids = [...made, ...changed].map(({ id }) => id)
  if (ids.length === 0) return
  await tx.run(suppressionQueries.mark(organizationId, ids))
  if (consents.length > 0) await tx.rows(consentQueries.insert(organizationId, consents, at))
  const isNew = new Set(made.map(({ id }) => id))
  const rows = await tx.rows<ContactRow>(queries.byIds(organizationId, ownerId, ids))
  const told = rows.map((row) => (isNew.has(row.id) ? contactCreated(row) : contactUpdated(row)))
  await tx.run(insertEvents(organizationId, at, told))
  await runHooks('words.changed', tx, scope, { kind: 'contact', ids })
}
