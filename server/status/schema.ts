// The status as the API shows it.

import { Out, oneOf, Type } from '#kit/wire.ts'

const State = oneOf(['good', 'wrong', 'unknown'] as const, 'StatusState')

export const InstallationStatus = Type.Object(
  {
    state: oneOf(['good', 'wrong'] as const, 'InstallationState'),
    at: Out.time(),
    version: Type.String({ description: 'Of the program that answers.' }),
    problems: Type.Array(Type.String(), { description: 'What is wrong, a sentence each, with what to do.' }),
    parts: Type.Array(
      Type.Object({
        name: Type.String({ description: 'More may be added.' }),
        state: State,
        problems: Type.Array(Type.String()),
        lines: Type.Array(Type.String(), { description: 'What people read.' }),
        facts: Type.Record(Type.String(), Type.Unknown(), {
          description: 'The same for programs. Facts may be added; those of one name keep their meaning.',
        }),
      }),
    ),
  },
  { $id: 'InstallationStatus' },
)
