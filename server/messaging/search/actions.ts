// Search over the objects that the actor may see. Each search runs in its own transaction at the organization's turn,
// with a timeout, so that a slow search delays no other organization.

import { envelope } from '#edge/paging.ts'
import type { Actor, App } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import { STATEMENT_TIMED_OUT, sqlState } from '#kit/database/errors.ts'
import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { invalidFields, type Refusal, refusal } from '#kit/refusals.ts'
import { seesAll } from '#messaging/conversations/rules.ts'
import { conditionOf, type Kind, type Term, termsOf } from './match-rules.ts'
import * as queries from './queries.ts'
import type { ContactSearch, Search } from './schema.ts'
import { showContact, showConversation, showGroup, showMessage } from './show.ts'

const SEARCH_TIMEOUT_MS = 1000

export const messages = (app: App, actor: Actor, search: Search) =>
  answered(app, actor, search, (tx, terms) => messagesOf(tx, actor, search, terms))

export const contacts = (app: App, actor: Actor, search: ContactSearch) =>
  answered(app, actor, search, (tx, terms) => contactsOf(tx, actor, search, terms))

export const groups = (app: App, actor: Actor, search: Search) =>
  answered(app, actor, search, (tx, terms) => groupsOf(tx, actor, search, terms))

export const conversations = (app: App, actor: Actor, search: Search) =>
  answered(app, actor, search, (tx, terms) => conversationsOf(tx, actor, search, terms))

export async function messagesOf(tx: Tx, actor: Actor, search: Search, terms: readonly Term[]) {
  const after = await placeAfter(tx, actor, search)
  const looked = await look(tx, actor, 'message', terms, after)
  const rows = looked && (await tx.rows<queries.FoundMessageRow>(queries.messages(actor, looked, search.limit)))
  return envelope(search, rows ?? [], (row) => showMessage(row, terms))
}

export async function contactsOf(tx: Tx, actor: Actor, search: ContactSearch, terms: readonly Term[]) {
  const { q: _, limit, starting_after: __, ...filter } = search
  const after = await placeAfter(tx, actor, search)
  const looked = await look(tx, actor, 'contact', terms, after)
  const rows = looked && (await tx.rows<queries.FoundContactRow>(queries.contacts(actor, looked, filter, limit)))
  return envelope(search, rows ?? [], (row) => showContact(row, terms))
}

export async function groupsOf(tx: Tx, actor: Actor, search: Search, terms: readonly Term[]) {
  const after = await placeAfter(tx, actor, search)
  const looked = await look(tx, actor, 'group', terms, after)
  const rows = looked && (await tx.rows<queries.FoundGroupRow>(queries.groups(actor, looked, search.limit)))
  return envelope(search, rows ?? [], (row) => showGroup(row, terms))
}

/** Conversations with groups come before those with contacts. */
export async function conversationsOf(tx: Tx, actor: Actor, search: Search, terms: readonly Term[]) {
  const cursor = search.starting_after
  const place =
    cursor === undefined
      ? undefined
      : await tx.row<queries.Place & { is_contact: boolean }>(queries.placeOfConversation(actor.organizationId, cursor))
  if (cursor !== undefined && !place) throw unknownCursor()
  const rows: queries.FoundConversationRow[] = []
  for (const kind of place?.is_contact ? (['contact'] as const) : (['group', 'contact'] as const)) {
    const isCursors = place !== undefined && place.is_contact === (kind === 'contact')
    const looked = await look(tx, actor, kind, terms, isCursors ? place : null)
    if (looked)
      rows.push(...(await tx.rows<queries.FoundConversationRow>(queries.conversations(actor, kind, looked, search))))
  }
  return envelope(search, rows, (row) => showConversation(row, terms))
}

/** Runs a search in its own transaction, at the organization's turn. Each statement may take at most one second. */
export async function answered<T>(
  { database }: Pick<App, 'database'>,
  actor: Actor,
  { q }: Search,
  work: (tx: Tx, terms: Term[]) => Promise<T>,
): Promise<T> {
  const terms = termsOf(q)
  try {
    return await database.transaction(async (tx) => {
      await Promise.all([tx.run(planByKey()), tx.run(queries.limitTime(SEARCH_TIMEOUT_MS))])
      return work(tx, terms)
    }, actor.organizationId)
  } catch (error) {
    if (sqlState((error as Error | undefined)?.cause ?? error) !== STATEMENT_TIMED_OUT) throw error
    throw refusal('temporarily_unavailable', 'search_too_slow')
  }
}

/** Null if nothing is indexed yet. */
export async function look(tx: Tx, actor: Actor, kind: Kind, terms: readonly Term[], after: queries.Place | null) {
  const { organizationId, userId } = actor
  const buckets = await tx.row<queries.Buckets>(queries.bucketsOf(organizationId, kind))
  if (!buckets) return null
  const whose: Uuid | null = kind !== 'message' || seesAll(actor) ? null : userId
  return { organizationId, condition: conditionOf(organizationId, kind, terms, whose), buckets, after }
}

export async function placeAfter(tx: Tx, actor: Actor, { starting_after }: Search): Promise<queries.Place | null> {
  if (starting_after === undefined) return null
  const place = await tx.row<queries.Place>(queries.placeOf(actor.organizationId, starting_after))
  if (!place) throw unknownCursor()
  return place
}

export const unknownCursor = (): Refusal =>
  invalidFields('unknown_cursor', [{ field: 'starting_after', ...validationError('unknown_cursor') }])
