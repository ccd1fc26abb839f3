// Resolves the attachments of drafts; each attachment belongs to one message. Sends with attachments are decided under
// the wallet's lock (send.ts), so that no concurrent send uses the same one.

import type { Uuid } from '#kit/ids.ts'
import { absentIn, invalid, type Refusal } from '#kit/refusals.ts'
import type { AttachedRow, Attaching, AttachmentRow } from '#messaging/attachments/queries.ts'
import type { AcceptedMessage } from './rules.ts'
import type { Draft } from './schema.ts'

/** The attachments that drafts reference. A message takes ownership of its attachments. */
export type Sendable = Map<Uuid, AttachmentRow>

export const hasAttachments = (drafts: readonly Draft[]): boolean =>
  drafts.some(({ attachments = [] }) => attachments !== null && attachments.length > 0)

export const namedIn = (drafts: readonly Draft[]): Uuid[] => drafts.flatMap(({ attachments }) => attachments ?? [])

const NONE: readonly AttachedRow[] = []

/** The draft's attachments in order, or a refusal that names the unavailable ones. */
export function attachedTo(
  known: Sendable | undefined,
  { attachments }: Pick<Draft, 'attachments'>,
): readonly AttachedRow[] | Refusal {
  if (!attachments || attachments.length === 0) return NONE
  const named: AttachedRow[] = []
  for (const [index, id] of attachments.entries()) {
    const field = `attachments[${index}]`
    const row = known?.get(id)
    if (!row) return absentIn(field, 'attachment')
    if (row.message_id !== null) return invalid(field, 'attachment_sent')
    if (attachments.indexOf(id) < index) return invalid(field, 'duplicate')
    named.push(row)
  }
  return named
}

/** Assigns the attachments to the message. */
export function takeAttachments(known: Sendable | undefined, messageId: Uuid, taken: readonly AttachedRow[]): void {
  for (const { id } of taken) {
    const row = known?.get(id)
    if (row) row.message_id = messageId
  }
}

export const attachingOf = (messages: readonly AcceptedMessage[]): Attaching[] =>
  messages.flatMap(({ id: messageId, attachments }) =>
    attachments.map(({ id }, index) => ({ id, messageId, ordinal: index + 1 })),
  )
