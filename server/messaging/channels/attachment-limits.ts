// Attachments that each channel accepts, checked before a message is charged. Sizes are file sizes in bytes. Source:
// developers.facebook.com/docs/whatsapp/cloud-api/reference/media (supported media types).

import { validationError } from '#kit/messages/field-errors.ts'
import type { FieldError } from '#kit/refusals.ts'
import type { AttachedFile, Content } from './channel.ts'

const MEGABYTE = 1024 * 1024

/** The maximum number of attachments of a message, on any channel. */
export const ATTACHMENTS_MAX = 20
/**
 * For all attachments of a mail together: base64 makes them a third larger, and many servers accept at most 25 to 30
 * MB.
 */
export const MAIL_ATTACHMENTS_BYTES_MAX = 20 * MEGABYTE

export function mailAttachmentErrors({ attachments = [] }: Content): FieldError[] {
  const size = attachments.reduce((sum, one) => sum + one.size, 0)
  if (size <= MAIL_ATTACHMENTS_BYTES_MAX) return []
  const sizes = { size: inMegabytes(size), max: inMegabytes(MAIL_ATTACHMENTS_BYTES_MAX) }
  return [{ field: 'attachments', ...validationError('attachments_too_large', sizes) }]
}

type MediaKind = 'image' | 'audio' | 'video' | 'document'

/** Types that the app shows inline; everything else is sent as a document. */
const MEDIA: readonly [RegExp, MediaKind][] = [
  [/^image\/(?:jpeg|png)$/, 'image'],
  [/^audio\/(?:aac|amr|mpeg|mp4|ogg)$/, 'audio'],
  [/^video\/(?:mp4|3gpp)$/, 'video'],
]
export const APP_MEDIA_BYTES_MAX: Readonly<Record<MediaKind, number>> = {
  image: 5 * MEGABYTE,
  audio: 16 * MEGABYTE,
  video: 16 * MEGABYTE,
  document: 100 * MEGABYTE,
}

/** The kind as which the app sends a file. */
export const mediaKindOf = ({ content_type }: Pick<AttachedFile, 'content_type'>): MediaKind =>
  MEDIA.find(([types]) => types.test(content_type))?.[1] ?? 'document'

/** A message of the app is one text, or one file with the text below it. */
export function appAttachmentErrors({
  attachments = [],
  text,
  template_id,
  template_header = null,
}: Content): FieldError[] {
  const [file, ...others] = attachments
  if (file === undefined) return []
  if (others.length > 0) return [{ field: 'attachments', ...validationError('one_attachment') }]
  const kind = mediaKindOf(file)
  const most = APP_MEDIA_BYTES_MAX[kind]
  if (file.size > most) {
    const sizes = { size: inMegabytes(file.size), max: inMegabytes(most) }
    return [{ field: 'attachments[0]', ...validationError('attachment_too_large', sizes) }]
  }
  if (template_id !== null) {
    if (template_header === null) return [{ field: 'attachments', ...validationError('template_without_file') }]
    return kind === template_header
      ? []
      : [{ field: 'attachments[0]', ...validationError('other_header_file', { type: template_header }) }]
  }
  return kind === 'audio' && text !== null ? [{ field: 'text', ...validationError('text_with_audio') }] : []
}

export const noAttachments = ({ attachments = [] }: Content): FieldError[] =>
  attachments.length === 0 ? [] : [{ field: 'attachments', ...validationError('not_on_channel') }]

/** Rounded up, so that an excessive size never reads like an allowed one. */
const inMegabytes = (bytes: number): number => Math.ceil((bytes / MEGABYTE) * 10) / 10
