// Request schema of a merge: spec 6.30.

import { In, oneOf, type Static, Type } from '#kit/wire.ts'
import { takenFields } from '#messaging/contacts/merge-rules.ts'

export const ContactMerge = In.object(
  {
    from: In.id('contact'),
    take: Type.Optional(
      Type.Array(oneOf(takenFields, 'ContactField'), {
        maxItems: takenFields.length,
        description: 'Fields whose value is taken from `from` where both contacts have one.',
      }),
    ),
  },
  'ContactMerge',
)
export type ContactMerge = Static<typeof ContactMerge>
