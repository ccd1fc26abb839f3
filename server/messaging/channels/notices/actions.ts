// Providers' notices about accounts: stored, emitted, listed. spec 7.182.

import { hash } from 'node:crypto'
import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import type { Hook } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { addressesOf } from '#messaging/contacts/known-by.ts'
import * as contactQueries from '#messaging/contacts/queries.ts'
import { FOR_ALL } from '../accounts/shared.ts'
import type { IncomingNotice } from '../arrivals/arrived.ts'
import type { ChannelName } from '../channel.ts'
import { accountReported } from './events.ts'
import * as queries from './queries.ts'
import { DETAIL_MAX, storableContent } from './rules.ts'
import type { NoticeQuery } from './schema.ts'
import { showNotice } from './show.ts'

/** The first of its kind emits an event; repetitions are counted. */
export async function note(
  tx: Tx,
  { organizationId, at }: Scope,
  channel: ChannelName,
  notices: readonly IncomingNotice[],
): Promise<void> {
  for (const { kind, detail, needsAction, content, key } of notices) {
    const row = await tx.row<queries.NoticeRow>(
      queries.insert(organizationId, {
        id: newUuid(at.getTime()),
        channel,
        kind,
        needsAction,
        detail: detail.slice(0, DETAIL_MAX),
        content: storableContent(content),
        fingerprint: hash('sha256', `${kind} ${key}`, 'buffer'),
        at,
      }),
    )
    // The installation has no members: operators read the list.
    if (row?.count === 1 && organizationId !== FOR_ALL) await emit(tx, organizationId, at, [accountReported(row)])
  }
  if (notices.length > 0) await tx.run(queries.removeBeyond(organizationId))
}

export async function list(tx: Tx, organizationId: Uuid, query: NoticeQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.exists(organizationId, id))) !== undefined)
  return envelope(query, await tx.rows<queries.NoticeRow>(queries.list(organizationId, query)), showNotice)
}

/** No user: only the contact is read. */
const NOBODY: Uuid = '00000000-0000-0000-0000-000000000000'
/** Shorter names would be found in unrelated notices. */
const NAME_MIN = 6

/** The contact's names at providers: its number in digits, its id in the app, and its other known addresses. */
export async function namesOf(tx: Tx, organizationId: Uuid, contactId: Uuid): Promise<string[]> {
  const row = await tx.row<{ phone_number: string | null; app_id: string | null }>(
    contactQueries.byId({ organizationId, userId: NOBODY }, contactId),
  )
  const known = (await addressesOf(tx, organizationId, contactId))
    .filter(({ field }) => field !== 'email')
    .map(({ address }) => address)
  const all = [row?.phone_number ?? null, row?.app_id ?? null, ...known].filter((one) => one !== null)
  return [...new Set(all.map((one) => one.replace(/^\+/, '')))].filter((one) => one.length >= NAME_MIN)
}

// A provider's notice about a contact is deleted with it.
export const forgetContacts: Hook<'contact.removing'> = async (tx, { organizationId }, contactIds) => {
  for (const id of contactIds) {
    const names = await namesOf(tx, organizationId, id)
    if (names.length > 0) await tx.run(queries.removeNaming(organizationId, names))
  }
}
