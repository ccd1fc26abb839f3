// Stores an inbound event's content other than receipts, in the transaction that marks it as processed.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { IncomingFiles } from '#messaging/attachments/incoming.ts'
import type { StoredOriginal } from '#messaging/attachments/originals.ts'
import type { Arrived, Incoming } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { note as noteNotices } from '#messaging/channels/notices/actions.ts'
import { suppressReported } from '#messaging/contacts/suppressions/actions.ts'
import type { MessageRow } from '#messaging/messages/queries.ts'
import { isRepeated, receive, storable } from './actions.ts'
import { endKnownCall } from './calls.ts'
import { addFirstText, receiveEdit } from './edits.ts'
import type { Takers } from './handing-on.ts'
import { followPreferences } from './preferences.ts'

interface Files {
  attached: IncomingFiles
  original: StoredOriginal | null
}

const NONE: IncomingFiles = { stored: [], missing: [] }

type StoredFiles = ReadonlyMap<Incoming, Files>

/** Outside any transaction, as a provider or the store may be slow. Repetitions need no files. */
export async function storeFilesOf(takers: Takers, reads: Tx, scope: Scope, arrived: Arrived): Promise<StoredFiles> {
  const files = new Map<Incoming, Files>()
  // An edit of an unknown message is stored as that message.
  for (const message of [...arrived.messages, ...arrived.edits.map((edit) => edit.message)]) {
    const { attachments } = message.content
    const { original = null } = message
    if (attachments.length === 0 && original === null) continue
    if (await isRepeated(reads, scope, message)) continue
    files.set(message, {
      attached: attachments.length === 0 ? NONE : await takers.keepAttachments(scope, attachments),
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
  const attach = (incoming: Incoming) => async (messageId: Uuid) => {
    const { attached = NONE, original = null } = files.get(incoming) ?? {}
    await takers.attach(tx, scope, messageId, attached)
    if (original) await takers.attachOriginal(tx, scope, messageId, original)
  }
  // Lock order: these lock contacts, which come before conversations.
  const unknown = await followPreferences(tx, scope, channel, arrived.preferences)
  for (const incoming of arrived.messages) {
    const { message, isRepeated: isKnown } = await receive(tx, scope, incoming, attach(incoming))
    if (isKnown && message && incoming.call) await endKnownCall(tx, scope, message.id, incoming.call)
    // Its edit arrived before it.
    if (isKnown && message?.edited_at) await joinFirst(tx, scope, takers, message, incoming)
  }
  for (const edit of arrived.edits) await receiveEdit(tx, scope, edit, attach(edit.message))
  await noteNotices(tx, scope, channel, [...arrived.notices, ...unknown])
  for (const said of arrived.suppressions) await suppressReported(tx, scope, { ...said, channel })
  if (arrived.templates.length > 0) await takers.reviewTemplates(tx, scope, channel, arrived.templates)
}

/** The message before its edit: the first text, and files that the edit does not mention. */
async function joinFirst(tx: Tx, scope: Scope, takers: Takers, message: MessageRow, { content }: Incoming) {
  await addFirstText(tx, scope, message, storable(content.text), async () => {
    if (message.attachments !== null || message.missing_attachments !== null) return
    const missing = content.attachments.flatMap(({ filename, contentType, reference }, index) =>
      reference ? [{ ordinal: index + 1, filename, contentType, reason: null, reference }] : [],
    )
    await takers.attach(tx, scope, message.id, { stored: [], missing })
  })
}
