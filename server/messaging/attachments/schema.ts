// Attachments as the API shows them.

import { Out, oneOf, Type } from '#kit/wire.ts'
import { type MissingReason, missingReasons } from './rules.ts'

const file = {
  id: Out.id('att'),
  filename: Type.String({ description: 'A name without a path.' }),
  content_type: Type.String({ description: 'By what is in the file.' }),
  size: Type.Integer({ description: 'Bytes.' }),
}

const LINK = 'A link that serves the file to whoever has it, for a day at least; ask again for a new one.'

export const Attachment = Type.Object(
  {
    ...file,
    message_id: Type.Unsafe<string | null>({
      ...Out.nullable(Out.id('msg')),
      description: 'The message that it went with; null until one names it.',
    }),
    url: Type.String({ description: LINK }),
  },
  { $id: 'Attachment' },
)

/** As a message shows it. */
export const MessageAttachment = Type.Object(
  {
    ...file,
    url: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: `${LINK} Null in an event, which is kept for longer: GET /v1/attachments/{id} gives one.`,
    }),
  },
  { $id: 'MessageAttachment' },
)

/** A file that a contact sent and that is not here. */
export const MissingAttachment = Type.Object(
  {
    filename: Out.nullable(Type.String()),
    content_type: Out.nullable(Type.String({ description: 'As the provider said.' })),
    state: Type.Unsafe<'pending' | 'unavailable'>({
      ...oneOf(['pending', 'unavailable'], 'MissingAttachmentState'),
      description: '`pending`: it is still being fetched, for about 15 hours. `unavailable`: it is not tried again.',
    }),
    reason: Type.Unsafe<MissingReason | null>({
      ...Out.nullable(oneOf(missingReasons, 'MissingAttachmentReason')),
      description:
        'Why it is unavailable: `not_fetched` (its provider did not give it), `too_large`, `too_many`, `no_room` (the storage of the organization is full), `empty`. Null while it is pending.',
    }),
  },
  { $id: 'MissingAttachment' },
)
