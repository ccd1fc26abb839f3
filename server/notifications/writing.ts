// Creates notices from the events after the last processed position, in the transaction that advances it. Each event
// therefore creates its notices exactly once, even if a worker is killed.

import type { EventKind } from '#events/declaration.ts'
import { isReadableBy, type ReadableSets, readableOf, setsOf } from '#feed/rules.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, parseTypeId, type Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import { noticeChannels } from './carrier.ts'
import { type Fact, factsOf, isCoalesced, kindOf, type NoticeType, noticeTypes } from './kinds.ts'
import { namesIn, type Recipient, recipients } from './people.ts'
import type { HappenedRow, HeadRow, NewNotice, OpenRow } from './queries.ts'
import * as queries from './queries.ts'
import { COALESCED_FOR_MS, isNews, isOpen, mayStillLeave, wants } from './rules.ts'
import * as sendQueries from './send-queries.ts'

/** Limits per transaction: positions scanned, events, and notices, of which one event may create several. */
const PLACES_MAX = 10_000n
const EVENTS_MAX = 200
const NOTICES_MAX = 1000

/** `kinds`: all event types, with who may read each. */
export interface Writing {
  app: App
  kinds: readonly EventKind[]
}

/** Returns true when more events are waiting. */
export async function writeSome({ app, kinds }: Writing, organizationId: Uuid): Promise<boolean> {
  const written = await app.database.transaction(async (tx) => {
    await tx.run(queries.beginHead(organizationId))
    const head = (await tx.row<HeadRow>(queries.holdHead(organizationId))) as HeadRow
    const farthest = head.position + PLACES_MAX
    const upTo = head.last < farthest ? head.last : farthest
    const place = { behind: head.position, upTo, limit: EVENTS_MAX }
    const events = await tx.rows<HappenedRow>(queries.happened(organizationId, place))
    const { notices, position } = await noticesOf(tx, kinds, organizationId, events, head.since)
    const at = app.clock()
    const isAny = await write(tx, organizationId, notices, at)
    const reached = position ?? (events.length < EVENTS_MAX ? upTo : (events.at(-1) as HappenedRow).position)
    if (reached > head.position) await tx.run(queries.moveHead(organizationId, reached))
    return { isAny, isMore: reached < head.last }
  }, organizationId)
  if (written.isAny) app.wake('notice_sends')
  return written.isMore
}

/** A recipient of an event's notice, with preferences. */
interface Told {
  event: HappenedRow
  recipient: Recipient
}

/** `position`: how far the events were processed, when the limits did not allow all of them. */
async function noticesOf(
  tx: Tx,
  kinds: readonly EventKind[],
  organizationId: Uuid,
  events: readonly HappenedRow[],
  since: Date | null,
): Promise<{ notices: Told[]; position: bigint | null }> {
  const news = events.filter((event) => isNews(event, since) && isFor(event)?.length !== 0)
  if (news.length === 0) return { notices: [], position: null }
  const named = news.map(isFor)
  const those = await recipients(
    tx,
    organizationId,
    named.includes(null) ? null : named.flatMap((one) => one ?? []),
    true,
  )
  const readable = new Map([...those.values()].map((one) => [one.userId, readableSets(kinds, one)]))
  const notices: Told[] = []
  for (const event of news) {
    if (notices.length >= NOTICES_MAX) return { notices, position: event.position - 1n }
    const whom = isFor(event)
    for (const recipient of whom?.map((id) => those.get(id)) ?? those.values()) {
      if (recipient && isReadableBy(recipient.userId, readable.get(recipient.userId) as ReadableSets, event))
        notices.push({ event, recipient })
    }
  }
  return { notices, position: null }
}

const readableSets = (kinds: readonly EventKind[], { permissions }: Recipient) =>
  setsOf(readableOf(kinds, { permissions }, noticeTypes))

/** The members to notify among those who may read the event, possibly none; null for all of them. */
function isFor({ type, payload, owner_id, is_muted }: HappenedRow): readonly Uuid[] | null {
  const { onlyIf, unless } = kindOf(type)
  if (onlyIf !== undefined && payload[onlyIf] !== true) return []
  if (unless?.of.includes(String(payload[unless.fact]))) return []
  switch (kindOf(type).to) {
    case 'readers':
      return null
    case 'maker':
      return namedOnly(parseTypeId('user', String(payload.user_id)))
    case 'holder':
      // An automatic reply is marked as read on arrival.
      return namedOnly(is_muted || (payload.read_at ?? null) !== null ? null : owner_id)
  }
}

const namedOnly = (id: Uuid | null): readonly Uuid[] => (id === null ? [] : [id])

/** Returns true when any of them is to be sent. */
async function write(tx: Tx, organizationId: Uuid, told: readonly Told[], at: Date): Promise<boolean> {
  const [several, single] = [
    told.filter(({ event }) => isCoalesced(event.type)),
    told.filter(({ event }) => !isCoalesced(event.type)),
  ]
  const made = [...single.map((one) => ({ ...one, count: 1 })), ...(await coalesced(tx, organizationId, several, at))]
  const names = await namesIn(
    tx,
    organizationId,
    made.flatMap(({ event }) => Object.values(membersOf(event))),
  )
  const notices = made.map(({ event, recipient, count }) => ({
    recipient,
    notice: { ...noticeOf(event, recipient, count, at), facts: factsFor(event, recipient, names) },
  }))
  if (notices.length === 0) return false
  await tx.run(
    queries.insert(
      organizationId,
      notices.map(({ notice }) => notice),
    ),
  )
  const sends = notices.flatMap(({ notice, recipient }) => sendsOf(notice, recipient, at))
  if (sends.length === 0) return false
  await tx.run(sendQueries.insert(organizationId, sends, at))
  tx.onCommit(enqueueWork('notice_sends', organizationId, at))
  return true
}

/** By field, the members that an event's text names. */
function membersOf({ type, payload }: HappenedRow): Record<string, Uuid> {
  const ids = (kindOf(type).names ?? []).map((field) => [field, parseTypeId('user', String(payload[field]))] as const)
  return Object.fromEntries(ids.filter((one): one is [string, Uuid] => one[1] !== null))
}

function factsFor(event: HappenedRow, { userId, permissions }: Recipient, names: ReadonlyMap<Uuid, string>) {
  const mayName = (id: Uuid) => id === userId || permissions.has('users.view')
  const named = Object.entries(membersOf(event)).map(([field, id]): [string, Fact] => [
    field,
    mayName(id) ? (names.get(id) ?? null) : null,
  ])
  return { ...factsOf(event.type, event.payload), ...Object.fromEntries(named) }
}

function noticeOf(event: HappenedRow, { userId, choices }: Recipient, count: number, at: Date) {
  const { id, type, object_id, conversation_id, created_at } = event
  return {
    id: newUuid(at.getTime()),
    userId,
    eventId: id,
    type,
    objectId: object_id,
    conversationId: conversation_id,
    count,
    isInApp: wants(choices, type, 'in_app'),
    at: created_at,
  }
}

/** Notices of old events are listed in the console but not sent. */
function sendsOf({ id, type, userId, at: happenedAt }: NewNotice, { choices }: Recipient, at: Date) {
  if (!mayStillLeave(happenedAt, at)) return []
  return noticeChannels
    .filter((channel) => wants(choices, type as NoticeType, channel))
    .map((channel) => ({ noticeId: id, channel, userId, type }))
}

/**
 * Messages of a conversation are coalesced into one notice for a while, until it is read: an open notice counts them,
 * otherwise a new one is created.
 */
async function coalesced(tx: Tx, organizationId: Uuid, told: readonly Told[], at: Date) {
  if (told.length === 0) return []
  const conversations = [...new Set(told.map(({ event }) => event.conversation_id as Uuid))]
  const first = Math.min(at.getTime(), ...told.map(({ event }) => event.created_at.getTime()))
  const since = new Date(first - COALESCED_FOR_MS)
  const open = await tx.rows<OpenRow>(queries.holdOpen(organizationId, conversations, since))
  const keyOf = (userId: Uuid, conversationId: Uuid) => `${userId} ${conversationId}`
  const last = new Map(open.map((row) => [keyOf(row.user_id, row.conversation_id), row]))
  const begun = new Map<string, Told & { count: number }>()
  const all: (Told & { count: number })[] = []
  const more = new Map<Uuid, number>()
  for (const one of told) {
    const { event, recipient } = one
    const key = keyOf(recipient.userId, event.conversation_id as Uuid)
    const [here, there] = [begun.get(key), last.get(key)]
    if (here && isOpen(here.event.created_at, event.created_at)) here.count++
    else if (!here && there && isOpen(there.created_at, event.created_at))
      more.set(there.id, (more.get(there.id) ?? 0) + 1)
    else {
      const another = { ...one, count: 1 }
      begun.set(key, another)
      all.push(another)
    }
  }
  if (more.size > 0)
    await tx.run(
      queries.addTo(
        organizationId,
        [...more].map(([id, count]) => ({ id, count })),
      ),
    )
  return all
}
