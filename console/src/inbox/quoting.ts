// Passes the message to be quoted to its conversation's composer.

import type { Message } from '@samvad/sdk'
import { takesButtons } from './compose.ts'

type Taker = (messageId: string) => void
const takers = new Map<string, Taker>()

/** Called by the composer; returns the function that unsubscribes it. */
export function takeQuote(conversationId: string, taker: Taker): () => void {
  takers.set(conversationId, taker)
  return () => {
    if (takers.get(conversationId) === taker) takers.delete(conversationId)
  }
}

export const quote = ({ conversation_id, id }: Pick<Message, 'conversation_id' | 'id'>): void =>
  takers.get(conversation_id)?.(id)

const HAS_LEFT = new Set(['sent', 'delivered', 'read'])

/** The app must know the message: received from it, or delivered to it. */
export const canBeQuoted = ({
  channel,
  direction,
  status,
  withdrawn_at,
  call,
}: Pick<Message, 'channel' | 'direction' | 'status' | 'withdrawn_at' | 'call'>): boolean =>
  takesButtons(channel) &&
  withdrawn_at === null &&
  call === null &&
  (direction === 'inbound' || (status !== null && HAS_LEFT.has(status)))
