// Pure rules of conversations.

import type { Uuid } from '#kit/ids.ts'
import { type FieldError, Refusal } from '#kit/refusals.ts'
import type { NewConversation } from './schema.ts'

/** Exactly one of the two: service.md §4.2. Throws invalid_content naming both fields otherwise. */
export function counterpartOf({ contact_id, group_id }: NewConversation): {
  contactId: Uuid | null
  groupId: Uuid | null
} {
  const contactId = contact_id ?? null
  const groupId = group_id ?? null
  if ((contactId === null) === (groupId === null)) {
    const message = contactId === null ? 'give contact_id or group_id' : 'give contact_id or group_id, not both'
    const errors: FieldError[] = [
      { field: 'contact_id', message },
      { field: 'group_id', message },
    ]
    throw new Refusal('invalid_content', `A conversation is with one contact or with one group: ${message}.`, errors)
  }
  return { contactId, groupId }
}
