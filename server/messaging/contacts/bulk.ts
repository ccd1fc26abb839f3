// Writes contacts by the thousand, for imports: existing contacts are locked, the caller decides, and the result is
// written with its suppressions, consents, events and search notes. Each statement covers all rows of a piece;
// independent ones are pipelined.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { runHooks } from '#events/hooks.ts'
import { insertEvents, insertFirstEvents } from '#events/queries.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Addresses, KnownContact } from './bulk-queries.ts'
import * as queries from './bulk-queries.ts'
import type { NewConsent } from './consents/queries.ts'
import * as consentQueries from './consents/queries.ts'
import { contactCreated, contactUpdated } from './events.ts'
import { formsOf } from './number-forms.ts'
import type { ContactRow } from './queries.ts'
import * as suppressionQueries from './suppressions/queries.ts'

export type { Addresses, KnownContact } from './bulk-queries.ts'
export type { NewConsent } from './consents/queries.ts'

export interface Held {
  /** Contacts with one of the addresses, locked. */
  known: readonly KnownContact[]
  /** The addresses that are on the suppression list. */
  suppressed: ReadonlySet<string>
}

/** Until the transaction ends, the organization's suppressions and these contacts cannot change. */
export async function hold(tx: Tx, organizationId: Uuid, addresses: Addresses): Promise<Held> {
  const { emails, phones, apps } = addresses
  if (emails.length + phones.length + apps.length === 0) return { known: [], suppressed: new Set() }
  // After the lock, each statement reads what was committed before it.
  const [, known, suppressed] = await Promise.all([
    tx.run(suppressionQueries.lockList(organizationId)),
    tx.rows<KnownContact>(queries.holdKnown(organizationId, addresses)),
    tx.rows<{ address: string }>(suppressionQueries.suppressedAmong(organizationId, [...emails, ...phones, ...apps])),
  ])
  return { known, suppressed: new Set(suppressed.map(({ address }) => address)) }
}

export interface Decided {
  made: readonly KnownContact[]
  changed: readonly KnownContact[]
  consents: readonly NewConsent[]
}

/** Rows per statement: PostgreSQL writes one slice while the next one is serialized. */
const SLICE_ROWS = 500

/**
 * Call it after `hold` with all their addresses. Contacts that did not change are not written, and have no event.
 * `afterwards` sends further statements after those of the contacts, without waiting for them.
 */
export async function write(
  tx: Tx,
  scope: Scope,
  ownerId: Uuid,
  held: Held,
  decided: Decided,
  afterwards: () => Promise<unknown> = async () => {},
): Promise<void> {
  const { organizationId, at } = scope
  const { made, consents } = decided
  const before = new Map(held.known.map((one) => [one.id, one]))
  const changed = decided.changed.filter((one) => isChanged(before.get(one.id), one))
  const readdressed = changed.filter((one) => !hasSameAddresses(before.get(one.id), one))
  const suppressed =
    held.suppressed.size === 0
      ? []
      : made.filter((one) => addressesOf(one).some((address) => held.suppressed.has(address)))
  const renamed = changed.filter((one) => before.get(one.id)?.display_name !== one.display_name)
  const marked = idsOf([...suppressed, ...readdressed])
  const reworded = [...new Set(idsOf([...made, ...readdressed, ...renamed]))]

  const writing: Promise<unknown>[] = []
  const send = (sent: Promise<unknown>) => {
    // The error is thrown where all are awaited.
    sent.catch(() => {})
    writing.push(sent)
  }
  const inSlices = async <Row>(rows: readonly Row[], statement: (slice: readonly Row[]) => Statement) => {
    for (let from = 0; from < rows.length; from += SLICE_ROWS) {
      send(tx.run(statement(rows.slice(from, from + SLICE_ROWS))))
      // Lets the connection send what was written.
      await nextTurn()
    }
  }
  await inSlices(made, (slice) => queries.insertMany(organizationId, ownerId, slice, at))
  await inSlices(changed, (slice) => queries.updateMany(organizationId, slice))
  let marks: readonly Pick<ContactRow, 'id' | 'suppressed'>[] = []
  if (marked.length > 0) marks = await tx.rows(suppressionQueries.mark(organizationId, marked))
  const rows = changed.length > 0 && tx.rows<ContactRow>(queries.byIds(organizationId, ownerId, idsOf(changed)))
  if (rows) send(rows)
  await inSlices(consents, (slice) => consentQueries.insertMany(organizationId, slice, at))
  if (reworded.length > 0) send(runHooks('words.changed', tx, scope, { kind: 'contact', ids: reworded }))
  send(afterwards())
  // Serialized while PostgreSQL writes, and sent with the commit.
  const markOf = new Map(marks.map((one) => [one.id, one.suppressed]))
  const created = made.map((one) => contactCreated(rowOf(one, ownerId, markOf.get(one.id) ?? {}, at)))
  const events = created.length > 0 ? [insertFirstEvents(organizationId, at, created)] : []
  await Promise.all(writing)
  if (rows) events.push(insertEvents(organizationId, at, (await rows).map(contactUpdated)))
  for (const one of events) tx.onCommit(one)
}

const idsOf = (contacts: readonly KnownContact[]): Uuid[] => contacts.map(({ id }) => id)

function isChanged(before: KnownContact | undefined, after: KnownContact): boolean {
  return (
    !hasSameAddresses(before, after) ||
    before?.display_name !== after.display_name ||
    !isDeepStrictEqual(before.attributes, after.attributes) ||
    !isDeepStrictEqual(before.unsubscribed, after.unsubscribed)
  )
}

const hasSameAddresses = (before: KnownContact | undefined, after: KnownContact): boolean =>
  before?.email === after.email && before.phone_number === after.phone_number && before.app_id === after.app_id

/** In the notations that the suppression list may use. */
const addressesOf = ({ email, phone_number, app_id }: KnownContact): string[] =>
  [email?.toLowerCase() ?? null, app_id, ...(phone_number === null ? [] : formsOf(phone_number))].filter(
    (one) => one !== null,
  )

/** The row that `byIds` would return for a contact that this transaction inserted. */
function rowOf(
  { known_by: _, ...contact }: KnownContact,
  ownerId: Uuid,
  suppressed: ContactRow['suppressed'],
  at: Date,
): ContactRow {
  return {
    ...contact,
    avatar_url: null,
    owner_id: ownerId,
    suppressed,
    marketing_stopped_at: null,
    last_active_at: null,
    conversation_id: null,
    created_at: at,
  }
}
