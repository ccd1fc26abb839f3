// Rules of conversations. Pure.

import type { Actor } from '#kit/app.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { pieceSize } from '#kit/piece-size.ts'
import { type FieldError, invalidFields, Refusal } from '#kit/refusals.ts'
import type { Permission } from '#people/access/rules.ts'
import type { ConversationRow } from './queries.ts'
import type { NewConversation } from './schema.ts'

/** The permission to see conversations: a member without it owns none. */
export const SEE: Permission = 'conversations.view'
const SEE_ALL: Permission = 'conversations.view_all'

/** Deliveries, and messages without one, that a deletion removes at once; more are deleted in batches. */
export const deletedAtOnceMax = () => pieceSize(1000)

type Looker = Pick<Actor, 'userId' | 'permissions'>

export const seesAll = ({ permissions }: Pick<Looker, 'permissions'>): boolean => permissions.has(SEE_ALL)

/** Visible, but not the actor's to change: spec 5.17. `field`: the field of the body that refers to it. */
export function belongsToAnother(field?: string): Refusal {
  return new Refusal(
    'permission_denied',
    reasonOf('conversation_of_other'),
    field === undefined ? [] : [{ field, ...validationError('conversation_of_other') }],
  )
}

/** The user whose conversations are listed: that of the query, by default the actor; null for all. */
export function whoseOf(actor: Looker, userId: string | undefined): Uuid | null {
  if (userId === undefined) return actor.userId
  const whose = userId === 'all' ? null : parseTypeId('user', userId)
  if (whose === null && userId !== 'all')
    throw invalidFields('invalid_query', [
      { field: 'user_id', ...validationError('not_all_or_id', { prefix: 'user' }) },
    ])
  if (whose === actor.userId || seesAll(actor)) return whose
  throw new Refusal('permission_denied', reasonOf('permission_missing', { permissions: [SEE_ALL] }), [
    { field: 'user_id', ...validationError('only_own_conversations') },
  ])
}

/** A conversation to be handed over; `existing_id`: the new owner's conversation with the same contact or group. */
export interface Leaving {
  id: Uuid
  contact_id: Uuid | null
  group_id: Uuid | null
  heir_id: Uuid
  existing_id: Uuid | null
}

export interface HandOver {
  moved: { id: Uuid; heirId: Uuid }[]
  merged: { from: Uuid; into: Uuid }[]
}

/** There is one per user and counterpart: if the new user already has one, or gets several, they are merged. */
export function handOverOf(leaving: Leaving[]): HandOver {
  const moved: HandOver['moved'] = []
  const merged: HandOver['merged'] = []
  const first = new Map<string, Uuid>()
  for (const { id, contact_id, group_id, heir_id, existing_id } of leaving) {
    const place = `${heir_id} ${contact_id ?? group_id}`
    const into = existing_id ?? first.get(place)
    if (into !== undefined) merged.push({ from: id, into })
    else {
      first.set(place, id)
      moved.push({ id, heirId: heir_id })
    }
  }
  return { moved, merged }
}

/** As its new owner sees it: opened and muted states are the previous owner's and are reset. */
export function asHandedOver(row: ConversationRow, heirId: Uuid): ConversationRow {
  return { ...row, user_id: heirId, last_opened_at: null, is_muted: false }
}

/** Exactly one of the two: spec 5.3. Otherwise invalid_content for both fields. */
export function counterpartOf(input: NewConversation): { contact_id: Uuid | null; group_id: Uuid | null } | Refusal {
  const contact_id = input.contact_id ?? null
  const group_id = input.group_id ?? null
  if ((contact_id === null) !== (group_id === null)) return { contact_id, group_id }
  const fields = ['contact_id', 'group_id']
  const error = validationError(contact_id === null ? 'one_of_fields' : 'only_one_of_fields', { fields })
  const errors: FieldError[] = fields.map((field) => ({ field, ...error }))
  return new Refusal('invalid_content', reasonOf('conversation_with_one'), errors)
}

/** Splits changes into rounds with each conversation at most once: a statement can update a row only once. */
export function roundsOf<Change extends { id: Uuid }>(
  changes: readonly Change[],
): { change: Change; index: number }[][] {
  const rounds: { change: Change; index: number }[][] = []
  const seen = new Map<Uuid, number>()
  changes.forEach((change, index) => {
    const round = seen.get(change.id) ?? 0
    seen.set(change.id, round + 1)
    rounds[round] = [...(rounds[round] ?? []), { change, index }]
  })
  return rounds
}

/** Activity has a resolution of one second, like timestamps in the API. */
export const secondOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000)

export const isActiveIn = (second: Date, lastActiveAt: Date | null): boolean =>
  lastActiveAt !== null && lastActiveAt >= second
