// A contact deleted a message for everyone: it is marked as withdrawn, and its text is collapsed. spec 5.81.

import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { IncomingWithdrawal } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import * as conversationQueries from '#messaging/conversations/queries.ts'
import { messageUpdated } from './events.ts'
import type { MessageRow } from './queries.ts'
import * as queries from './queries.ts'
import { deletedByProviderId, type InboundRow, inboundByProviderId, withdraw } from './version-queries.ts'

/** False if the message does not exist yet. Idempotent. */
export async function withdrawAsContact(
  tx: Tx,
  scope: Scope,
  channel: ChannelName,
  { providerId, time }: IncomingWithdrawal,
): Promise<boolean> {
  const { organizationId, at } = scope
  const find = () => tx.row<InboundRow>(inboundByProviderId(organizationId, channel, providerId))
  const found = await find()
  // A user deleted it before: there is nothing to withdraw.
  if (!found) return (await tx.row(deletedByProviderId(organizationId, channel, providerId))) !== undefined
  // Blocks deletions, which lock the conversation; read again, because it may just have been deleted.
  await tx.rows(conversationQueries.lock(organizationId, [found.conversation_id]))
  if ((await find())?.id !== found.id) return false
  if (!(await tx.row(withdraw(organizationId, found.id, time < at ? time : at)))) return true
  await runHooks('words.changed', tx, scope, { kind: 'message', ids: [found.id] })
  const [row] = await tx.rows<MessageRow>(queries.byIds(organizationId, [found.id]))
  await emit(tx, organizationId, at, [messageUpdated(row as MessageRow)])
  return true
}
