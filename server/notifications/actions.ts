// A member's notifications and preferences: spec 14.60, 14.63.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { EventKind } from '#events/declaration.ts'
import { readableOf } from '#feed/rules.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, invalid } from '#kit/refusals.ts'
import { noticeTypes } from './kinds.ts'
import { createObjectNames } from './links.ts'
import { type Wishes, wishesOf } from './people.ts'
import type { PreferencesRow } from './people-queries.ts'
import * as peopleQueries from './people-queries.ts'
import type { NoticeRow } from './queries.ts'
import * as queries from './queries.ts'
import { isTimeZone, minutesOf } from './quiet-hours.ts'
import type { Choices } from './rules.ts'
import { type NotificationQuery, type PreferencesChange, UNREAD_COUNT_MAX } from './schema.ts'
import { showNotification, showPreferences } from './show.ts'

export interface Terms {
  kinds: readonly EventKind[]
  publicUrl: string
}

export async function list(tx: Tx, actor: Actor, query: NotificationQuery, terms: Terms) {
  checkPage(query)
  const { organizationId, userId } = actor
  await checkCursor(query, async (id) => (await tx.row(queries.isThere(organizationId, userId, id))) !== undefined)
  const show = await showing(tx, actor, terms)
  const rows = await tx.rows<NoticeRow>(queries.list(actor, readable(actor, terms), query.unread, query))
  return envelope(query, rows, show)
}

export async function countUnread(tx: Tx, actor: Actor, terms: Terms): Promise<number> {
  const row = await tx.row<{ count: number }>(queries.countUnread(actor, readable(actor, terms), UNREAD_COUNT_MAX))
  return row?.count ?? 0
}

export async function markRead(tx: Tx, actor: Actor, id: Uuid, terms: Terms) {
  const row = await tx.row<NoticeRow>(queries.markRead(actor, readable(actor, terms), id, actor.at))
  if (!row) throw absent('notification')
  return (await showing(tx, actor, terms))(row)
}

export const markAllRead = (tx: Tx, actor: Actor, terms: Terms): Promise<number> =>
  tx.run(queries.markAllRead(actor, readable(actor, terms), actor.at))

const readable = (actor: Actor, { kinds }: Terms) => readableOf(kinds, actor, noticeTypes)

async function showing(tx: Tx, actor: Actor, { kinds, publicUrl }: Terms) {
  const { language } = await wishes(tx, actor)
  const nameObject = createObjectNames(kinds)
  return (row: NoticeRow) =>
    showNotification(row, { publicUrl, organizationId: actor.organizationId, nameObject, language })
}

async function wishes(tx: Tx, { organizationId, userId }: Actor): Promise<Wishes> {
  return wishesOf(await tx.row<PreferencesRow>(peopleQueries.preferencesOf(organizationId, userId)))
}

export const findPreferences = async (tx: Tx, actor: Actor) => showPreferences(await wishes(tx, actor))

/** Omitted fields stay. */
export async function changePreferences(tx: Tx, actor: Actor, change: PreferencesChange) {
  const { organizationId, userId, at } = actor
  await tx.run(peopleQueries.lockPreferences(organizationId, userId))
  const before = await wishes(tx, actor)
  if (change.time_zone !== undefined && !isTimeZone(change.time_zone)) throw invalid('time_zone', 'time_zone_unknown')
  const timeZone = change.time_zone ?? before.timeZone
  const quiet = quietOf(change.quiet_hours, before, timeZone)
  const after: Wishes = {
    language: change.language ?? before.language,
    timeZone,
    quiet,
    choices: merged(before.choices, change.types ?? {}),
  }
  const { language, choices } = after
  const kept = { language, timeZone, quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null, choices }
  await tx.run(peopleQueries.keepPreferences(organizationId, userId, kept, at))
  return showPreferences(after)
}

function quietOf(given: PreferencesChange['quiet_hours'], before: Wishes, timeZone: string): Wishes['quiet'] {
  if (given === null) return null
  if (given === undefined) return before.quiet && { ...before.quiet, timeZone }
  const quiet = { from: minutesOf(given.from), to: minutesOf(given.to), timeZone }
  if (quiet.from === quiet.to) throw invalid('quiet_hours.to', 'quiet_hours_empty')
  return quiet
}

function merged(before: Choices, given: Choices): Choices {
  const all: Record<string, Choices[string]> = { ...before }
  for (const [type, chosen] of Object.entries(given)) all[type] = { ...all[type], ...chosen }
  return all
}
