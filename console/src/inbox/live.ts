// Live events of conversations: affected ones are refetched and moved to their place.

import { SamvadError } from '@samvad/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../app/api.ts'
import { askAnew } from '../app/ask-anew.ts'
import { type LiveItem, useEvents } from '../app/live.ts'
import { onSent } from '../app/outbox.ts'
import { useSession } from '../app/session.ts'
import { conversationsWith, messagesKey, placeConversation, placeMessage, placeSent, type Row } from './cache.ts'

const TOGETHER_MS = 150
/** When more are affected at once, whole lists are refetched, and then not again immediately. */
const ONE_BY_ONE_MAX = 15
const AFTER_ALL_MS = 1000

const LISTS = [['conversations'], ['conversation'], ['messages']]

/** The last request per conversation: responses to earlier requests are ignored. */
const asked = new Map<string, number>()
let lastAsked = 0

function isLatest(id: string, mark: number): boolean {
  const isIt = asked.get(id) === mark
  if (isIt) asked.delete(id)
  return isIt
}

interface Touched {
  conversations: Set<string>
  /** Message → its conversation. */
  messages: Map<string, string>
  /** Contacts and groups. */
  counterparts: Set<string>
}

const nothing = (): Touched => ({ conversations: new Set(), messages: new Map(), counterparts: new Set() })

export function useInboxLive(openId: string | undefined): void {
  const client = useQueryClient()
  const { user } = useSession()
  const touched = useRef<Touched>(nothing())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = useRef(openId)
  useEffect(() => {
    open.current = openId
  }, [openId])

  const place = (id: string, row: Row | null) =>
    placeConversation(client, id, row, { userId: user.id, openId: open.current })

  useEffect(() => {
    const end = onSent((message) => placeSent(client, message))
    return () => {
      end()
      clearTimeout(timer.current)
    }
  }, [client])

  const flush = () => {
    timer.current = undefined
    const { conversations, messages, counterparts } = touched.current
    touched.current = nothing()
    for (const id of conversationsWith(client, counterparts)) conversations.add(id)
    // Unloaded messages need no update.
    const shown = [...messages].filter(([, id]) => client.getQueryData(messagesKey(id)) !== undefined)
    if (conversations.size + shown.length > ONE_BY_ONE_MAX) {
      timer.current = setTimeout(flush, AFTER_ALL_MS)
      return refreshAll(client)
    }
    const mark = ++lastAsked
    for (const id of [...conversations, ...shown.map(([id]) => id)]) asked.set(id, mark)
    for (const id of conversations)
      void askConversation(id).then((row) => isLatest(id, mark) && row !== undefined && place(id, row))
    for (const [id, conversationId] of shown) void askMessage(client, conversationId, id, mark)
  }

  useEvents(['message.*', 'conversation.*', 'contact.updated', 'contact.deleted', 'group.updated'], (item) => {
    if (item.type === 'reset') return refreshAll(client)
    note(touched.current, item, place)
    if (item.type === 'message.deleted') {
      const { id, conversation_id } = item.data as { id: string; conversation_id: string }
      touched.current.messages.delete(id)
      // A response in flight may contain the former state.
      asked.delete(id)
      placeMessage(client, conversation_id, id, null)
    }
    timer.current ??= setTimeout(flush, TOGETHER_MS)
  })
}

function note(touched: Touched, item: LiveItem, place: (id: string, row: null) => void): void {
  if (item.type === 'reset') return
  const data = item.data as { id?: string; conversation_id?: string; merged_into?: string }
  if (/^(contact|group)\./.test(item.type)) {
    touched.counterparts.add(item.object_id)
  } else if (item.type === 'conversation.deleted') {
    place(item.object_id, null)
    if (data.merged_into) touched.conversations.add(data.merged_into)
  } else if (item.type.startsWith('conversation.')) {
    touched.conversations.add(item.object_id)
  } else if (data.conversation_id && data.id) {
    touched.conversations.add(data.conversation_id)
    touched.messages.set(data.id, data.conversation_id)
  }
}

function refreshAll(client: QueryClient): void {
  for (const queryKey of LISTS) void askAnew(client, queryKey)
}

/** Null when it was deleted, undefined when unknown. */
async function askConversation(id: string): Promise<Row | null | undefined> {
  try {
    return { ...(await api.conversations.retrieve(id, { expand: ['inbox'] })) }
  } catch (error) {
    return error instanceof SamvadError && error.status === 404 ? null : undefined
  }
}

async function askMessage(client: QueryClient, conversationId: string, id: string, mark: number): Promise<void> {
  const message = await api.messages.retrieve(id).catch(() => null)
  // A deletion has its own event.
  if (isLatest(id, mark) && message) placeMessage(client, conversationId, id, { ...message })
}
