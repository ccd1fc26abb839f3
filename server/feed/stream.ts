// The live stream: sends new events, as they get positions, to all followers in this process. The database is the
// source: each organization with followers is read from its last position, when another process announces new events,
// and every second.

import type { EventKind } from '#events/declaration.ts'
import { EVENTS_CHANNEL } from '#events/positions.ts'
import type { Actor, App } from '#kit/app.ts'
import { type Listener, listen } from '#kit/database/listener.ts'
import { togetherOrEach } from '#kit/database/shards.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { interval } from '#kit/interval.ts'
import { refusal } from '#kit/refusals.ts'
import { bearerIdOf, standingOf } from '#people/sessions/authority.ts'
import { showInterest } from './interest.ts'
import type { EventRow, SharedRow } from './queries.ts'
import * as queries from './queries.ts'
import { isReadableBy, readableOf, typesOf } from './rules.ts'
import { createShowEvent } from './show.ts'
import { StreamClient } from './stream-client.ts'

const LOOK_EVERY_MS = 1000
const BEAT_EVERY_MS = 15_000
/** Shorter than the 5 seconds within which a revocation must take effect. */
export const CHECK_EVERY_MS = 3000
const PAGE_MAX = 200
/** Maximum number of clients of a process, and of an organization in it. */
export const CLIENTS_MAX = 2000
export const ORGANIZATION_CLIENTS_MAX = 1000
/** On-demand events are still written for this long after the last follower left. */
const INTEREST_MS = 24 * 3600 * 1000
const INTEREST_RENEWED_MS = 3600 * 1000

/** The followers of one organization, and the position up to which all live ones were served. */
interface Followed {
  clients: Set<StreamClient>
  position: bigint
  interestUntil: number
  reading: Promise<void> | null
  isMore: boolean
}

const all = new Set<Streams>()

/** When a process stops: clients reconnect to another one. */
export function endStreams(): void {
  for (const streams of all) streams.end()
}

export class Streams {
  readonly #app: App
  readonly #kinds: readonly EventKind[]
  readonly #followed = new Map<Uuid, Followed>()
  #count = 0
  #listener: Listener | null = null
  #timers: NodeJS.Timeout[] = []

  constructor(app: App, kinds: readonly EventKind[]) {
    this.#app = app
    this.#kinds = kinds
  }

  /** Resolves when all later events will be sent to it. */
  async open(actor: Actor, types: readonly string[], lastEventId: string | undefined): Promise<StreamClient> {
    const { organizationId } = actor
    if (this.#count >= CLIENTS_MAX) throw busy()
    this.#count++
    try {
      this.#begin()
      const readable = readableOf(this.#kinds, actor, types)
      const followed = await this.#follow(organizationId)
      if (followed.clients.size >= ORGANIZATION_CLIENTS_MAX) throw busy()
      await this.#showInterest(organizationId, followed, typesOf(readable))
      const last = lastEventId === undefined ? null : await this.#positionOf(organizationId, lastEventId)
      // Its previous group may have ended in the meantime, and a new one started.
      const current = this.#followed.get(organizationId) ?? followed
      this.#followed.set(organizationId, current)
      const client = new StreamClient(actor, readable, last ?? current.position, createShowEvent(this.#kinds))
      if (lastEventId !== undefined && last === null) client.reset()
      client.isLive = client.position >= current.position
      current.clients.add(client)
      client.content.once('close', () => this.#leave(organizationId, client))
      client.beat()
      if (!client.isLive) void this.#catchUp(client, current)
      return client
    } catch (error) {
      this.#count--
      this.#endWhenEmpty()
      throw error
    }
  }

  end(): void {
    for (const { clients } of this.#followed.values()) for (const client of clients) client.end()
  }

  #leave(organizationId: Uuid, client: StreamClient): void {
    const followed = this.#followed.get(organizationId)
    followed?.clients.delete(client)
    if (followed?.clients.size === 0) this.#followed.delete(organizationId)
    this.#count--
    this.#endWhenEmpty()
  }

  #begin(): void {
    if (this.#listener !== null) return
    all.add(this)
    this.#listener = listen(this.#app.database.connection, EVENTS_CHANNEL, (text) => {
      for (const id of text.split(',')) this.#look(id)
    })
    this.#timers = [
      setInterval(() => void this.#lookAtAll(), LOOK_EVERY_MS),
      setInterval(() => this.#beatAll(), BEAT_EVERY_MS),
      setInterval(() => void this.#checkAll(), interval('STREAM_CHECK', CHECK_EVERY_MS)),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  #endWhenEmpty(): void {
    if (this.#count > 0 || this.#listener === null) return
    for (const timer of this.#timers) clearInterval(timer)
    void this.#listener.close()
    this.#listener = null
    this.#followed.clear()
    all.delete(this)
  }

  async #follow(organizationId: Uuid): Promise<Followed> {
    const known = this.#followed.get(organizationId)
    if (known) return known
    const [head] = await this.#heads([organizationId])
    // Another client may have created it in the meantime.
    const made = this.#followed.get(organizationId) ?? {
      clients: new Set(),
      position: head?.position ?? 0n,
      interestUntil: 0,
      reading: null,
      isMore: false,
    }
    this.#followed.set(organizationId, made)
    return made
  }

  #heads(ids: readonly Uuid[]): Promise<{ org_id: Uuid; position: bigint }[]> {
    return togetherOrEach(ids, (some) => this.#app.database.reads.rows(queries.headsOf(some)))
  }

  /** On-demand events are written from now on, until a day after the last follower left. */
  async #showInterest(organizationId: Uuid, followed: Followed, types: readonly string[]): Promise<void> {
    const now = this.#app.clock().getTime()
    const wanted = this.#kinds.flatMap(({ type, isOnDemand }) => (isOnDemand && types.includes(type) ? [type] : []))
    if (wanted.length === 0 || followed.interestUntil > now + INTEREST_MS - INTEREST_RENEWED_MS) return
    const until = new Date(now + INTEREST_MS)
    const all = this.#kinds.flatMap(({ type, isOnDemand }) => (isOnDemand ? [type] : []))
    const at = this.#app.clock()
    await this.#app.database.transaction(
      (tx) => showInterest(tx, { organizationId, at }, { subscriber: 'stream', types: all, until }),
      organizationId,
    )
    followed.interestUntil = until.getTime()
  }

  /**
   * Null for an event that does not exist here: from another installation, from before a restore, too old, or invalid.
   */
  async #positionOf(organizationId: Uuid, text: string): Promise<bigint | null> {
    const id = parseTypeId('evt', text)
    if (id === null) return null
    const { reads } = this.#app.database
    return (await reads.row<{ position: bigint }>(queries.positionOf(organizationId, id)))?.position ?? null
  }

  async #catchUp(client: StreamClient, followed: Followed): Promise<void> {
    const { reads } = this.#app.database
    while (!client.isOver && client.position < followed.position) {
      const upTo = followed.position
      const page = queries.behind(client.actor, client.readable, client.position, {}, PAGE_MAX)
      const rows = await reads.rows<EventRow>(page).catch(() => null)
      if (rows === null) return void client.content.destroy()
      for (const row of rows) {
        if (client.isFull) await client.untilTaken()
        client.send(row)
      }
      client.position = rows.length === PAGE_MAX ? (rows.at(-1) as EventRow).position : max(upTo, rows.at(-1)?.position)
    }
    // What it read beyond the others' position is not sent to it again.
    client.isLive = true
  }

  #look(organizationId: Uuid): void {
    const followed = this.#followed.get(organizationId)
    if (!followed) return
    followed.isMore = true
    followed.reading ??= this.#readAll(organizationId, followed)
      // The next poll reads it.
      .catch(() => {})
      .finally(() => {
        followed.reading = null
        if (followed.isMore && this.#followed.get(organizationId) === followed)
          setImmediate(() => this.#look(organizationId))
      })
  }

  async #readAll(organizationId: Uuid, followed: Followed): Promise<void> {
    const { reads } = this.#app.database
    for (let isFull = true; isFull; ) {
      followed.isMore = false
      const rows = await reads.rows<SharedRow>(queries.behindForAll(organizationId, followed.position, PAGE_MAX))
      for (const row of rows) {
        followed.position = row.position
        for (const client of followed.clients) {
          if (!client.isLive || client.position >= row.position) continue
          client.position = row.position
          if (isReadableBy(client.actor.userId, client.sets, row)) client.send(row)
          if (client.isFull) this.#fallBehind(client, followed)
        }
      }
      isFull = rows.length === PAGE_MAX
    }
  }

  /** From here on events are read for it alone, at its own speed. */
  #fallBehind(client: StreamClient, followed: Followed): void {
    client.isLive = false
    void client.untilTaken().then(() => this.#catchUp(client, followed))
  }

  async #lookAtAll(): Promise<void> {
    const ids = [...this.#followed.keys()]
    const heads = await this.#heads(ids).catch(() => [])
    for (const { org_id, position } of heads)
      if (position > (this.#followed.get(org_id)?.position ?? position)) this.#look(org_id)
  }

  #beatAll(): void {
    for (const { clients } of this.#followed.values()) for (const client of clients) client.beat()
  }

  /** Followers whose permissions changed must reconnect; interest is renewed while there are followers. */
  async #checkAll(): Promise<void> {
    const clients = [...this.#followed.values()].flatMap((followed) => [...followed.clients])
    const actors = new Map(clients.map(({ actor }) => [bearerIdOf(actor), actor]))
    if (actors.size === 0) return
    const now = this.#app.clock()
    const standing = await standingOf(this.#app.database.reads, [...actors.values()], now).catch(() => null)
    if (standing === null) return
    for (const client of clients) {
      const found = standing.get(bearerIdOf(client.actor))
      const isOver = !found || (found.expiresAt !== null && found.expiresAt <= now)
      const isElsewhere = found?.organizationId !== client.actor.organizationId
      if (isOver || isElsewhere || !isSame(found.permissions, client.actor.permissions)) client.end()
    }
    for (const [id, followed] of this.#followed) {
      const types = [...followed.clients].flatMap(({ readable }) => typesOf(readable))
      await this.#showInterest(id, followed, types).catch(() => {})
    }
  }
}

const max = (one: bigint, other: bigint | undefined): bigint => (other !== undefined && other > one ? other : one)

function isSame(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && [...left].every((one) => right.has(one))
}

const busy = () => refusal('temporarily_unavailable', 'too_many_streams')
