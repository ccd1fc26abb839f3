// What attachments a channel takes, told before a message is charged. Sizes are those of the files, in bytes.
// Source: developers.facebook.com/docs/whatsapp/cloud-api/reference/media (supported media types).

import type { AttachedFile, Content } from './channel.ts'

const MEGABYTE = 1024 * 1024

/** Attachments of one message, on any channel. */
export const ATTACHMENTS_MAX = 20
/** Of a mail all together: written in base64 they are a third more, and many servers take no more than 25 to 30 MB. */
export const MAIL_ATTACHMENTS_BYTES_MAX = 20 * MEGABYTE

type Fault = [field: string, message: string]

export function mailAttachmentFaults({ attachments = [] }: Content): Fault[] {
  const size = attachments.reduce((sum, one) => sum + one.size, 0)
  if (size <= MAIL_ATTACHMENTS_BYTES_MAX) return []
  return [
    ['attachments', `are ${inMegabytes(size)} MB together; a mail takes ${inMegabytes(MAIL_ATTACHMENTS_BYTES_MAX)}`],
  ]
}

type MediaKind = 'image' | 'audio' | 'video' | 'document'

/** What the app shows as such; anything else goes as a document. */
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

/** As what the app sends a file. */
export const mediaKindOf = ({ content_type }: Pick<AttachedFile, 'content_type'>): MediaKind =>
  MEDIA.find(([types]) => types.test(content_type))?.[1] ?? 'document'

/** A message of the app is one text or one file, under which the text stands. */
export function appAttachmentFaults({ attachments = [], text, template_id }: Content): Fault[] {
  const [file, ...others] = attachments
  if (file === undefined) return []
  if (others.length > 0) return [['attachments', 'is one at most on this channel; send a message for each']]
  const kind = mediaKindOf(file)
  const most = APP_MEDIA_BYTES_MAX[kind]
  if (file.size > most)
    return [
      ['attachments[0]', `is ${inMegabytes(file.size)} MB; this channel takes ${inMegabytes(most)} of ${nameOf(kind)}`],
    ]
  if (template_id !== null) return [['attachments', 'are not possible beside a template on this channel']]
  return kind === 'audio' && text !== null
    ? [['text', 'is not possible beside a sound on this channel; send it by itself']]
    : []
}

export const noAttachments = ({ attachments = [] }: Content): Fault[] =>
  attachments.length === 0 ? [] : [['attachments', 'are not possible on this channel']]

const nameOf = (kind: MediaKind): string => (kind === 'audio' ? 'a sound' : `${kind === 'image' ? 'an' : 'a'} ${kind}`)

/** Rounded up, so that what is too much never reads as what is allowed. */
const inMegabytes = (bytes: number): number => Math.ceil((bytes / MEGABYTE) * 10) / 10
