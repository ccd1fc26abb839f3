// Stores what one inbound event has besides receipts, in the transaction that marks it as processed.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { StoredOriginal } from '#messaging/attachments/originals.ts'
import type { Arrived, Incoming } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { suppressReported } from '#messaging/contacts/suppressions/actions.ts'
import { isRepeated, receive } from './actions.ts'
import type { Takers } from './handing-on.ts'

interface Files {
  attachmentIds: readonly Uuid[]
  original: StoredOriginal | null
}

type StoredFiles = ReadonlyMap<Incoming, Files>

/** Outside any transaction, as a provider or the store may be slow. A repetition needs no files. */
export async function storeFilesOf(takers: Takers, reads: Tx, scope: Scope, arrived: Arrived): Promise<StoredFiles> {
  const files = new Map<Incoming, Files>()
  for (const message of arrived.messages) {
    const { attachments } = message.content
    const { original = null } = message
    if (attachments.length === 0 && original === null) continue
    if (await isRepeated(reads, scope, message)) continue
    files.set(message, {
      attachmentIds: attachments.length === 0 ? [] : await takers.keepAttachments(scope, attachments),
      original: original === null ? null : await takers.storeOriginal(scope, original),
    })
  }
  return files
}

export async function storeArrived(
  tx: Tx,
  scope: Scope,
  takers: Takers,
  channel: ChannelName,
  arrived: Arrived,
  files: StoredFiles,
): Promise<void> {
  for (const incoming of arrived.messages) {
    const { attachmentIds = [], original = null } = files.get(incoming) ?? {}
    await receive(tx, scope, incoming, async (messageId) => {
      await takers.attach(tx, scope, messageId, attachmentIds)
      if (original) await takers.attachOriginal(tx, scope, messageId, original)
    })
  }
  for (const said of arrived.suppressions) await suppressReported(tx, scope, { ...said, channel })
  if (arrived.templates.length > 0) await takers.reviewTemplates(tx, scope, channel, arrived.templates)
}
