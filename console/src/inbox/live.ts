// What happens in conversations, as it happens: those that it touches are asked for anew, and put where they belong.

import { SamvadError } from '@samvad/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../app/api.ts'
import { type LiveItem, useEvents } from '../app/live.ts'
import { onSent } from '../app/outbox.ts'
import { useSession } from '../app/session.ts'
import { messagesKey, placeConversation, placeMessage, placeSent, type Row } from './cache.ts'

const TOGETHER_MS = 150
/** Where more was touched at once, the lists are asked for as a whole. */
const ONE_BY_ONE_MAX = 15

const LISTS = [['conversations'], ['conversation'], ['messages']]

/** When each was asked for last: an answer to an earlier question comes too late. */
const asked = new Map<string, number>()
let lastAsked = 0

interface Touched {
  conversations: Set<string>
  /** Message → its conversation. */
  messages: Map<string, string>
}

export function useInboxLive(openId: string | undefined): void {
  const client = useQueryClient()
  const { user } = useSession()
  const touched = useRef<Touched>({ conversations: new Set(), messages: new Map() })
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
    const { conversations, messages } = touched.current
    touched.current = { conversations: new Set(), messages: new Map() }
    if (conversations.size + messages.size > ONE_BY_ONE_MAX) return refreshAll(client)
    const mark = ++lastAsked
    for (const id of [...conversations, ...messages.keys()]) asked.set(id, mark)
    for (const id of conversations)
      void askConversation(id).then((row) => row !== undefined && asked.get(id) === mark && place(id, row))
    for (const [id, conversationId] of messages) void askMessage(client, conversationId, id, mark)
  }

  useEvents(['message.*', 'conversation.*', 'contact.updated', 'contact.deleted', 'group.updated'], (item) => {
    if (item.type === 'reset' || /^(contact|group)\./.test(item.type)) return refreshAll(client)
    note(touched.current, item, place)
    if (item.type === 'message.deleted') {
      const { id, conversation_id } = item.data as { id: string; conversation_id: string }
      touched.current.messages.delete(id)
      placeMessage(client, conversation_id, id, null)
    }
    timer.current ??= setTimeout(flush, TOGETHER_MS)
  })
}

function note(touched: Touched, item: LiveItem, place: (id: string, row: null) => void): void {
  if (item.type === 'reset') return
  const data = item.data as { id?: string; conversation_id?: string; merged_into?: string }
  if (item.type === 'conversation.deleted') {
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
  for (const queryKey of LISTS) void client.invalidateQueries({ queryKey })
}

/** Null where it is gone, undefined where nobody knows. */
async function askConversation(id: string): Promise<Row | null | undefined> {
  try {
    return { ...(await api.conversations.retrieve(id, { expand: ['inbox'] })) }
  } catch (error) {
    return error instanceof SamvadError && error.status === 404 ? null : undefined
  }
}

async function askMessage(client: QueryClient, conversationId: string, id: string, mark: number): Promise<void> {
  if (client.getQueryData(messagesKey(conversationId)) === undefined) return
  const message = await api.messages.retrieve(id).catch(() => null)
  // Where it is gone, its own event says so.
  if (message && asked.get(id) === mark) placeMessage(client, conversationId, id, { ...message })
}
