// Background job that indexes new, changed and earlier messages in pieces. Each piece is one transaction, which writes
// the entries and the progress together, so a kill leaves both or neither. Sends never wait for it.

import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import { plainTextOf } from '#messaging/channels/email/plain-text.ts'
import { isAnyRunning } from '#messaging/imports/queries.ts'
import type { Job } from '#worker/job.ts'
import { reindexPiece } from './changes.ts'
import * as queries from './index-queries.ts'
import { type Kind, lexemesOf, spaceOf, wordOfUser } from './match-rules.ts'
import { wordsOf, wordsOfNumber } from './words.ts'

const OWNER = 'search'
const LOOK_EVERY_MS = 500
/** Per run. Earlier messages are indexed only when nothing new is left. */
const ORGANIZATIONS_AT_ONCE = 500
const PIECE_MESSAGES = 500
/** A transaction may commit a message with an id up to this old. */
const LATE_MS = 20_000
/** Maximum difference of the workers' clocks. */
const CLOCKS_DIFFER_MS = 5000
/** Pause after each piece, as a multiple of its duration, which leaves processor time to sending. */
const REST = { new: 0.5, earlier: 1 } as const
/** Entries per bucket. A common word's entries in a bucket are sorted; a rare word is looked up in each bucket. */
const BUCKET_ENTRIES = 32_768

export function indexingJob(app: App): Job {
  const { database } = app
  const inTurn = async (
    ids: readonly { id: Uuid }[],
    rest: number,
    piece: (id: Uuid) => Promise<boolean>,
    signal: AbortSignal,
  ) => {
    let isMore = false
    for (const { id } of ids) {
      if (signal.aborted) return false
      const began = performance.now()
      isMore = (await piece(id)) || isMore
      await sleep((performance.now() - began) * rest)
    }
    return isMore
  }
  const read = (statement: ReturnType<typeof queries.withChanges>) => database.reads.rows<{ id: Uuid }>(statement)
  const step = <T>(id: Uuid, work: (tx: Tx, at: Date) => Promise<T>) =>
    database.transaction(async (tx) => {
      await tx.run(planByKey())
      return work(tx, app.clock())
    }, id)

  /** Per organization: the end of the last piece in a long backlog, where nothing may be settled yet. */
  const reached = new Map<Uuid, Uuid>()
  const goOn = async (id: Uuid) => {
    const last = await step(id, (tx, at) => indexNew(tx, id, at, reached.get(id)))
    if (last === null) return reached.delete(id) && false
    reached.set(id, last)
    return true
  }
  /** One piece per run while an import of the organization runs: it needs the same thread and database. */
  const reindex = (id: Uuid) =>
    step(id, async (tx) => {
      const isMore = await reindexPiece(tx, id)
      return isMore && !(await tx.row<{ is_any: boolean }>(isAnyRunning(id)))?.is_any
    })

  return {
    name: 'search index',
    everyMs: LOOK_EVERY_MS,
    async run(signal) {
      for (const { id } of await read(queries.withoutHeads(ORGANIZATIONS_AT_ONCE)))
        await database.transaction((tx) => begin(tx, id, app.clock()), id)
      const [fresh, changed] = await Promise.all([
        read(queries.withNewMessages(ORGANIZATIONS_AT_ONCE, settledMax(app.clock()))),
        read(queries.withChanges(ORGANIZATIONS_AT_ONCE)),
      ])
      let isMore = await inTurn(fresh, REST.new, goOn, signal)
      isMore = (await inTurn(changed, REST.new, reindex, signal)) || isMore
      const earlier = isMore ? [] : await read(queries.withEarlierMessages(1))
      isMore = (await inTurn(earlier, REST.earlier, (id) => step(id, (tx) => indexEarlier(tx, id)), signal)) || isMore
      if (fresh.length + changed.length + earlier.length > 0)
        await database.transaction((tx) => tx.run(queries.tidy()), OWNER)
      return isMore
    },
  }
}

const lateAt = (at: Date): Uuid => firstUuidAt(new Date(at.getTime() - LATE_MS))
const settledMax = (at: Date): Uuid => firstUuidAt(new Date(at.getTime() - LATE_MS + CLOCKS_DIFFER_MS))

async function begin(tx: Tx, organizationId: Uuid, at: Date): Promise<void> {
  await tx.run(queries.beginHead(organizationId, 'message', lateAt(at)))
  for (const kind of ['contact', 'group', 'submission'] as const)
    await tx.run(queries.beginHead(organizationId, kind, null))
}

/** Indexes the messages after `after`, else after `settled_id`. Returns the last one if more may follow, else null. */
async function indexNew(tx: Tx, organizationId: Uuid, at: Date, after: Uuid | undefined): Promise<Uuid | null> {
  const head = await tx.row<queries.HeadRow>(queries.holdHead(organizationId, 'message'))
  if (!head?.settled_id) return null
  // The clock was set back: new ids are lower than `settled_id`.
  if (head.settled_id > settledMax(at)) head.settled_id = lateAt(at)
  const from = after ?? head.settled_id
  const found = await tx.rows<{ id: Uuid }>(queries.newMessages(organizationId, from, PIECE_MESSAGES))
  const ids = found.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await tx.rows<queries.SourceRow>(queries.holdMessages(organizationId, ids))
  await write(tx, organizationId, 'message', head, rows, 'new')
  const last = found.length === PIECE_MESSAGES ? (ids.at(-1) as Uuid) : null
  // `settled_id` does not advance past a message that is locked or being deleted, nor past a gap.
  if (rows.length === found.length && (after === undefined || after <= head.settled_id)) {
    const late = lateAt(at)
    const upTo = last !== null && last < late ? last : late
    if (upTo > head.settled_id) head.settled_id = upTo
  }
  await tx.run(queries.saveHead(organizationId, 'message', head))
  return last
}

async function indexEarlier(tx: Tx, organizationId: Uuid): Promise<boolean> {
  const head = await tx.row<queries.HeadRow>(queries.holdHead(organizationId, 'message'))
  if (!head?.walked_id) return false
  const found = await tx.rows<{ id: Uuid }>(queries.earlierMessages(organizationId, head.walked_id, PIECE_MESSAGES))
  const ids = found.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await tx.rows<queries.SourceRow>(queries.holdMessages(organizationId, ids))
  const held = new Set(rows.map(({ id }) => id))
  await write(tx, organizationId, 'message', head, rows, 'earlier')
  const skipped = ids.filter((id) => !held.has(id))
  if (skipped.length > 0) await tx.run(queries.noteChanges(organizationId, 'message', skipped, new Date(0)))
  head.walked_id = found.length === PIECE_MESSAGES ? (ids.at(-1) as Uuid) : null
  await tx.run(queries.saveHead(organizationId, 'message', head))
  return true
}

/** Writes the entries of the rows, in the buckets that they have, else in the current one of the head. */
export async function write(
  tx: Tx,
  organizationId: Uuid,
  kind: Kind,
  head: queries.HeadRow,
  rows: readonly queries.SourceRow[],
  which: keyof typeof REST,
): Promise<void> {
  if (rows.length === 0) return
  const entries = rows.map((row) => {
    const bucket = row.bucket ?? bucketOf(head, which)
    return { id: row.id, bucket, lexemes: lexemesOf(spaceOf(organizationId, kind, bucket), wordsOfRow(row)) }
  })
  await tx.run(queries.writeEntries(organizationId, entries))
}

/** Counts an entry in the current bucket; opens the next one when it is full. */
function bucketOf(head: queries.HeadRow, which: keyof typeof REST): number {
  if (which === 'new') {
    if (head.filled >= BUCKET_ENTRIES) Object.assign(head, { bucket: head.bucket + 1, filled: 0 })
    head.filled++
    return head.bucket
  }
  if (head.earlier_filled >= BUCKET_ENTRIES)
    Object.assign(head, { earlier_bucket: head.earlier_bucket - 1, earlier_filled: 0 })
  head.earlier_filled++
  return head.earlier_bucket
}

function wordsOfRow({ texts, html, numbers, user_id }: queries.SourceRow): Set<string> {
  const words = wordsOf(...texts, html === null ? null : plainTextOf(html))
  for (const number of numbers) for (const word of wordsOfNumber(number)) words.add(word)
  if (user_id !== null) words.add(wordOfUser(user_id))
  return words
}
