// API representation of search results.

import { publicId, seconds } from '#kit/wire.ts'
import { plainTextOf } from '#messaging/channels/email/plain-text.ts'
import { rangesIn, snippetOf, type Term } from './match-rules.ts'
import type * as queries from './queries.ts'
import type { FoundContact, FoundConversation, FoundGroup, FoundMessage } from './schema.ts'
import type { Range } from './words.ts'

interface Counterparts {
  contact_id: string | null
  display_name: string | null
  group_id: string | null
  group_name: string | null
}

const withWhom = ({ contact_id, display_name, group_id, group_name }: Counterparts) => ({
  contact: contact_id === null ? null : { id: publicId('contact', contact_id), display_name },
  group: group_id === null ? null : { id: publicId('group', group_id), name: group_name ?? '' },
})

export function showMessage(row: queries.FoundMessageRow, terms: readonly Term[]): FoundMessage {
  const text = snippetOf(row.text ?? (row.html === null ? '' : plainTextOf(row.html)), terms)
  const isOfSubject = text.matches.length === 0 && row.subject !== null
  const snippet = isOfSubject ? snippetOf(row.subject ?? '', terms) : text
  return {
    id: publicId('msg', row.id),
    conversation_id: publicId('conv', row.conversation_id),
    user_id: publicId('user', row.user_id),
    ...withWhom(row),
    direction: row.direction,
    channel: row.channel,
    snippet: { field: isOfSubject ? 'subject' : 'text', ...snippet },
    created_at: seconds(row.created_at),
  }
}

export function showContact(row: queries.FoundContactRow, terms: readonly Term[]): FoundContact {
  const { display_name, email, phone_number, app_id } = row
  return {
    ...row,
    id: publicId('contact', row.id),
    owner_id: publicId('user', row.owner_id),
    created_at: seconds(row.created_at),
    conversation_id: publicId('conv', row.conversation_id),
    matches: matchesOf({ display_name, email, phone_number, app_id }, terms),
  }
}

export function showGroup(row: queries.FoundGroupRow, terms: readonly Term[]): FoundGroup {
  const { name, description } = row
  return { ...row, id: publicId('group', row.id), matches: matchesOf({ name, description }, terms) }
}

export function showConversation(row: queries.FoundConversationRow, terms: readonly Term[]): FoundConversation {
  return {
    id: publicId('conv', row.id),
    user_id: publicId('user', row.user_id),
    ...withWhom(row),
    last_active_at: seconds(row.last_active_at),
    archived_at: seconds(row.archived_at),
    matches: rangesIn(row.display_name ?? row.group_name ?? '', terms),
  }
}

const NUMBERS = ['phone_number', 'app_id']

export function matchesOf(fields: Record<string, string | null>, terms: readonly Term[]): Record<string, Range[]> {
  const found = Object.entries(fields).map(([name, value]) => {
    const words = rangesIn(value ?? '', terms)
    return [name, words.length === 0 && NUMBERS.includes(name) ? digitsIn(value ?? '', terms) : words] as const
  })
  return Object.fromEntries(found.filter(([, ranges]) => ranges.length > 0))
}

/** Digits within a number, which has no separators. */
function digitsIn(value: string, terms: readonly Term[]): Range[] {
  return terms.flatMap(({ word }) => {
    const start = value.indexOf(word)
    return start < 0 ? [] : [{ start, end: start + word.length }]
  })
}
