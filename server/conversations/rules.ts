// Pure rules of conversations.

import type { Uuid } from '#kit/ids.ts'
import { type FieldError, Refusal } from '#kit/refusals.ts'
import type { NewConversation } from './schema.ts'

/** Exactly one of the two: service.md §4.2. Otherwise invalid_content naming both fields. */
export function counterpartOf(input: NewConversation): { contact_id: Uuid | null; group_id: Uuid | null } | Refusal {
  const contact_id = input.contact_id ?? null
  const group_id = input.group_id ?? null
  if ((contact_id === null) !== (group_id === null)) return { contact_id, group_id }
  const message = contact_id === null ? 'give contact_id or group_id' : 'give contact_id or group_id, not both'
  const errors: FieldError[] = [
    { field: 'contact_id', message },
    { field: 'group_id', message },
  ]
  return new Refusal('invalid_content', `A conversation is with one contact or with one group: ${message}.`, errors)
}

/** Changes in rounds in which each conversation occurs once: one statement updates a row once. */
export function roundsOf<Change extends { id: Uuid }>(changes: Change[]): { change: Change; index: number }[][] {
  const rounds: { change: Change; index: number }[][] = []
  const seen = new Map<Uuid, number>()
  changes.forEach((change, index) => {
    const round = seen.get(change.id) ?? 0
    seen.set(change.id, round + 1)
    rounds[round] = [...(rounds[round] ?? []), { change, index }]
  })
  return rounds
}
