// The doctor's check as the API returns it.

import { Out, oneOf, Type } from '#kit/wire.ts'

export const lookStatuses = ['never', 'queued', 'running', 'completed', 'failed'] as const
export type LookStatus = (typeof lookStatuses)[number]

export const DoctorLook = Type.Object(
  {
    status: oneOf(lookStatuses, 'DoctorLookStatus'),
    asked_at: Out.nullable(Out.time()),
    started_at: Out.nullable(
      Type.Integer({ description: 'When the running check started, in Unix seconds.', examples: [1767225600] }),
    ),
    error: Out.nullable(Type.String({ description: 'Why the last requested check failed.' })),
    last: Out.nullable(
      Type.Object(
        {
          began_at: Out.time(),
          ended_at: Out.time(),
          is_healthy: Type.Boolean(),
          invariants: Type.Array(
            Type.Object({
              id: Type.String(),
              statement: Type.String({ description: 'The rule, in English.' }),
              code: Type.String({ description: 'The id of the rule. More may be added.' }),
              params: Type.Object({
                rows: Type.Integer({ description: 'How many of `broken_by` break the rule; 20 means at least 20.' }),
                examples: Type.Array(Type.String(), {
                  description: 'What names some of these rows: an id, or else their first value.',
                }),
              }),
              message: Type.String({ description: 'The rule where it holds, else what breaks it, in English.' }),
              broken_by: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
                description: 'At most 20 of the rows that break the rule; none where it holds.',
              }),
            }),
          ),
        },
        { description: 'The result of the last check that finished, also while another check is running.' },
      ),
    ),
  },
  { $id: 'DoctorLook' },
)
