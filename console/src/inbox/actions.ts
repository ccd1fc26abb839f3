// Actions on a conversation: shown at once, sent to the server, reverted after a refusal, and undoable while their
// toast is shown.

import { useQueryClient } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useMay, useSession } from '../app/session.ts'
import { tell } from '../design/toast.tsx'
import { placeConversation, type Row } from './cache.ts'
import { threadWords } from './thread-words.ts'
import { words } from './words.ts'

interface Fields {
  is_pinned?: boolean
  is_muted?: boolean
  archived_at?: number | null
  pinned_message_id?: string | null
}

export interface ConversationActions {
  may(row: Row): boolean
  archive(row: Row): void
  pin(row: Row): void
  mute(row: Row): void
  /** Pins a message in the conversation; null unpins it. */
  pinMessage(row: Row, messageId: string | null): void
}

export function useConversationActions(): ConversationActions {
  const w = useWords(threadWords)
  const common = useWords(words)
  const client = useQueryClient()
  const said = useErrorWords()
  const may = useMay()
  const { user } = useSession()

  const change = async (row: Row, fields: Fields, isShownOpen = false): Promise<void> => {
    const place = (shown: Row) =>
      placeConversation(client, row.id, shown, { userId: user.id, openId: isShownOpen ? row.id : undefined })
    place({ ...row, ...fields })
    try {
      const { inbox } = row
      place({ ...(await api.conversations.update(row.id, fields)), ...(inbox && { inbox }) })
    } catch (error) {
      place(row)
      const { title, detail } = said(error)
      tell(title, { detail, isBad: true })
    }
  }

  const doIt = (row: Row, fields: Fields, back: Fields, done: string) => {
    void change(row, fields)
    tell(done, { undo: { label: common.undo, onPress: () => void change({ ...row, ...fields }, back) } })
  }

  return {
    may: (row) => row.user_id === user.id && may('conversations.manage'),
    archive(row) {
      const { archived_at } = row
      const fields = { archived_at: archived_at === null ? Math.floor(Date.now() / 1000) : null }
      doIt(row, fields, { archived_at }, archived_at === null ? w.archived : w.restored)
    },
    pin(row) {
      const { is_pinned } = row
      doIt(row, { is_pinned: !is_pinned }, { is_pinned }, is_pinned ? w.unpinned : w.pinned)
    },
    mute(row) {
      const { is_muted } = row
      doIt(row, { is_muted: !is_muted }, { is_muted }, is_muted ? w.unmuted : w.muted)
    },
    pinMessage(row, messageId) {
      const { pinned_message_id } = row
      doIt(
        row,
        { pinned_message_id: messageId },
        { pinned_message_id },
        messageId ? w.messagePinned : w.messageUnpinned,
      )
    },
  }
}
