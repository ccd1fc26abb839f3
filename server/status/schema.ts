// The status as the API returns it.

import { Out, oneOf, Type } from '#kit/wire.ts'

const State = oneOf(['good', 'wrong', 'unknown'] as const, 'StatusState')

const message = {
  code: Type.String({ description: 'What is said, such as `migrations_pending`. More may be added.' }),
  params: Type.Record(Type.String(), Type.Unknown(), {
    description: 'What fills in the message: numbers, names and lists of names, with units in the names.',
  }),
  message: Type.String({ description: 'The same in English.' }),
}

const Message = Type.Object(message, { $id: 'StatusMessage' })

export const InstallationStatus = Type.Object(
  {
    state: oneOf(['good', 'wrong'] as const, 'InstallationState'),
    at: Out.time(),
    version: Type.String({ description: 'The version of the program that answers.' }),
    problems: Type.Array(Type.String(), { description: 'What is wrong and what to do, after the name of the part.' }),
    problem_details: Type.Array(Type.Object({ part: Type.String(), ...message }, { $id: 'StatusProblem' }), {
      description: 'The same problems as data, in the same order.',
    }),
    parts: Type.Array(
      Type.Object({
        name: Type.String({ description: 'More may be added.' }),
        state: State,
        problems: Type.Array(Type.String()),
        problem_details: Type.Array(Message, { description: 'The same problems as data, in the same order.' }),
        lines: Type.Array(Type.String(), { description: 'What `samvad status` prints, each a label and a value.' }),
        line_details: Type.Array(Message, { description: 'The same lines as data, in the same order.' }),
        facts: Type.Record(Type.String(), Type.Unknown(), {
          description:
            'All figures of the part. Facts may be added; a name keeps its meaning. Some facts also appear under an earlier name (`arrivals_*`, `last_arrival_seconds`, `deliveries_put_off`, `deliveries_in_hand`, `fault`), which version 0.6 removes.',
        }),
      }),
    ),
  },
  { $id: 'InstallationStatus' },
)
