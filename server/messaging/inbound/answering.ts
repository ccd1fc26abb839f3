// The message that an inbound one replies to, and further context from its provider.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Incoming } from '#messaging/channels/arrivals/arrived.ts'
import { type NamedMessage, namedBy } from '#messaging/messages/contact-reaction-queries.ts'
import { noteContext } from './queries.ts'

/** The message it replies to; null when it is not stored, or when several could be meant. */
export async function answeredBy(
  tx: Tx,
  { organizationId }: Scope,
  { channel, answersProviderId = null }: Incoming,
): Promise<NamedMessage | null> {
  if (answersProviderId === null) return null
  const [found, ...others] = await tx.rows<NamedMessage>(namedBy(organizationId, channel, answersProviderId))
  return found && others.length === 0 ? found : null
}

/** Few messages have any of this. */
export async function noteAnswered(
  tx: Tx,
  { organizationId }: Scope,
  id: Uuid,
  { answersProviderId = null, details = null }: Incoming,
  answered: NamedMessage | null,
): Promise<void> {
  if (answersProviderId === null && details === null) return
  const answersId = answered?.message_id ?? null
  await tx.run(noteContext(organizationId, id, { answersProviderId, answersId, details }))
}
