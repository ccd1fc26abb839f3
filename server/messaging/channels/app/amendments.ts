// Contacts' changes to messages that they wrote: edits, and deletions for everybody. Pure.

import type { Incoming, IncomingEdit, IncomingReaction, IncomingWithdrawal } from '../arrivals/arrived.ts'
import { type Fields, fieldsOf, textOf } from './json-values.ts'

interface Amendment {
  edits: readonly IncomingEdit[]
  withdrawals: readonly IncomingWithdrawal[]
}

const AMENDING: readonly unknown[] = ['edit', 'revoke']

/** The provider's id of the message that it changes; null when it changes none. */
export function amendedBy(message: Fields | null): string | null {
  if (!message || !AMENDING.includes(message.type)) return null
  return textOf(fieldsOf(message[String(message.type)])?.original_message_id)
}

/** Null when it changes no other message, or does not identify it: it is then read as an ordinary message. */
export function amendmentIn(
  message: Fields | null,
  read: (message: Fields) => Incoming | IncomingReaction | null,
): Amendment | null {
  const providerId = amendedBy(message)
  if (message === null || providerId === null) return null
  const changed = fieldsOf(fieldsOf(message.edit)?.message)
  const now = read(changed ? { ...message, ...changed, id: providerId } : { ...message, id: providerId })
  const editId = textOf(message.id)
  if (now === null || editId === null || !('content' in now)) return null
  if (message.type === 'revoke') return { edits: [], withdrawals: [{ from: now.from, providerId, time: now.time }] }
  return { edits: [{ message: now, editId }], withdrawals: [] }
}
