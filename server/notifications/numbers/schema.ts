// API schema of a user's phone number for notices.

import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'

/** `leaving`: being sent. `unknown`: may have been sent. `refused`: permanently rejected. */
export const codeStatuses = ['waiting', 'leaving', 'sent', 'unknown', 'refused', 'used'] as const
export type CodeStatus = (typeof codeStatuses)[number]
const languages = ['en', 'hi'] as const

const PHONE_MAX = 30

export const NotificationNumber = Type.Object(
  {
    phone_number: Out.nullable(Type.String({ description: 'Phone number in E.164 format; null if none is set.' })),
    verified_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description:
        'When the number was verified, in Unix seconds. SMS notifications are sent only to a verified number.',
    }),
    code: Out.nullable(
      Type.Object(
        {
          status: oneOf(codeStatuses, 'NotificationCodeStatus'),
          expires_at: Out.nullable(Out.time()),
          tries_left: Type.Integer(),
        },
        { $id: 'NotificationCode', description: 'The pending verification code. Null once the number is verified.' },
      ),
    ),
    updated_at: Out.nullable(Out.time()),
  },
  { $id: 'NotificationNumber' },
)
export type NotificationNumber = Static<typeof NotificationNumber>

export const NewNotificationNumber = In.object(
  {
    phone_number: In.line(PHONE_MAX),
    language: Type.Optional(
      Type.Unsafe<(typeof languages)[number]>({
        ...oneOf(languages, 'NoticeLanguage'),
        default: 'en',
        description: 'Language of the SMS with the code.',
      }),
    ),
  },
  'NewNotificationNumber',
)
export type NewNotificationNumber = Static<typeof NewNotificationNumber>

export const NumberVerification = In.object(
  {
    code: Type.String({
      pattern: '^ *(?:[0-9०-९][ -]*){6}$',
      maxLength: 40,
      description: 'Code of six digits from the SMS; spaces and hyphens are ignored. Devanagari digits are accepted.',
      examples: ['402913'],
    }),
  },
  'NumberVerification',
)
