// Attachments as the API shows them.

import { Out, Type } from '#kit/wire.ts'

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
