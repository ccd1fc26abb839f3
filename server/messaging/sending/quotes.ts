// Checks quoted messages: each must be in the draft's conversation and channel, and must have reached the contact.

import type { Uuid } from '#kit/ids.ts'
import { invalid, type Refusal } from '#kit/refusals.ts'
import type { QuotableRow } from '#messaging/messages/quotable-queries.ts'
import type { Draft } from './schema.ts'

/** The quoted messages that drafts reference. */
export type Quotable = ReadonlyMap<Uuid, QuotableRow>

const FIELD = 'reply_to_message_id'

export const quotedIn = (drafts: readonly Draft[]): Uuid[] =>
  drafts.flatMap(({ reply_to_message_id }) => reply_to_message_id ?? [])

/** Why the draft cannot quote the message; null if it can, or quotes nothing. */
export function quoteErrorOf(
  known: Quotable | undefined,
  { reply_to_message_id: id, conversation_id, channel }: Draft,
): Refusal | null {
  if (id == null) return null
  const quoted = known?.get(id)
  if (quoted?.conversation_id !== conversation_id) return invalid(FIELD, 'not_in_conversation')
  const { channel: its } = quoted
  if (its !== channel) return invalid(FIELD, 'quoted_on_other_channel', { channel })
  return quoted.has_arrived ? null : invalid(FIELD, 'quoted_not_sent')
}
