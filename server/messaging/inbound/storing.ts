// Stores what one arrival brought besides receipts, in the transaction that its arrival is marked in.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Arrived, Incoming } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { suppressReported } from '#messaging/contacts/suppressions/actions.ts'
import { receive } from './actions.ts'
import type { Takers } from './handing-on.ts'

type KeptAttachments = ReadonlyMap<Incoming, readonly Uuid[]>

/** Outside any transaction: a provider may take its time. */
export async function keepAttachmentsOf(takers: Takers, scope: Scope, arrived: Arrived): Promise<KeptAttachments> {
  const kept = new Map<Incoming, readonly Uuid[]>()
  for (const message of arrived.messages) {
    const { attachments } = message.content
    if (attachments.length > 0) kept.set(message, await takers.keepAttachments(scope, attachments))
  }
  return kept
}

export async function storeArrived(
  tx: Tx,
  scope: Scope,
  takers: Takers,
  channel: ChannelName,
  arrived: Arrived,
  attached: KeptAttachments,
): Promise<void> {
  for (const incoming of arrived.messages) {
    const ids = attached.get(incoming) ?? []
    await receive(tx, scope, incoming, (messageId) => takers.attach(tx, scope, messageId, ids))
  }
  for (const said of arrived.suppressions) await suppressReported(tx, scope, { ...said, channel })
  if (arrived.templates.length > 0) await takers.reviewTemplates(tx, scope, channel, arrived.templates)
}
