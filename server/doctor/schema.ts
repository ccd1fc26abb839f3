// The doctor's check as the API returns it.

import { Out, oneOf, Type } from '#kit/wire.ts'

export const lookStatuses = ['never', 'queued', 'running', 'completed', 'failed'] as const
export type LookStatus = (typeof lookStatuses)[number]

export const DoctorLook = Type.Object(
  {
    status: oneOf(lookStatuses, 'DoctorLookStatus'),
    asked_at: Out.nullable(Out.time('When the last check was requested, in Unix seconds. Null if never.')),
    started_at: Out.nullable(
      Type.Integer({
        description: 'When the running check started, in Unix seconds. Null if no check is running.',
        examples: [1767225600],
      }),
    ),
    error: Out.nullable(Type.String({ description: 'Why the last requested check failed. Null if it did not fail.' })),
    last: Out.nullable(
      Type.Object(
        {
          began_at: Out.time(),
          ended_at: Out.time(),
          is_healthy: Type.Boolean({ description: 'Whether every rule holds.' }),
          invariants: Type.Array(
            Type.Object({
              id: Type.String(),
              statement: Type.String({ description: 'The rule, in English.' }),
              code: Type.String({ description: 'Stable code of the rule. More codes may be added.' }),
              params: Type.Object({
                rows: Type.Integer({ description: 'Number of rows that break the rule; 20 means at least 20.' }),
                examples: Type.Array(Type.String(), {
                  description: 'IDs of some of these rows, or their first values if they have no ID.',
                }),
              }),
              message: Type.String({ description: 'The rule if it holds, otherwise what breaks it, in English.' }),
              broken_by: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
                description: 'At most 20 of the rows that break the rule. Empty if the rule holds.',
              }),
            }),
          ),
        },
        {
          description:
            'Result of the last finished check, even while another check is running. Null before the first one.',
        },
      ),
    ),
  },
  { $id: 'DoctorLook' },
)
