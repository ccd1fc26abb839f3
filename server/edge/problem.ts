// The shape of every refusal: RFC 9457. `kit/refusals.ts` makes the values, this says it to the contract.

import { statuses } from '#kit/refusals.ts'
import { called, Type } from '#kit/wire.ts'

/** Not an enum: a client that was made today reads the codes of tomorrow too. */
const ErrorCode = called(
  'ErrorCode',
  Type.String({
    pattern: '^[a-z]+(_[a-z]+)*$',
    description:
      'Stable, for programs. Those of today are listed here and explained under /docs/errors; more may be added.',
    'x-extensible-enum': Object.keys(statuses),
  }),
)

const FieldErrorCode = Type.String({
  pattern: '^[a-z0-9]+(_[a-z0-9]+)*$',
  description: 'What is wrong, for programs; stable. More codes may be added.',
})

const ReasonCode = Type.String({
  pattern: '^[a-z0-9]+(_[a-z0-9]+)*$',
  description: 'Why, more exactly than `code`; stable. More reasons may be added.',
})

const Params = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The values in the text: counts, names, decimal strings in rupees, lists of names.',
})

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The page that explains the code and what to do about it.' }),
    title: Type.String({ description: 'The code in words; the same for every refusal of this code.' }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What was wrong with this request, and what to do about it.' }),
    code: ErrorCode,
    reason: Type.Optional(ReasonCode),
    params: Type.Optional(Params),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'The field, such as `contact_id` or `messages[3].text`.' }),
          code: Type.Optional(FieldErrorCode),
          message: Type.String({ description: 'What is wrong with the value, in English.' }),
          params: Type.Optional(Params),
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
