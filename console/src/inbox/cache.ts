// Updates cached lists: removes, inserts and moves rows.

import type { ListedConversation, Message } from '@samvad/sdk'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { askAnew } from '../app/ask-anew.ts'
import { belongs, type InboxFilter, isBefore } from './filter.ts'

export type Row = ListedConversation

interface Page<One> {
  data: One[]
  hasMore: boolean
}
type Pages<One> = InfiniteData<Page<One>>

/** Search results are shown separately. */
export const listKey = ({ q: _, ...listed }: InboxFilter) => ['conversations', listed] as const
export const conversationKey = (id: string) => ['conversation', id] as const
export const messagesKey = (id: string) => ['messages', id] as const

/** Removes the row with this id, and inserts `row` at its place among the loaded rows. */
function placed<One extends { id: string }>(
  { pages, pageParams }: Pages<One>,
  id: string,
  row: One | null,
  comesBefore: (left: One, right: One) => boolean,
): Pages<One> {
  let isIn = row === null
  const next = pages.map((page, place) => {
    const { data, hasMore } = page
    // Unchanged pages keep their identity; there may be two thousand.
    const others = data.some((one) => one.id === id) ? data.filter((one) => one.id !== id) : data
    const without = others === data ? page : { data: others, hasMore }
    if (isIn || row === null) return without
    const found = others.findIndex((one) => comesBefore(row, one))
    const isLast = place === pages.length - 1
    // A row after the loaded ones comes with its own page.
    if (found < 0 && !(isLast && !hasMore)) return without
    isIn = true
    return { data: others.toSpliced(found < 0 ? others.length : found, 0, row), hasMore }
  })
  return { pages: next, pageParams }
}

const has = <One extends { id: string }>(pages: Pages<One>, id: string): boolean =>
  pages.pages.some(({ data }) => data.some((one) => one.id === id))

/**
 * Places a conversation's current row; null once it is deleted. `openId` stays visible although it no longer matches.
 */
export function placeConversation(
  client: QueryClient,
  id: string,
  row: Row | null,
  { userId, openId }: { userId: string; openId?: string | undefined },
): void {
  if (row) client.setQueryData(conversationKey(id), row)
  for (const [queryKey, pages] of client.getQueriesData<Pages<Row>>({ queryKey: ['conversations'] })) {
    if (!pages) continue
    const filter = queryKey[1] as InboxFilter
    const isThere = row && belongs(filter, row, userId)
    // A list being fetched may return the earlier state, so it is fetched again.
    const isReading = client.isFetching({ queryKey, exact: true }) > 0
    if (isThere === null && row !== null) void askAnew(client, queryKey, true)
    const keeps =
      isThere || (isThere === null && has(pages, id)) || (isKept(filter, row) && id === openId && has(pages, id))
    client.setQueryData(queryKey, placed(pages, id, keeps ? row : null, isBefore))
    if (isReading) void askAnew(client, queryKey, true)
  }
}

/** In the unread filter, the open conversation stays listed after it was read. */
const isKept = (filter: InboxFilter, row: Row | null): boolean =>
  row !== null && filter.show === 'unread' && !row.archived_at

/** Cached conversations with one of these contacts and groups. */
export function conversationsWith(client: QueryClient, ids: ReadonlySet<string>): string[] {
  if (ids.size === 0) return []
  const rows = [
    ...client.getQueriesData<Pages<Row>>({ queryKey: ['conversations'] }).flatMap(([, data]) => data?.pages ?? []),
    { data: client.getQueriesData<Row>({ queryKey: ['conversation'] }).flatMap(([, row]) => row ?? []) },
  ]
  const found = rows.flatMap(({ data }) => data.filter((row) => ids.has(row.contact_id ?? row.group_id ?? '')))
  return [...new Set(found.map(({ id }) => id))]
}

const isNewer = (left: Message, right: Message): boolean => left.id > right.id

/** The response to a send; an existing message is newer. */
export function placeSent(client: QueryClient, message: Message): void {
  const pages = client.getQueryData<Pages<Message>>(messagesKey(message.conversation_id))
  if (pages && !has(pages, message.id)) placeMessage(client, message.conversation_id, message.id, { ...message })
}

/** Places a message's current state; null once it is deleted. */
export function placeMessage(client: QueryClient, conversationId: string, id: string, message: Message | null): void {
  const queryKey = messagesKey(conversationId)
  client.setQueryData<Pages<Message>>(queryKey, (pages) => pages && placed(pages, id, message, isNewer))
}
