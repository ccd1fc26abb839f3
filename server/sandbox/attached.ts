// Attachments of a message written at a device: files uploaded before, each usable in one message. Once claimed, the
// sandbox's provider serves them to the receiver, as a real provider would.

import type { Actor, App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { invalidFields, Refusal, refusal } from '#kit/refusals.ts'
import { type AttachmentRow, claim, release, type SendableRow, sendable } from '#messaging/attachments/queries.ts'
import { removeClaimed } from '#messaging/attachments/removal.ts'
import { USABLE_MS } from '#messaging/attachments/rules.ts'
import { channels } from '#messaging/channels/channels.ts'
import { attachedTo } from '#messaging/sending/attachments.ts'
import type { NewSandboxMessage } from './schema.ts'

export type Attached = Pick<AttachmentRow, 'id' | 'filename' | 'content_type'>

/** Returns the files that the contact may attach on the channel, in the given order. */
export async function attachedByContact(
  { database }: App,
  { organizationId, at }: Actor,
  { channel, subject = null, text = null, attachments }: NewSandboxMessage,
): Promise<readonly Attached[]> {
  if (!attachments || attachments.length === 0) return []
  const asked = attachments.map((id) => ({ id, place: 1 }))
  const since = new Date(at.getTime() - USABLE_MS)
  const rows = await database.reads.rows<SendableRow>(sendable([organizationId], asked, since))
  const attached = attachedTo(new Map(rows.map((row) => [row.id, row])), { attachments })
  if (attached instanceof Refusal) throw attached
  const content = { subject, text, html: null, template_id: null, attachments: attached }
  const error = channels[channel].errorsIn(content).find(({ field }) => field.startsWith('attachments'))
  if (error) throw invalidFields('invalid_content', [error])
  return attached
}

/** Claims the files: no other message can use them afterwards. 409 when one is already claimed. */
export async function claimFiles({ database }: App, { organizationId }: Actor, files: readonly Attached[]) {
  if (files.length === 0) return
  await database.transaction(async (tx) => {
    if ((await tx.rows(claim(organizationId, idsOf(files)))).length < files.length)
      throw refusal('conflict', 'sandbox_file_used')
  }, organizationId)
}

/** Releases the files after a failure, so that another message can use them. */
export async function releaseFiles({ database }: App, { organizationId, userId }: Actor, files: readonly Attached[]) {
  if (files.length === 0) return
  await database.transaction((tx) => tx.run(release(organizationId, idsOf(files), userId)), organizationId)
}

/** Deletes the files after the message that contains them was received. */
export async function letGoOfFiles({ database }: App, { organizationId, at }: Actor, files: readonly Attached[]) {
  if (files.length === 0) return
  await database.transaction((tx) => removeClaimed(tx, { organizationId, at }, idsOf(files)), organizationId)
}

const idsOf = (files: readonly Attached[]): Uuid[] => files.map(({ id }) => id)
