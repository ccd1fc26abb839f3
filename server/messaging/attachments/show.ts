// API representation of attachments.

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

/**
 * The missing files of a message, in order. With too many files, the last entry stands for all that follow its
 * predecessor.
 */
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

/** As part of a message; `linkTo` is null for stored representations. */
export function showAttached(row: AttachedRow, linkTo: LinkTo | null): Static<typeof MessageAttachment> {
  return {
    id: publicId('att', row.id),
    filename: row.filename,
    content_type: row.content_type,
    size: row.size,
    url: linkTo === null ? null : linkTo(row.id),
  }
}
