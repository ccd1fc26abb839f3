// Attachments as the API shows them.

import { publicId, type Static } from '#kit/wire.ts'
import type { LinkTo } from './links.ts'
import type { MissingRow } from './missing-queries.ts'
import type { AttachedRow, AttachmentRow } from './queries.ts'
import { cleanName } from './rules.ts'
import type { Attachment, MessageAttachment, MissingAttachment } from './schema.ts'

export function showAttachment(row: AttachmentRow, linkTo: LinkTo): Static<typeof Attachment> {
  const { id, filename, content_type, size, url } = showAttached(row, linkTo)
  return { id, message_id: publicId('msg', row.message_id), filename, content_type, size, url: url as string }
}

export const showMissing = ({ filename, content_type, reason }: MissingRow): Static<typeof MissingAttachment> => ({
  filename: filename === null ? null : cleanName(filename),
  content_type,
  state: reason === null ? 'pending' : 'unavailable',
  reason,
})

/** With a message; without links where it is kept. */
export function showAttached(row: AttachedRow, linkTo: LinkTo | null): Static<typeof MessageAttachment> {
  return {
    id: publicId('att', row.id),
    filename: row.filename,
    content_type: row.content_type,
    size: row.size,
    url: linkTo === null ? null : linkTo(row.id),
  }
}
