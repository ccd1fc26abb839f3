// The account through which an organization's mail leaves, as the API takes and shows it.

import { In, Out, oneOf, type Static, seconds, Type } from '#kit/wire.ts'
import type { EmailAccountRow } from './queries.ts'
import type { EmailCarrier } from './rules.ts'

const HOST_MAX = 253
const CREDENTIAL_MAX = 500
const SENDER_MAX = 320
const PORT_MAX = 65_535

export const NewEmailAccount = In.object(
  {
    host: In.text(HOST_MAX),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: PORT_MAX, default: 587 })),
    secure: Type.Optional(
      Type.Boolean({
        description: 'TLS from the first byte, as on port 465; otherwise by STARTTLS where it is offered.',
      }),
    ),
    user: Type.Optional(In.nullable(In.text(CREDENTIAL_MAX))),
    password: Type.Optional(
      In.nullable(
        Type.String({
          minLength: 1,
          maxLength: CREDENTIAL_MAX,
          description: 'Never shown again. Left out, the stored one stays, as long as host, port and user do.',
        }),
      ),
    ),
    from: In.text(SENDER_MAX),
    reply_to: Type.Optional(
      In.nullable(
        Type.String({
          minLength: 1,
          maxLength: SENDER_MAX,
          description: 'Where answers go, when not to `from`; written as `from` is.',
        }),
      ),
    ),
  },
  'NewEmailAccount',
)
export type NewEmailAccount = Static<typeof NewEmailAccount>

export const EmailAccount = Type.Object(
  {
    channel: oneOf(['email']),
    carrier: Type.Unsafe<EmailCarrier>({
      ...oneOf(['organization', 'installation', 'sandbox', 'none'], 'EmailCarrier'),
      description:
        "Who carries the organization's mail now: its own account, the installation's, the sandbox, or nobody.",
    }),
    host: Out.nullable(Type.String()),
    port: Out.nullable(Type.Integer()),
    secure: Out.nullable(Type.Boolean()),
    user: Out.nullable(Type.String()),
    has_password: Type.Boolean(),
    from: Out.nullable(Type.String()),
    reply_to: Out.nullable(Type.String()),
    updated_at: Out.nullable(Out.time()),
  },
  { $id: 'EmailAccount' },
)

export const ConnectionTest = Type.Object({
  succeeded: Type.Boolean(),
  detail: Type.String({ description: 'What the mail server said, or why it was not reached.' }),
})

export function showEmailAccount(row: EmailAccountRow | null, carrier: EmailCarrier): Static<typeof EmailAccount> {
  return {
    channel: 'email',
    carrier,
    host: row?.settings.host ?? null,
    port: row?.settings.port ?? null,
    secure: row?.settings.secure ?? null,
    user: row?.settings.user ?? null,
    has_password: (row?.secret ?? null) !== null,
    from: row?.settings.from ?? null,
    reply_to: row?.settings.reply_to ?? null,
    updated_at: seconds(row?.updated_at ?? null),
  }
}
