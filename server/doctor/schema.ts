// The doctor's look as the API shows it.

import { Out, oneOf, Type } from '#kit/wire.ts'

export const lookStatuses = ['never', 'queued', 'running', 'completed', 'failed'] as const
export type LookStatus = (typeof lookStatuses)[number]

export const DoctorLook = Type.Object(
  {
    status: oneOf(lookStatuses, 'DoctorLookStatus'),
    asked_at: Out.nullable(Out.time()),
    started_at: Out.nullable(
      Type.Integer({ description: 'Unix seconds of when the one that is running began.', examples: [1767225600] }),
    ),
    error: Out.nullable(Type.String({ description: 'Why the last one that was asked for came to no end.' })),
    last: Out.nullable(
      Type.Object(
        {
          began_at: Out.time(),
          ended_at: Out.time(),
          is_healthy: Type.Boolean(),
          invariants: Type.Array(
            Type.Object({
              id: Type.String(),
              statement: Type.String({ description: 'What must hold.' }),
              broken_by: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
                description: 'At most 20 of the rows that break it; none where it holds.',
              }),
            }),
          ),
        },
        { description: 'What the last look that came to an end found; it stays while another one is under way.' },
      ),
    ),
  },
  { $id: 'DoctorLook' },
)
