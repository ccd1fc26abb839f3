// Schema of an RFC 9457 problem for the contract; `kit/refusals.ts` creates the values.

import { statuses } from '#kit/refusals.ts'
import { called, Type } from '#kit/wire.ts'

/** Not an enum, so that today's clients also accept future codes. */
const ErrorCode = called(
  'ErrorCode',
  Type.String({
    pattern: '^[a-z]+(_[a-z]+)*$',
    description:
      'Error code, stable and meant for programs. The page /docs/errors explains each code. More codes may be added.',
    'x-extensible-enum': Object.keys(statuses),
  }),
)

const FieldErrorCode = Type.String({
  pattern: '^[a-z0-9]+(_[a-z0-9]+)*$',
  description: 'What is wrong with the field, as a stable code. More codes may be added.',
})

const ReasonCode = Type.String({
  pattern: '^[a-z0-9]+(_[a-z0-9]+)*$',
  description: 'The cause of the error in more detail than `code`; stable. More reasons may be added.',
})

const Params = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Values used in the text: numbers, names, amounts as decimal strings in rupees, and lists of names.',
})

export const Problem = Type.Object(
  {
    type: Type.String({
      format: 'uri',
      description: 'URL of the page that explains the error code and how to fix the error.',
    }),
    title: Type.String({ description: 'Title of the error, the same for every error with this `code`.' }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What is wrong with this request and how to fix it, in English.' }),
    code: ErrorCode,
    reason: Type.Optional(ReasonCode),
    params: Type.Optional(Params),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({
            description: 'Path of the field or parameter, such as `contact_id` or `messages[3].text`.',
          }),
          code: Type.Optional(FieldErrorCode),
          message: Type.String({ description: 'What is wrong with the value, in English.' }),
          params: Type.Optional(Params),
        }),
        { description: 'The invalid fields. Present only if the error is about fields.' },
      ),
    ),
    request_id: Type.Optional(
      Type.String({
        description: 'ID of the request, as in the X-Request-Id header and in the log. Absent in the items of a batch.',
      }),
    ),
  },
  { $id: 'Problem', description: 'An error as problem details (RFC 9457).' },
)
