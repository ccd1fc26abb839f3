// The shape of every refusal: RFC 9457. `kit/refusals.ts` makes the values, this says it to the contract.

import { refusals } from '#kit/refusals.ts'
import { called, Type } from '#kit/wire.ts'

/** Not an enum: a client that was made today reads the codes of tomorrow too. */
const ErrorCode = called(
  'ErrorCode',
  Type.String({
    pattern: '^[a-z]+(_[a-z]+)*$',
    description:
      'Stable, for programs. Those of today are listed here and explained under /docs/errors; more may be added.',
    'x-extensible-enum': Object.keys(refusals),
  }),
)

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The page that explains the code and what to do about it.' }),
    title: Type.String({ description: 'The code in words; the same for every refusal of this code.' }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What was wrong with this request, and what to do about it.' }),
    code: ErrorCode,
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'Where: `contact_id`, `messages[3].text`.' }),
          message: Type.String(),
        }),
        { description: 'The fields at fault, where fields are at fault.' },
      ),
    ),
    request_id: Type.Optional(
      Type.String({ description: 'As in X-Request-Id and in the log; an item of a batch has none of its own.' }),
    ),
  },
  { $id: 'Problem', description: 'A refusal, as RFC 9457 shapes it.' },
)
