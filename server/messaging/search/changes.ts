// Reindexes changed objects: contacts, groups, edited messages, and the messages of reassigned conversations, whose
// entries contain the assignee.

import type { Tx } from '#kit/database/database.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './index-queries.ts'
import { write } from './indexing.ts'
import type { Kind } from './match-rules.ts'

const PIECE_CHANGES = 500

type Source = (organizationId: Uuid, ids: readonly Uuid[]) => Statement

/**
 * `hold` locks rows of a kind and reads their texts, skipping rows locked by others; `there` returns all that exist.
 */
export interface IndexedKind {
  hold: Source
  there: Source
}

const KINDS: Record<Kind, IndexedKind> = {
  message: { hold: queries.holdMessages, there: queries.messagesThere },
  contact: { hold: queries.holdContacts, there: queries.contactsThere },
  group: { hold: queries.holdGroups, there: queries.groupsThere },
  // Set by `useIndexedSubmissions` at startup: that domain depends on this one.
  submission: { hold: notConnected, there: notConnected },
}

function notConnected(): never {
  throw new Error('submissions are not connected to the search')
}

export function useIndexedSubmissions(kind: IndexedKind): void {
  KINDS.submission = kind
}

/** True if more changes are left. */
export async function reindexPiece(tx: Tx, organizationId: Uuid): Promise<boolean> {
  const changes = await tx.rows<queries.ChangeRow>(queries.holdChanges(organizationId, PIECE_CHANGES))
  for (const kind of ['contact', 'group', 'submission', 'message'] as const) {
    const changed = changes.filter((one) => one.kind === kind)
    for (const which of ['new', 'earlier'] as const) {
      const ids = changed.filter((one) => (one.noted_at.getTime() === 0) === (which === 'earlier')).map(({ id }) => id)
      const seen = await reindex(tx, organizationId, kind, ids, which)
      if (seen === null) return false
      await tx.run(queries.removeChanges(organizationId, seen))
    }
  }
  const conversation = changes.find(({ kind }) => kind === 'conversation')
  const isMore = conversation !== undefined && (await reindexConversation(tx, organizationId, conversation))
  return isMore || changes.length === PIECE_CHANGES || changes.filter(({ kind }) => kind === 'conversation').length > 1
}

/** Returns the ids that were reindexed or no longer exist; the others are locked. Null if another worker indexes. */
async function reindex(
  tx: Tx,
  organizationId: Uuid,
  kind: Kind,
  ids: Uuid[],
  which: 'new' | 'earlier',
): Promise<Uuid[] | null> {
  if (ids.length === 0) return []
  const head = await tx.row<queries.HeadRow>(queries.holdHead(organizationId, kind))
  if (!head) return null
  const rows = await tx.rows<queries.SourceRow>(KINDS[kind].hold(organizationId, ids))
  // Rows that the walk over earlier messages has not reached are indexed by it.
  const { walked_id } = head
  const written = rows.filter(({ id, bucket }) => bucket !== null || walked_id === null || id >= walked_id)
  await write(tx, organizationId, kind, head, written, which)
  await tx.run(queries.saveHead(organizationId, kind, head))
  const there = new Set((await tx.rows<{ id: Uuid }>(KINDS[kind].there(organizationId, ids))).map(({ id }) => id))
  const held = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => held.has(id) || !there.has(id))
}

/** Reindexes some of its messages, the newest first. True if more are left. */
async function reindexConversation(tx: Tx, organizationId: Uuid, { id, after_id, noted_at: at }: queries.ChangeRow) {
  const found = await tx.rows<{ id: Uuid }>(queries.messagesOf(organizationId, id, after_id, PIECE_CHANGES))
  const ids = found.map((one) => one.id)
  const seen = await reindex(tx, organizationId, 'message', ids, 'new')
  if (seen === null) return false
  const left = ids.filter((one) => !seen.includes(one))
  if (left.length > 0) await tx.run(queries.noteChanges(organizationId, 'message', left, at))
  const last = ids.at(-1)
  if (ids.length < PIECE_CHANGES || last === undefined) {
    await tx.run(queries.removeChanges(organizationId, [id]))
    return false
  }
  await tx.run(queries.goOnBefore(organizationId, id, last))
  return true
}
