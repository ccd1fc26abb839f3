// API schemas of attachments.

import { Out, oneOf, Type } from '#kit/wire.ts'
import { type MissingReason, missingReasons } from './rules.ts'

const file = {
  id: Out.id('att'),
  filename: Type.String({ description: 'File name without a path.' }),
  content_type: Type.String({ description: 'Media type, detected from the content.' }),
  size: Type.Integer({ description: 'Size in bytes.' }),
}

const LINK =
  'Link that serves the file to anyone who has it. Valid for at least 24 hours; retrieve the attachment for a new link.'

export const Attachment = Type.Object(
  {
    ...file,
    message_id: Type.Unsafe<string | null>({
      ...Out.nullable(Out.id('msg')),
      description: 'The message that the file belongs to. Null until a message uses it.',
    }),
    url: Type.String({ description: LINK }),
  },
  { $id: 'Attachment' },
)

/** As part of a message. */
export const MessageAttachment = Type.Object(
  {
    ...file,
    url: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: `${LINK} Null in events, because they are stored for longer than a link is valid: use \`GET /v1/attachments/{id}\`.`,
    }),
  },
  { $id: 'MessageAttachment' },
)

/** A contact's file that is not stored. */
export const MissingAttachment = Type.Object(
  {
    filename: Out.nullable(Type.String()),
    content_type: Out.nullable(Type.String({ description: 'Media type as the provider reported it.' })),
    state: Type.Unsafe<'pending' | 'unavailable'>({
      ...oneOf(['pending', 'unavailable'], 'MissingAttachmentState'),
      description:
        '`pending`: still being downloaded from the provider, for about 15 hours. `unavailable`: the download failed and is not retried.',
    }),
    reason: Type.Unsafe<MissingReason | null>({
      ...Out.nullable(oneOf(missingReasons, 'MissingAttachmentReason')),
      description:
        "Why the file is unavailable: `not_fetched` (the provider did not return it), `too_large`, `too_many`, `no_room` (the organization's storage is full) or `empty`. Null while it is pending.",
    }),
    count: Type.Integer({
      minimum: 1,
      description:
        'How many files this entry stands for. More than 1 only in the last entry of a message with more than 100 files.',
    }),
  },
  { $id: 'MissingAttachment' },
)
