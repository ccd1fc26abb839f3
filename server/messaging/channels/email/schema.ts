// The account through which an organization's mail leaves, as the API takes and shows it.

import { In, Out, oneOf, type Static, seconds, Type } from '#kit/wire.ts'
import type { Account, Carrier } from '../accounts/kind.ts'
import type { EmailSettings } from './rules.ts'

const HOST_MAX = 253
const CREDENTIAL_MAX = 500
const SENDER_MAX = 320
const PORT_MAX = 65_535

export const NewEmailAccount = In.object(
  {
    host: In.line(HOST_MAX),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: PORT_MAX, default: 587 })),
    secure: Type.Optional(
      Type.Boolean({
        description: 'TLS from the first byte, as on port 465; otherwise by STARTTLS where it is offered.',
      }),
    ),
    user: Type.Optional(In.nullable(In.line(CREDENTIAL_MAX))),
    password: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...In.text(CREDENTIAL_MAX),
          description: 'Never shown again. Left out, the stored one stays, as long as host, port and user do.',
        }),
      ),
    ),
    from: In.line(SENDER_MAX),
    reply_to: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...In.line(SENDER_MAX),
          description:
            'Where answers go, when not into the conversation, by an address of the installation, or to `from`; written as `from` is.',
        }),
      ),
    ),
    verp: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether each mail has a return path of its own, by which bounces find their delivery. Some servers refuse envelope senders that are not the account. Nothing without a mail domain of the installation.',
      }),
    ),
  },
  'NewEmailAccount',
)
export type NewEmailAccount = Static<typeof NewEmailAccount>

export const EmailAccount = Type.Object(
  {
    channel: oneOf(['email']),
    carrier: Type.Unsafe<Carrier>({
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
    verp: Out.nullable(Type.Boolean()),
    updated_at: Out.nullable(Out.time()),
  },
  { $id: 'EmailAccount' },
)

export function showEmailAccount(row: Account<EmailSettings> | null, carrier: Carrier): Static<typeof EmailAccount> {
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
    verp: row === null ? null : (row.settings.verp ?? true),
    updated_at: seconds(row?.updated_at ?? null),
  }
}
