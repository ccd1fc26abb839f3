// Contacts' consent: an append-only log, and the time since when a contact is unsubscribed from a channel, which sends
// check. Both change in one transaction.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent } from '#kit/refusals.ts'
import type { PricedChannel } from '#money/pricing/rules.ts'
import { contactUnsubscribed, contactUpdated } from '../events.ts'
import { mergedInto } from '../known-by-queries.ts'
import * as contactQueries from '../queries.ts'
import * as queries from './queries.ts'
import type { ConsentQuery, NewConsent } from './schema.ts'
import { showConsent } from './show.ts'

/** Maximum number of contacts with one phone number: a number of more does not identify one person. */
const SHARING_MAX = 100
/** No user: when a contact acts, the event shows no user's conversation. */
const NOBODY: Uuid = '00000000-0000-0000-0000-000000000000'

export async function list(tx: Tx, { organizationId }: Actor, contactId: Uuid, page: ConsentQuery) {
  checkPage(page)
  if (!(await tx.row(contactQueries.byId({ organizationId, userId: NOBODY }, contactId)))) throw absent('contact')
  await checkCursor(page, async (id) => (await tx.row(queries.exists(organizationId, contactId, id))) !== undefined)
  return envelope(page, await tx.rows<queries.ConsentRow>(queries.list(organizationId, contactId, page)), showConsent)
}

/** Recorded by a user: 404 if the contact does not exist. */
export async function note(tx: Tx, actor: Actor, contactId: Uuid, input: NewConsent): Promise<queries.ConsentRow> {
  const { organizationId, userId, at } = actor
  const { channel, status, text = null } = input
  const held = await tx.row<queries.HeldRow>(queries.lockContact(organizationId, contactId))
  if (!held) throw absent('contact')
  const isNew = await follow(tx, actor, held, channel, status)
  const consent = { contactId, channel, status, source: 'api', text, userId } as const
  const [row] = await tx.rows<queries.ConsentRow>(queries.insert(organizationId, [consent], at))
  if (isNew) await tellChange(tx, actor, actor.userId, contactId)
  return row as queries.ConsentRow
}

/** The contact used a link in a message: each use is logged, and the first publishes an event. */
export async function byLink(tx: Tx, scope: Scope, linkedId: Uuid, channel: PricedChannel): Promise<boolean> {
  const { organizationId, at } = scope
  // The link may be from before the contact was merged into another one.
  const contactId = (await tx.row<{ id: Uuid }>(mergedInto(organizationId, linkedId)))?.id ?? linkedId
  const held = await tx.row<queries.HeldRow>(queries.lockContact(organizationId, contactId))
  if (!held || held.unsubscribed[channel] !== undefined) return held !== undefined
  await follow(tx, scope, held, channel, 'revoked')
  const consent = { contactId, channel, status: 'revoked', source: 'link', text: null, userId: null } as const
  await tx.rows(queries.insert(organizationId, [consent], at))
  await tellUnsubscribed(tx, scope, contactId, channel)
  return true
}

/**
 * By a keyword that the contact wrote (channels/keywords.ts), for all contacts with its number. START reverts only
 * STOP, not what others recorded or a provider reported.
 */
export async function byKeyword(
  tx: Tx,
  scope: Scope,
  said: { contactId: Uuid; channel: PricedChannel; keyword: 'stop' | 'start'; text: string },
): Promise<void> {
  const { organizationId, at } = scope
  const { contactId, channel, keyword, text } = said
  const row = await tx.row<{ phone_number: string | null; app_id: string | null }>(
    contactQueries.byId({ organizationId, userId: NOBODY }, contactId),
  )
  const shared = { contactId, phone: row?.phone_number ?? null, appId: row?.app_id ?? null }
  const all = await tx.rows<queries.HeldRow>(queries.lockSharing(organizationId, shared, SHARING_MAX))
  const status = keyword === 'stop' ? 'revoked' : 'granted'
  for (const held of all) {
    const last = await tx.row<queries.ConsentRow>(queries.latest(organizationId, held.id, channel))
    // An entry by another source stays in force: the keyword neither reverts nor replaces it.
    if (held.unsubscribed[channel] !== undefined && last?.source !== 'keyword') continue
    const isNew = await follow(tx, scope, held, channel, status)
    if (!isNew && held.id !== contactId) continue
    const consent = { contactId: held.id, channel, status, source: 'keyword', text, userId: null } as const
    await tx.rows(queries.insert(organizationId, [consent], at))
    if (!isNew) continue
    if (keyword === 'stop') await tellUnsubscribed(tx, scope, held.id, channel)
    else await tellChange(tx, scope, NOBODY, held.id)
  }
}

/**
 * By the provider, for all contacts with the number or id: marketing was stopped or resumed there. A resume reverts
 * only that stop. False if no contact has the address.
 */
export async function byProvider(
  tx: Tx,
  scope: Scope,
  said: {
    channel: PricedChannel
    phone: string | null
    appId: string | null
    isStopped: boolean
    text: string | null
    time: Date
  },
): Promise<boolean> {
  const { organizationId } = scope
  const { channel, phone, appId, isStopped, text, time } = said
  const all = await tx.rows<queries.HeldRow>(
    queries.lockSharing(organizationId, { contactId: NOBODY, phone, appId }, SHARING_MAX),
  )
  for (const { id } of all) {
    if (!(await tx.row(queries.setMarketing(organizationId, id, isStopped, time)))) {
      await tx.run(queries.noteMarketingTime(organizationId, id, time))
      continue
    }
    const status = isStopped ? 'revoked' : 'granted'
    const consent = {
      contactId: id,
      channel,
      status,
      source: 'provider',
      scope: 'marketing',
      text,
      userId: null,
    } as const
    await tx.rows(queries.insert(organizationId, [consent], scope.at))
    if (isStopped) await runHooks('contact.unsubscribed', tx, scope, { contactId: id, channel })
    await tellChange(tx, scope, NOBODY, id)
  }
  return all.length > 0
}

/**
 * By a form that the contact submitted, with the sentence it agreed to. An unsubscribed or suppressed contact stays so
 * and nothing is logged: only the contact's own message on the channel reverts that. The contact is locked, or created
 * in this transaction.
 */
export async function byForm(
  tx: Tx,
  { organizationId, at }: Scope,
  { contactId, channels, text }: { contactId: Uuid; channels: readonly string[]; text: string },
): Promise<void> {
  const held = await tx.row<queries.LockedRow>(queries.lockContact(organizationId, contactId))
  if (!held) throw absent('contact')
  const granted = channels.filter((channel) => !(channel in held.unsubscribed) && !(channel in held.suppressed))
  const rows = granted.map(
    (channel): queries.NewConsent => ({
      contactId,
      channel: channel as PricedChannel,
      status: 'granted',
      source: 'form',
      text,
      userId: null,
    }),
  )
  if (rows.length > 0) await tx.rows(queries.insert(organizationId, rows, at))
}

/** Updates the state that sends check; true when it changed. */
async function follow(
  tx: Tx,
  { organizationId, at }: Scope,
  { id }: queries.HeldRow,
  channel: PricedChannel,
  status: 'granted' | 'revoked',
): Promise<boolean> {
  const change =
    status === 'revoked'
      ? contactQueries.unsubscribe(organizationId, id, channel, at)
      : queries.subscribe(organizationId, id, channel)
  return (await tx.run(change)) > 0
}

async function tellUnsubscribed(tx: Tx, scope: Scope, id: Uuid, channel: PricedChannel) {
  const { organizationId, at } = scope
  await runHooks('contact.unsubscribed', tx, scope, { contactId: id, channel })
  const row = await tx.row<contactQueries.ContactRow>(contactQueries.byId({ organizationId, userId: NOBODY }, id))
  if (row) await emit(tx, organizationId, at, [contactUnsubscribed(row, channel)])
}

async function tellChange(tx: Tx, { organizationId, at }: Scope, userId: Uuid, id: Uuid): Promise<void> {
  const row = await tx.row<contactQueries.ContactRow>(contactQueries.byId({ organizationId, userId }, id))
  if (row) await emit(tx, organizationId, at, [contactUpdated(row)])
}

/** Logs the changes of `unsubscribed` when a contact is created or updated. */
export async function noteChanges(
  tx: Tx,
  { organizationId, userId, at }: Actor,
  contactId: Uuid,
  before: Readonly<Record<string, number>>,
  given: Readonly<Record<string, Date | null>> | undefined,
): Promise<void> {
  const consents = Object.entries(given ?? {}).flatMap(([channel, since]): queries.NewConsent[] => {
    const wasSubscribed = before[channel] === undefined
    if (wasSubscribed === (since === null)) return []
    const status = since === null ? 'granted' : 'revoked'
    return [{ contactId, channel: channel as PricedChannel, status, source: 'api', text: null, userId }]
  })
  if (consents.length > 0) await tx.rows(queries.insert(organizationId, consents, at))
}
