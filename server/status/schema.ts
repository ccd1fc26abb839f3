// The status as the API returns it.

import { Out, oneOf, Type } from '#kit/wire.ts'

const State = oneOf(['good', 'wrong', 'unknown'] as const, 'StatusState')

const message = {
  code: Type.String({
    description: 'Stable code of the message, such as `migrations_pending`. More codes may be added.',
  }),
  params: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'Values used in the message: numbers, names and lists of names. Names of parameters contain their units.',
  }),
  message: Type.String({ description: 'The message in English.' }),
}

const Message = Type.Object(message, { $id: 'StatusMessage' })

export const InstallationStatus = Type.Object(
  {
    state: oneOf(['good', 'wrong'] as const, 'InstallationState'),
    at: Out.time(),
    version: Type.String({ description: 'Version of the program that returns this status.' }),
    problems: Type.Array(Type.String(), {
      description: 'Name of the part, what is wrong and how to fix it, in English.',
    }),
    problem_details: Type.Array(Type.Object({ part: Type.String(), ...message }, { $id: 'StatusProblem' }), {
      description: 'The same problems as data, in the same order.',
    }),
    parts: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the part. More parts may be added.' }),
        state: State,
        problems: Type.Array(Type.String()),
        problem_details: Type.Array(Message, { description: 'The same problems as data, in the same order.' }),
        lines: Type.Array(Type.String(), {
          description: 'Lines printed by `samvad status`, each with a label and a value.',
        }),
        line_details: Type.Array(Message, { description: 'The same lines as data, in the same order.' }),
        facts: Type.Record(Type.String(), Type.Unknown(), {
          description:
            'All figures of the part, by name. Names keep their meaning; more may be added. Some facts also appear under a deprecated name (`arrivals_*`, `last_arrival_seconds`, `deliveries_put_off`, `deliveries_in_hand`, `fault`), which will be removed in version 0.6.',
        }),
      }),
    ),
  },
  { $id: 'InstallationStatus' },
)
