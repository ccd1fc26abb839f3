// Actions on many conversations: shown at once, sent to the server one by one, reverted after a refusal.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { each, exceptGone, type NotDone } from '../app/bulk.ts'
import { useWords } from '../app/language.tsx'
import { useSession } from '../app/session.ts'
import { grouped } from '../design/rupees.ts'
import { tell } from '../design/toast.tsx'
import { bulkWords } from './bulk-words.ts'
import { placeConversation, type Row } from './cache.ts'
import { words } from './words.ts'

const LOOKED_THROUGH = 100

type Fields = Partial<Pick<Row, 'is_pinned' | 'is_muted' | 'archived_at'>>

/** The contact has not written recently, so nothing can be marked unread. */
export class NobodyWrote extends Error {}

export interface BulkActs {
  /** Progress; null when nothing is running. */
  underWay: { done: number; of: number } | null
  failed: NotDone<Row>[]
  forget(): void
  archive(rows: readonly Row[]): Promise<void>
  pin(rows: readonly Row[]): Promise<void>
  mute(rows: readonly Row[]): Promise<void>
  markRead(rows: readonly Row[]): Promise<void>
  markUnread(rows: readonly Row[]): Promise<void>
  assign(rows: readonly Row[], userId: string, name: string): Promise<void>
  /** The ids of deleted conversations. */
  remove(rows: readonly Row[]): Promise<Set<string>>
}

/** True unless all rows are in the state already: then the action switches it off for all. */
export const isToBe = (rows: readonly Row[], is: (row: Row) => boolean): boolean => !rows.every(is)
export const isArchived = ({ archived_at }: Row): boolean => archived_at !== null
export const isPinned = ({ is_pinned }: Row): boolean => is_pinned
export const isMuted = ({ is_muted }: Row): boolean => is_muted
export const isUnread = ({ inbox }: Row): boolean => (inbox?.unread_count ?? 0) > 0

export function useBulkActs(openId: string | undefined): BulkActs {
  const w = useWords(bulkWords)
  const common = useWords(words)
  const client = useQueryClient()
  const { user } = useSession()
  const [underWay, setUnderWay] = useState<BulkActs['underWay']>(null)
  const [failed, setFailed] = useState<NotDone<Row>[]>([])
  const place = (id: string, row: Row | null) => placeConversation(client, id, row, { userId: user.id, openId })

  /** The rows for which it succeeded. */
  async function run(rows: readonly Row[], act: (row: Row) => PromiseLike<unknown>, isGoneFine = false) {
    setUnderWay({ done: 0, of: rows.length })
    const all = await each(rows, act, (done) => setUnderWay({ done, of: rows.length }))
    setUnderWay(null)
    const notDone = isGoneFine ? exceptGone(all) : all
    setFailed(notDone)
    const not = new Set(notDone.map(({ one }) => one.id))
    return { done: rows.filter(({ id }) => !not.has(id)), not: rows.filter(({ id }) => not.has(id)) }
  }

  async function change(rows: readonly Row[], fieldsOf: (row: Row) => Fields) {
    for (const row of rows) place(row.id, { ...row, ...fieldsOf(row) })
    const ended = await run(rows, async (row) => {
      const { inbox } = row
      place(row.id, { ...(await api.conversations.update(row.id, fieldsOf(row))), ...(inbox && { inbox }) })
    })
    for (const row of ended.not) place(row.id, row)
    return ended.done
  }

  /** Undo restores each row's own former value. */
  async function changeTo(rows: readonly Row[], fields: Fields, said: (count: number) => string) {
    const names = Object.keys(fields) as (keyof Fields)[]
    const before = new Map(rows.map((row) => [row.id, Object.fromEntries(names.map((name) => [name, row[name]]))]))
    // Rows that are in the state already need no request.
    const meant = rows.filter((row) => names.some((name) => row[name] !== fields[name]))
    const done = await change(meant, () => fields)
    const undo = () =>
      void change(
        done.map((row) => ({ ...row, ...fields })),
        ({ id }) => before.get(id) ?? {},
      )
    if (done.length > 0) tell(said(done.length), { undo: { label: common.undo, onPress: undo } })
  }

  async function unread(row: Row): Promise<void> {
    const last = row.inbox?.last_message
    const id = last?.direction === 'inbound' ? last.id : await lastReceived(row.id)
    if (id === null) throw new NobodyWrote('there is nothing to be unread')
    await api.messages.markUnread(id)
    const { inbox } = row
    if (inbox) place(row.id, { ...row, inbox: { ...inbox, unread_count: Math.max(1, inbox.unread_count) } })
  }

  return {
    underWay,
    failed,
    forget: () => setFailed([]),
    async archive(rows) {
      const isIn = isToBe(rows, isArchived)
      const archived_at = isIn ? Math.floor(Date.now() / 1000) : null
      const meant = isIn ? rows.filter((row) => !isArchived(row)) : rows
      await changeTo(meant, { archived_at }, isIn ? w.archivedMany : w.restoredMany)
    },
    async pin(rows) {
      const is_pinned = isToBe(rows, isPinned)
      await changeTo(rows, { is_pinned }, is_pinned ? w.pinnedMany : w.unpinnedMany)
    },
    async mute(rows) {
      const is_muted = isToBe(rows, isMuted)
      await changeTo(rows, { is_muted }, is_muted ? w.mutedMany : w.unmutedMany)
    },
    async markRead(rows) {
      const { done } = await run(rows.filter(isUnread), async (row) => {
        const { unread_count } = await api.conversations.read.mark(row.id, {})
        if (row.inbox) place(row.id, { ...row, inbox: { ...row.inbox, unread_count } })
      })
      if (done.length > 0) tell(w.readMany(done.length))
    },
    async markUnread(rows) {
      const { done } = await run(rows, unread)
      if (done.length > 0) tell(w.unreadMany(done.length))
    },
    async assign(rows, userId, name) {
      const meant = rows.filter(({ user_id }) => user_id !== userId)
      const { done } = await run(meant, ({ id }) => api.conversations.assign(id, { user_id: userId }))
      for (const { id } of done) place(id, null)
      for (const queryKey of [['conversation'], ['conversations']]) void client.invalidateQueries({ queryKey })
      if (done.length > 0) tell(w.assignedMany(grouped(done.length), name))
    },
    async remove(rows) {
      const { done } = await run(rows, ({ id }) => api.conversations.delete(id), true)
      for (const { id } of done) place(id, null)
      if (done.length > 0) tell(w.removedMany(done.length))
      return new Set(done.map(({ id }) => id))
    },
  }
}

/** The contact's last message; null when it is too old. */
async function lastReceived(conversation_id: string): Promise<string | null> {
  const { data } = await api.messages.list({ conversation_id, limit: LOOKED_THROUGH })
  return data.find(({ direction }) => direction === 'inbound')?.id ?? null
}
