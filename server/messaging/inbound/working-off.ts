// Processes an organization's inbound events in arrival order: parses them, applies receipts together with those of
// other organizations, and stores the rest. An event's effects and its completion are one transaction, so nothing is
// done twice; receipts are idempotent. The caller holds the organization's lease (worker/per-organization.ts), which
// preserves the order; failed events are retried later.

import { setTimeout as pause } from 'node:timers/promises'
import { Fenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { isTemporary, isUnstorable } from '#kit/database/errors.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import type { Uuid } from '#kit/ids.ts'
import { arrivals as counted } from '#kit/metrics.ts'
import { Refusal } from '#kit/refusals.ts'
import { Slots } from '#kit/slots.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import { storableValue } from '#kit/storable.ts'
import { type ArrivalReader, NotUnderstood } from '#messaging/channels/arrivals/arrival.ts'
import type { Arrived, Receipt } from '#messaging/channels/arrivals/arrived.ts'
import { mustBeOfIts } from '#messaging/channels/arrivals/belonging.ts'
import type { Readers } from '#messaging/channels/arrivals/readers.ts'
import { AGAIN_AFTER_MS, againAt, earlyAgainAt, SUSPECT_FROM } from '#messaging/channels/arrivals/rules.ts'
import type { Postponed, TakenRow } from '#messaging/channels/arrivals/work-queries.ts'
import * as queries from '#messaging/channels/arrivals/work-queries.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { reactAsContact } from '#messaging/messages/contact-reactions.ts'
import { withdrawAsContact } from '#messaging/messages/withdrawals.ts'
import type { TakeReceipts } from '#messaging/receipts/taker.ts'
import type { Work } from '#worker/per-organization.ts'
import type { Takers } from './handing-on.ts'
import { storeArrived, storeFilesOf } from './storing.ts'

/** Events of one organization per batch, and their total size. */
const PIECE = { limit: 200, bytes: 32 * 1024 * 1024, suspectFrom: SUSPECT_FROM }
/** When at least this many arrived during a batch, more are expected: the next batch waits for them. */
const GATHER_FROM = 8
const GATHER_MS = 20
const READS_AT_ONCE = 16
/** For a parser that waits for an external response. */
const READ_MAX_MS = 120_000
const CONTACTS_AT_ONCE = 4
/** For all organizations: others need connections too, and waiting here has no deadline. */
const TRANSACTIONS_AT_ONCE = 4
/** Receipts per batch, over all organizations, and concurrent batches. */
const RECEIPTS_AT_ONCE = 2000
const HANDED_ON_AT_ONCE = 4
const WAITING_MAX = 1000
const ERROR_CHARACTERS_MAX = 500
/** Delay after the database was unavailable or too busy. */
const AGAIN_SOON_MS = 1000

interface Read {
  row: TakenRow
  arrived: Arrived
}

export function createWorkingOff(app: App, sources: Readers, takers: Takers, takeReceipts: TakeReceipts): Work {
  const { database, clock, log } = app
  const slots = new Slots(TRANSACTIONS_AT_ONCE)
  const transaction = <T>(work: (tx: Tx) => Promise<T>, organizationId: Uuid): Promise<T> =>
    slots.take(() => database.transaction(work, organizationId))
  const made = new Map<string, ArrivalReader>()
  const receipts = new GroupCommit<readonly Receipt[], readonly Receipt[]>(
    async (_all, jobs) => {
      const left = new Set(await takeReceipts(jobs.flat()))
      return jobs.map((job) => job.filter((one) => left.has(one)))
    },
    (job) => job.length,
    { flushWeightMax: RECEIPTS_AT_ONCE, waitingMax: WAITING_MAX, flushesMax: () => HANDED_ON_AT_ONCE },
  )

  function readerOf(source: string): ArrivalReader {
    const make = sources[source]
    if (!make) throw new Error(`no reader for inbound events from ${source}`)
    const reader = made.get(source) ?? make(app)
    made.set(source, reader)
    return reader
  }

  async function read(organizationId: Uuid, row: TakenRow): Promise<Arrived> {
    if (row.attempts > AGAIN_AFTER_MS.length + 1) throw new NotUnderstood('the worker exited during each attempt')
    const { id, channel, source, body, received_at: receivedAt } = row
    const arrival = { id, organizationId, channel, source, body, receivedAt, fingerprint: '' }
    const over = new AbortController()
    try {
      const arrived = await Promise.race([
        readerOf(source).read(arrival),
        pause(READ_MAX_MS, undefined, { signal: over.signal }).then(() => {
          throw new Error('parsing timed out')
        }),
      ])
      mustBeOfIts(arrival, arrived)
      return storableValue(arrived)
    } finally {
      over.abort()
    }
  }

  async function workOn(organizationId: Uuid, rows: readonly TakenRow[]): Promise<void> {
    const postponed: Postponed[] = []
    const done: TakenRow[] = []
    const byPlace: (Read | undefined)[] = rows.map(() => undefined)
    await someAtOnce([...rows.entries()], READS_AT_ONCE, async ([place, row]) => {
      try {
        byPlace[place] = { row, arrived: withReceipts(await read(organizationId, row)) }
      } catch (err) {
        postponed.push(failed(organizationId, row, err))
      }
    })
    const all = byPlace.filter((one) => one !== undefined)
    const reported = all.flatMap(({ arrived }) => arrived.receipts)
    const early = new Set(reported.length === 0 ? [] : await receipts.submit('', organizationId, reported))

    await someAtOnce(lanesOf(all), CONTACTS_AT_ONCE, async (lane) => {
      let behind: Date | null = null
      for (const { row, arrived } of lane) {
        if (behind) {
          postponed.push({ id: row.id, dueAt: behind, error: null, isStored: false })
          continue
        }
        try {
          const isEarly =
            arrived.receipts.some((one) => early.has(one)) || !(await react(organizationId, row.channel, arrived))
          const dueAt = isEarly ? earlyAgainAt(row.received_at, clock()) : null
          const rest = dueAt && { id: row.id, dueAt, error: null, isStored: true }
          if (row.is_stored || !hasMore(arrived)) {
            if (rest) postponed.push(rest)
            else done.push(row)
          } else {
            await store(organizationId, { row, arrived }, rest)
            counted.inc({ channel: row.channel, result: rest ? 'again' : 'done' })
          }
        } catch (err) {
          const late = failed(organizationId, row, err)
          postponed.push(late)
          behind = late.dueAt
        }
      }
    })

    if (done.length + postponed.length > 0)
      await transaction(async (tx) => {
        const ids = done.map(({ id }) => id)
        if (ids.length > 0) await tx.run(queries.done(organizationId, ids))
        if (postponed.length > 0) await tx.run(queries.postpone(organizationId, postponed, clock()))
      }, organizationId)
    for (const { channel } of done) counted.inc({ channel, result: 'done' })
    const channelOf = new Map(rows.map(({ id, channel }) => [id, channel]))
    for (const { id, dueAt } of postponed)
      counted.inc({ channel: channelOf.get(id) ?? '', result: dueAt ? 'again' : 'failed' })
  }

  /** False when the message reacted to does not exist yet; repeating an applied reaction changes nothing. */
  async function react(organizationId: Uuid, channel: ChannelName, arrived: Arrived): Promise<boolean> {
    const { reactions, withdrawals } = arrived
    let areAll = true
    for (const withdrawal of withdrawals) {
      const scope = { organizationId, at: clock() }
      const isFound = await transaction((tx) => withdrawAsContact(tx, scope, channel, withdrawal), organizationId)
      areAll &&= isFound
    }
    for (const reaction of reactions) {
      const scope = { organizationId, at: clock() }
      const isFound = await transaction((tx) => reactAsContact(tx, scope, channel, reaction), organizationId)
      areAll &&= isFound
    }
    return areAll
  }

  /** With `rest`, some receipts or reactions of the event wait for their delivery or message. */
  async function store(organizationId: Uuid, { row, arrived }: Read, rest: Postponed | null): Promise<void> {
    const files = await storeFilesOf(takers, database.reads, { organizationId, at: clock() }, arrived)
    await transaction(async (tx: Tx) => {
      const scope = { organizationId, at: clock() }
      if (!(await tx.row(queries.lockUnstored(organizationId, row.id)))) return
      await storeArrived(tx, scope, takers, row.channel, arrived, files)
      await tx.run(rest ? queries.postpone(organizationId, [rest], scope.at) : queries.done(organizationId, [row.id]))
    }, organizationId)
  }

  function failed(organizationId: Uuid, row: TakenRow, err: unknown): Postponed {
    const now = clock()
    const passes = err instanceof Fenced || isTemporary(err)
    const isHopeless =
      err instanceof NotUnderstood || (err instanceof Refusal && err.status === 422) || isUnstorable(err)
    // A temporary failure is retried without end: the event never ends up in the operator's waiting list.
    const attempts = passes ? Math.min(row.attempts, AGAIN_AFTER_MS.length) : row.attempts
    const dueAt = isHopeless ? null : againAt(attempts, now)
    const { channel, source, id } = row
    const about = { err, organization_id: organizationId, arrival_id: id, channel, source }
    if (dueAt) log.info(about, 'inbound event failed; will retry')
    else log.warn(about, 'inbound event failed; see samvad arrival list')
    return { id, dueAt, error: messageOf(err).slice(0, ERROR_CHARACTERS_MAX), isStored: false }
  }

  /** Runs until nothing is due. */
  async function workOff(organizationId: Uuid, signal: AbortSignal): Promise<void> {
    let isSuspect = false
    while (!signal.aborted) {
      const rows = await transaction(
        (tx) => tx.rows<TakenRow>(queries.begin(organizationId, clock(), { ...PIECE, isSuspect })),
        organizationId,
      )
      if (rows.length > 0) await workOn(organizationId, rows)
      else if (isSuspect) break
      if (rows.length >= GATHER_FROM && rows.length < PIECE.limit) await pause(GATHER_MS)
      isSuspect = rows.length === 0
    }
  }

  return async (organizationId, signal) => {
    try {
      await workOff(organizationId, signal)
      const next = await database.reads.row<{ due_at: Date }>(queries.nextDue(organizationId))
      return next?.due_at ?? null
    } catch (err) {
      if (!isTemporary(err)) throw err
      log.warn({ err, organization_id: organizationId }, 'inbound event processing interrupted; will retry')
      return new Date(clock().getTime() + AGAIN_SOON_MS)
    }
  }
}

/** Groups by sender; one whose address changes in between stays in the former address's group. */
function lanesOf(all: readonly Read[]): Read[][] {
  const former = new Map<string, string>()
  for (const { arrived } of all)
    for (const { from, movesTo = [] } of arrived.messages)
      for (const address of movesTo) if (address !== from) former.set(address, former.get(from) ?? from)
  const lanes = Map.groupBy(all, (read) => {
    const addresses = [laneOf(read), ...(read.arrived.messages[0]?.alsoFrom ?? [])]
    return addresses.map((one) => former.get(one)).find((one) => one !== undefined) ?? laneOf(read)
  })
  return [...lanes.values()]
}

/**
 * Its suppression is stored in the transaction of its first receipt: a send between the two would be charged for
 * nothing.
 */
function withReceipts(arrived: Arrived): Arrived {
  const [first, ...others] = arrived.receipts
  if (first === undefined || arrived.suppressions.length === 0) return arrived
  const { suppressions } = arrived
  return { ...arrived, receipts: [{ ...first, suppressions }, ...others], suppressions: [] }
}

const hasMore = ({ messages, edits, templates, suppressions, preferences, notices }: Arrived): boolean =>
  [messages, edits, templates, suppressions, preferences, notices].some((all) => all.length > 0)

/** A contact's events are processed one after another. */
const laneOf = ({ row, arrived: { messages, edits, withdrawals, reactions, preferences } }: Read): string =>
  messages[0]?.from ??
  edits[0]?.message.from ??
  withdrawals[0]?.from ??
  reactions[0]?.from ??
  preferences[0]?.from ??
  row.id

const messageOf = (err: unknown): string => (err instanceof Error ? err.message : String(err))
