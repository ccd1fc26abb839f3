// Delivers one organization's events to its endpoints: reads new events, sends, and stores results until nothing is
// left. Endpoints run in parallel, so that a slow one delays no other.

import type { EventRow } from '#feed/queries.ts'
import * as feedQueries from '#feed/queries.ts'
import { type Readable, type Reader, readableOf } from '#feed/rules.ts'
import { Bell } from '#kit/bell.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { permissionsOfMember } from '#people/access/actions.ts'
import { effectivePermissions } from '#people/access/rules.ts'
import { attemptOn, note, outcomeOf, progressOf, type Sending, type Telling } from './attempts.ts'
import { isFence } from './call.ts'
import type { DueRow, HeldRow, Outcome } from './delivery-queries.ts'
import * as deliveryQueries from './delivery-queries.ts'
import { EndpointRun, HELD_MAX } from './endpoint-run.ts'
import { networksOf } from './networks.ts'
import type { EndpointRow } from './queries.ts'
import * as queries from './queries.ts'
import { type Brought, switchOff, type Written, writeDown } from './recorder.ts'
import { type Attempt, isGone, isRestOver, isToBeSwitchedOff, PUT_OFF_MAX_MS, soonest } from './rules.ts'
import type { OffReason } from './schema.ts'

/** Concurrent calls per endpoint, and per organization; an endpoint that accepts nothing is called one at a time. */
const ENDPOINT_AT_ONCE = 8
const ORGANIZATION_AT_ONCE = 64
const FAILURES_SLOW = 3
const PAGE_MAX = 100
const DUE_MAX = 50
const READ_AGAIN_BELOW = 25
/** Minimum duration before it makes room for other organizations. */
const RUN_MIN_MS = 2000
/** Interval at which new events and changed endpoints are noticed during delivery. */
const LOOK_EVERY_MS = 200
const ADOPT_EVERY_MS = 1000

export class OrganizationRun {
  readonly #telling: Telling
  readonly #organizationId: Uuid
  readonly #runner = newUuid()
  #networks: readonly string[] = []
  readonly #runs = new Map<Uuid, EndpointRun>()
  readonly #bell = new Bell()
  readonly #ended = new Map<EndpointRun, { sending: Sending; outcome: Outcome; attempt: Attempt | null }[]>()
  #underWay = 0
  #writing: Promise<void> | null = null
  #failure: Error | null = null
  #isFenced = false

  constructor(telling: Telling, organizationId: Uuid) {
    this.#telling = telling
    this.#organizationId = organizationId
  }

  /** Runs until nothing is left; resolves with the time of the next work. */
  async run(signal: AbortSignal): Promise<Date | null> {
    const { app } = this.#telling
    const begun = performance.now()
    const isCrowded = () => this.#telling.isCrowded() && performance.now() - begun > RUN_MIN_MS
    let adoptedAt = Number.NEGATIVE_INFINITY
    let lookedAt = Number.NEGATIVE_INFINITY
    for (;;) {
      const isEnding = signal.aborted || this.#isFenced || this.#failure !== null || isCrowded()
      const now = performance.now()
      if (!isEnding && now - adoptedAt >= ADOPT_EVERY_MS) {
        await this.#adopt()
        adoptedAt = performance.now()
      }
      if (now - lookedAt >= LOOK_EVERY_MS) {
        for (const run of this.#runs.values()) run.isRead = false
        lookedAt = now
      }
      const hasBegun = isEnding ? false : await this.#sendMore()
      if (this.#writing === null && this.#ended.size > 0 && this.#failure === null) this.#writing = this.#write()
      if (this.#underWay === 0 && this.#writing === null && (this.#ended.size === 0 || this.#failure) && !hasBegun) {
        if (isEnding || [...this.#runs.values()].every((run) => this.#isIdle(run))) break
      }
      await this.#bell.wait(LOOK_EVERY_MS)
    }
    if (this.#failure) throw this.#failure
    await this.#keepPositions()
    if (signal.aborted || this.#isFenced || isCrowded()) return app.clock()
    return this.#nextDue()
  }

  /** Reads new and changed endpoints, what their users may read now, and the allowed networks. */
  async #adopt(): Promise<void> {
    const { app, kinds } = this.#telling
    const [organizationId, { reads }] = [this.#organizationId, app.database]
    const rows = await app.database.transaction(
      (tx) => tx.rows<EndpointRow>(queries.take(organizationId, this.#runner)),
      organizationId,
    )
    this.#networks = await networksOf(reads, organizationId)
    const ids = new Set(rows.map(({ id }) => id))
    for (const id of this.#runs.keys()) if (!ids.has(id)) this.#runs.delete(id)
    for (const row of rows) {
      const ofUser = await permissionsOfMember(reads, organizationId, row.user_id)
      if (ofUser === null) {
        this.#runs.delete(row.id)
        const scope = { organizationId, at: app.clock() }
        await app.database.transaction((tx) => switchOff(tx, scope, row.id, 'no_access'), organizationId)
        continue
      }
      const permissions = effectivePermissions(ofUser, row.permissions)
      const reader: Reader = { organizationId, userId: row.user_id, permissions }
      const readable = readableOf(kinds, reader, row.event_types)
      const known = this.#runs.get(row.id)
      // The endpoint was changed: calls in flight go to the previous address, and their results are discarded.
      if (known && known.row.updated_at.getTime() === row.updated_at.getTime()) {
        known.reader = reader
        known.readable = readable
      } else this.#runs.set(row.id, await this.#begin(row, reader, readable))
      const told = readable.all.toSorted()
      const from = known?.readTo ?? row.position
      if (told.join() === row.told_types.join()) continue
      await app.database.transaction(
        (tx) => tx.run(queries.noteTold(organizationId, row.id, told, from)),
        organizationId,
      )
    }
  }

  async #begin(row: EndpointRow, reader: Reader, readable: Readable): Promise<EndpointRun> {
    const { reads } = this.#telling.app.database
    const held = await reads.rows<HeldRow>(deliveryQueries.held(this.#organizationId, row.id, 2 * HELD_MAX))
    return new EndpointRun(row, reader, readable, new Map(held.map(({ object_id, position }) => [object_id, position])))
  }

  /** Sends as much as is allowed now, for each endpoint in turn; true when anything was sent. */
  async #sendMore(): Promise<boolean> {
    let hasBegun = false
    await Promise.all([...this.#runs.values()].map((run) => this.#read(run)))
    for (let isAny = true; isAny && this.#underWay < ORGANIZATION_AT_ONCE; ) {
      isAny = false
      for (const run of this.#runs.values()) {
        if (this.#underWay >= ORGANIZATION_AT_ONCE || !this.#maySend(run)) continue
        const event = run.next()
        if (!event) continue
        this.#send(run, { event, due: null })
        isAny = hasBegun = true
      }
    }
    return hasBegun
  }

  #maySend(run: EndpointRun): boolean {
    const atOnce = run.row.failures >= FAILURES_SLOW ? 1 : ENDPOINT_AT_ONCE
    return run.underWay < atOnce && isRestOver(run.row.rests_until, this.#telling.app.clock())
  }

  #isIdle(run: EndpointRun): boolean {
    return !isRestOver(run.row.rests_until, this.#telling.app.clock()) || (run.isRead && run.waiting.length === 0)
  }

  /** Due retries and new events. */
  async #read(run: EndpointRun): Promise<void> {
    if (run.isRead || run.isWriting || !this.#maySend(run)) return
    await this.#sendDue(run)
    if (!run.mayRead) {
      run.isRead = true
      return
    }
    const { reads } = this.#telling.app.database
    const { reader, readable, readTo, row } = run
    const [head] = await reads.rows<{ position: bigint }>(queries.lastPosition(this.#organizationId, null))
    const events = await reads.rows<EventRow>(feedQueries.behind(reader, readable, readTo, {}, PAGE_MAX))
    const ended = await reads.rows<{ position: bigint }>(
      deliveryQueries.endedBehind(this.#organizationId, row.id, run.kept),
    )
    // Events waiting for those that just ended follow up to the read position: nothing may be read in between.
    if (run.isWriting) return
    const isAll = events.length < PAGE_MAX
    run.isRead = isAll
    const to = isAll ? (head?.position ?? readTo) : (events.at(-1)?.position ?? readTo)
    run.add(
      events.filter(({ position }) => position <= to),
      to,
      new Set(ended.map(({ position }) => position)),
    )
  }

  async #sendDue(run: EndpointRun): Promise<void> {
    const now = this.#telling.app.clock()
    const latest = new Date(now.getTime() + 2 * PUT_OFF_MAX_MS)
    const { reader, readable, row, retrying } = run
    const found = await this.#telling.app.database.reads.rows<DueRow>(
      deliveryQueries.due(reader, readable, row.id, { now, latest }, [...retrying], DUE_MAX),
    )
    for (const due of found) {
      if (run.isWriting || !this.#maySend(run) || this.#underWay >= ORGANIZATION_AT_ONCE) return
      const key = due.is_replay ? `replay ${due.object_id}` : due.object_id
      if (run.busy.has(key) || retrying.has(due.id)) continue
      run.busy.add(key)
      retrying.add(due.id)
      const event = {
        ...due,
        id: due.event_id,
        type: due.event_type,
        payload: due.payload ?? {},
        created_at: due.event_at,
      }
      this.#send(run, { event, due })
    }
  }

  #send(run: EndpointRun, sending: Sending): void {
    run.underWay++
    this.#underWay++
    const told = { organizationId: this.#organizationId, networks: this.#networks }
    attemptOn(this.#telling, told, run, sending)
      .then(
        (attempt) => this.#end(run, sending, attempt),
        (error: Error) => {
          if (isFence(error)) this.#isFenced = true
          else this.#failure ??= error
        },
      )
      .finally(() => {
        run.underWay--
        this.#underWay--
        this.#bell.ring()
      })
  }

  #end(run: EndpointRun, sending: Sending, attempt: Attempt | null): void {
    const outcome = outcomeOf(run, sending, attempt, this.#telling.app.clock())
    if (attempt) note(run.row, attempt)
    this.#ended.set(run, [...(this.#ended.get(run) ?? []), { sending, outcome, attempt }])
  }

  async #write(): Promise<void> {
    const ended = new Map([...this.#ended].filter(([run]) => this.#runs.get(run.row.id) === run))
    this.#ended.clear()
    for (const run of ended.keys()) run.isWriting = true
    try {
      const brought = [...ended].map(([run, those]) => this.#broughtBy(run, those))
      const { app } = this.#telling
      if (brought.length > 0) this.#settle(ended, await writeDown(app, this.#organizationId, this.#runner, brought))
    } catch (error) {
      this.#failure = error as Error
    } finally {
      for (const run of ended.keys()) run.isWriting = false
      this.#writing = null
      this.#bell.ring()
    }
  }

  #broughtBy(run: EndpointRun, ended: { sending: Sending; outcome: Outcome; attempt: Attempt | null }[]): Brought {
    const { row, reader, readable, readTo } = run
    const done = new Set(ended.filter(({ sending }) => !sending.due).map(({ outcome }) => outcome.position))
    const now = this.#telling.app.clock()
    let off: OffReason | null = isToBeSwitchedOff(row.failing_since, row.failures, now) ? 'failing' : null
    if (ended.some(({ attempt }) => attempt !== null && isGone(attempt))) off = 'gone'
    return {
      endpointId: row.id,
      outcomes: ended.map(({ outcome }) => outcome),
      progress: progressOf(run, done),
      switchOff: off,
      reader,
      readable,
      readTo,
      ofHeld: new Set(ended.flatMap(({ sending: { due } }) => (due && !due.is_replay ? [due.id] : []))),
    }
  }

  #settle(ended: Map<EndpointRun, { sending: Sending; outcome: Outcome }[]>, { lost, followed }: Written): void {
    for (const [run, those] of ended) {
      const { id } = run.row
      if (lost.has(id)) {
        this.#runs.delete(id)
        continue
      }
      for (const { sending, outcome } of those)
        run.ended(outcome, sending.due === null, followed.get(id)?.get(outcome.objectId))
      run.kept = run.position(new Set())
      if (followed.get(id)?.size || run.waiting.length < READ_AGAIN_BELOW) run.isRead = false
    }
  }

  /** For endpoints that only skipped events of other types. */
  async #keepPositions(): Promise<void> {
    const moved = [...this.#runs.values()].filter((run) => run.position(new Set()) > run.kept)
    if (moved.length === 0) return
    const brought = moved.map((run) => this.#broughtBy(run, []))
    await writeDown(this.#telling.app, this.#organizationId, this.#runner, brought)
  }

  async #nextDue(): Promise<Date | null> {
    const { reads } = this.#telling.app.database
    const row = await reads.row<{ at: Date | null }>(deliveryQueries.nextDue(this.#organizationId))
    const now = this.#telling.app.clock()
    const rests = [...this.#runs.values()].map((run) => run.row.rests_until).filter((at) => !isRestOver(at, now))
    return soonest([row?.at ?? null, ...rests], now)
  }
}
