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

/** Of a message, in their order. The last entry of too many files stands for all that follow the one before it. */
export const showMissing = (rows: readonly MissingRow[]): Static<typeof MissingAttachment>[] =>
  rows.map(({ ordinal, filename, content_type, reason }, index) => {
    const before = rows[index - 1]
    return {
      filename: filename === null ? null : cleanName(filename),
      content_type,
      state: reason === null ? 'pending' : 'unavailable',
      reason,
      count: reason === 'too_many' && before?.reason === 'too_many' ? ordinal - before.ordinal : 1,
    }
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
