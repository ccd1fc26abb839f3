// Fetches contacts' files that could not be fetched with their message. The message is stored already; it gets an
// update event when a file arrives and when fetching is given up. spec 7.180.

import { emit } from '#events/actions.ts'
import { Fenced } from '#installation/fence.ts'
import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { isTemporary } from '#kit/database/errors.ts'
import type { Uuid } from '#kit/ids.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import { storeOne } from '#messaging/attachments/incoming.ts'
import * as queries from '#messaging/attachments/missing-queries.ts'
import type { MissingReason } from '#messaging/attachments/rules.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import type { ArrivalReader } from '#messaging/channels/arrivals/arrival.ts'
import type { Readers } from '#messaging/channels/arrivals/readers.ts'
import { againAt } from '#messaging/channels/arrivals/rules.ts'
import * as conversationQueries from '#messaging/conversations/queries.ts'
import { messageUpdated } from '#messaging/messages/events.ts'
import type { MessageRow } from '#messaging/messages/queries.ts'
import * as messageQueries from '#messaging/messages/queries.ts'
import type { Work } from '#worker/per-organization.ts'
import { attachTo } from './attachments.ts'

/** Concurrent fetches per organization. */
const FILES_AT_ONCE = 4
const PIECE = 20
/** Longer than any reader waits for a file. */
const FETCH_MAX_MS = 120_000
/** Interval at which the fence is checked. */
const FENCED_AGAIN_MS = 60_000

export function createFetching(app: App, sources: Readers, store = gatedStore(app)): Work {
  const { database, clock, log } = app
  const readers = new Map<string, ArrivalReader>()

  function readerOf(source: string): ArrivalReader {
    const reader = readers.get(source) ?? sources[source]?.(app)
    if (!reader?.openFile) throw new Error(`nothing is fetched again of ${source}`)
    readers.set(source, reader)
    return reader
  }

  async function fetchOne(organizationId: Uuid, row: queries.DueRow, stopping: AbortSignal): Promise<void> {
    const { filename, reference } = row
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(FETCH_MAX_MS)])
    const open = async () => {
      const { openFile } = readerOf(reference.source)
      return (openFile as NonNullable<ArrivalReader['openFile']>)(organizationId, reference, signal)
    }
    try {
      const outcome = await storeOne(app, store, organizationId, { filename, open })
      await settle(organizationId, row, outcome)
    } catch (err) {
      // Interrupted by a stop: does not count as an attempt, and is due at once.
      if (stopping.aborted) return later(organizationId, row, clock(), true)
      const passes = isFenced(err) || isTemporary(err)
      const now = clock()
      const dueAt = passes ? new Date(now.getTime() + FENCED_AGAIN_MS) : againAt(row.tries, now)
      if (dueAt !== null) return later(organizationId, row, dueAt, passes)
      log.warn({ err, organization_id: organizationId }, 'inbound attachment not available')
      await settle(organizationId, row, 'not_fetched')
    }
  }

  const later = (organizationId: Uuid, { id }: queries.DueRow, dueAt: Date, uncounted: boolean): Promise<void> =>
    database.transaction(async (tx) => {
      await tx.run(queries.fetchLater(organizationId, id, dueAt, uncounted))
    }, organizationId)

  const settle = (organizationId: Uuid, row: queries.DueRow, outcome: { id: Uuid } | MissingReason): Promise<void> =>
    database.transaction((tx) => settleIn(tx, { organizationId, at: clock() }, row, outcome), organizationId)

  return async (organizationId, signal) => {
    for (;;) {
      signal.throwIfAborted()
      const due = await database.transaction(
        (tx) => tx.rows<queries.DueRow>(queries.beginFetching(organizationId, clock(), PIECE)),
        organizationId,
      )
      if (due.length === 0) break
      await someAtOnce(due, FILES_AT_ONCE, (row) => fetchOne(organizationId, row, signal))
    }
    const next = await database.reads.row<{ due_at: Date | null }>(queries.nextFetching(organizationId))
    return next?.due_at ?? null
  }
}

async function settleIn(tx: Tx, scope: Scope, row: queries.DueRow, outcome: { id: Uuid } | MissingReason) {
  const { organizationId, at } = scope
  const find = async () => (await tx.rows<MessageRow>(messageQueries.byIds(organizationId, [row.message_id])))[0]
  const message = await find()
  if (!message) return
  // Locks the message's conversation against deletion.
  await tx.rows(conversationQueries.lock(organizationId, [message.conversation_id]))
  if (typeof outcome === 'object') {
    if (!(await tx.row(queries.removeFetched(organizationId, row.id)))) return
    await attachTo(tx, scope, row.message_id, [{ id: outcome.id, ordinal: row.ordinal }])
  } else if (!(await tx.row(queries.markUnavailable(organizationId, row.id, outcome)))) return
  const shown = await find()
  if (shown) await emit(tx, organizationId, at, [messageUpdated(shown)])
}

const isFenced = (err: unknown): boolean =>
  err instanceof Fenced || (err instanceof Error && err.cause instanceof Fenced)
