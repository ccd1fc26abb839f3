// Rules of the inbox. Pure.

import { validationError } from '#kit/messages/field-errors.ts'
import { invalidFields, type Refusal } from '#kit/refusals.ts'
import type { ConversationQuery } from '#messaging/conversations/schema.ts'

/** Unread messages are counted up to this number, which means "this many or more". */
export const UNREAD_MAX = 100
/** The same for a user's conversations. */
export const COUNTED_MAX = 1000
/** Messages that one request marks as read; the oldest first. */
export const READ_AT_ONCE_MAX = 10_000
/** Characters of a message's preview. */
export const PREVIEW_MAX = 160
/** Limits of what is read for it: of a text, much of which may be white space, and of HTML when there is no text. */
export const READING = { unreadMax: UNREAD_MAX, textMax: 1000, htmlMax: 10_000 } as const

/** On one line, never cut inside a surrogate pair. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= PREVIEW_MAX ? line : [...line].slice(0, PREVIEW_MAX).join('')
}

const inOrderOfInbox = ['unread', 'with', 'channel'] as const

/** Filters that would otherwise scan all conversations. */
export function checkFilters(query: ConversationQuery): void {
  const field = inOrderOfInbox.find((name) => query[name] !== undefined)
  if (field !== undefined && query.sort !== 'last_active') throw requires(field, 'sort', 'last_active')
  if (query.channel !== undefined && query.unread !== true) throw requires('channel', 'unread', 'true')
}

function requires(field: string, other: string, value: string): Refusal {
  return invalidFields('invalid_query', [{ field, ...validationError('filter_requires', { other, value }) }])
}
