// Sends are limited by recipients, not by drafts: the maximum per request, and per transaction.

import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { Refusal } from '#kit/refusals.ts'
import type { Submission } from './plan.ts'
import type { DestinationRow } from './queries.ts'

/**
 * Maximum number of recipients per request: its contacts plus the members of its groups, counted per message. A request
 * is never split, so this many are written in one transaction, which holds the wallet's lock for a third of a second.
 */
export const RECIPIENTS_MAX = 10_000
/** Maximum number of deliveries per transaction. A single request with more gets its own. */
export const FLUSH_DELIVERIES_MAX = 5000

/** Conversation → its user and number of recipients. */
export type Sizes = ReadonlyMap<Uuid, { userId: Uuid; size: number; isGroup: boolean }>

export function sizesOf(rows: readonly DestinationRow[]): Sizes {
  return new Map(
    rows.map(({ id, user_id, group_id, group_size }) => [
      id,
      { userId: user_id, size: group_id === null ? 1 : group_size, isGroup: group_id !== null },
    ]),
  )
}

type Request = Pick<Submission, 'drafts'> & { actor: Pick<Submission['actor'], 'userId'> }

/** How many of a request's first drafts have at most `most` recipients together; and the number of these recipients. */
export function within(
  { actor, drafts }: Request,
  sizes: Sizes,
  most = RECIPIENTS_MAX,
): { drafts: number; recipients: number } {
  let recipients = 0
  for (const [index, draft] of drafts.entries()) {
    const size = sizeFor(sizes, actor.userId, draft.conversation_id)
    if (recipients + size > most) return { drafts: index, recipients }
    recipients += size
  }
  return { drafts: drafts.length, recipients }
}

/** Another user's conversation is refused, whatever its size. */
function sizeFor(sizes: Sizes, userId: Uuid, conversationId: Uuid): number {
  const found = sizes.get(conversationId)
  return found?.userId === userId ? found.size : 0
}

/** The groups whose members are needed: those of drafts within the limit. */
export function groupsOf(requests: readonly Request[], sizes: Sizes): Uuid[] {
  const ids = requests.flatMap((request) =>
    request.drafts.slice(0, within(request, sizes).drafts).map((draft) => draft.conversation_id),
  )
  return [...new Set(ids)].filter((id) => sizes.get(id)?.isGroup)
}

export function tooManyRecipients(isOnly: boolean): Refusal {
  const max = { max: RECIPIENTS_MAX }
  const reason = reasonOf(isOnly ? 'too_many_recipients_of_group' : 'too_many_recipients', max)
  return new Refusal('too_many_recipients', reason, [
    { field: 'conversation_id', ...validationError('too_many_recipients', max) },
  ])
}
