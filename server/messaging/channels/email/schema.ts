// The account that sends an organization's mail, as the API accepts and shows it.

import { VISIBLE_ASCII } from '#kit/text.ts'
import { In, Out, oneOf, type Static, seconds, Type } from '#kit/wire.ts'
import type { Callback } from '../accounts/callback.ts'
import type { Account, Carrier } from '../accounts/kind.ts'
import { type EmailSettings, webhookProviderNames } from './rules.ts'
import { POSTMARK_USER } from './webhooks/postmark.ts'

const HOST_MAX = 253
const CREDENTIAL_MAX = 500
const SENDER_MAX = 320
const PORT_MAX = 65_535
const PER_SECOND_MAX = 5000
const ARN_MAX = 400

const NewInbound = In.object(
  {
    provider: oneOf(webhookProviderNames, 'MailWebhookProvider'),
    signing_key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: CREDENTIAL_MAX,
        pattern: VISIBLE_ASCII,
        description:
          'Mailgun only: the HTTP webhook signing key. Never returned. If omitted, the stored key is kept, unless the provider changes.',
      }),
    ),
    topic_arn: Type.Optional(
      Type.String({
        maxLength: ARN_MAX,
        pattern: '^arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}$',
        description:
          'Amazon SES only: ARN of the SNS topic that SES publishes to. Notifications from other topics are rejected.',
        examples: ['arn:aws:sns:ap-south-1:123456789012:samvad'],
      }),
    ),
  },
  'NewMailInbound',
)

export const NewEmailAccount = In.object(
  {
    host: Type.Unsafe<string>({ ...In.line(HOST_MAX), description: 'Host name of the mail server (SMTP).' }),
    port: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PORT_MAX, default: 587, description: 'Port of the mail server.' }),
    ),
    secure: Type.Optional(
      Type.Boolean({
        description:
          'Whether to use implicit TLS, as on port 465. Otherwise STARTTLS is used if the server offers it. Defaults to true on port 465.',
      }),
    ),
    user: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...In.line(CREDENTIAL_MAX),
          description: 'User name. Null for a server without authentication.',
        }),
      ),
    ),
    password: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...In.text(CREDENTIAL_MAX),
          description: 'Never returned. If omitted, the stored password is kept, unless host, port or user changes.',
        }),
      ),
    ),
    from: Type.Unsafe<string>({
      ...In.line(SENDER_MAX),
      description: 'From address of all email: `Asha Textiles <hello@asha.example>`, or the address alone.',
    }),
    reply_to: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...In.line(SENDER_MAX),
          description:
            'Reply-To address, in the format of `from`. By default, replies go to an address of the installation that assigns them to the conversation, or else to `from`.',
        }),
      ),
    ),
    verp: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          "Whether to use a unique return path (envelope sender) per email, so that bounces are matched to their delivery. Turn it off if the mail server rejects envelope senders other than the account's own. Has no effect if the installation has no inbound mail domain.",
      }),
    ),
    messages_per_second: Type.Optional(
      In.nullable(
        Type.Integer({
          minimum: 1,
          maximum: PER_SECOND_MAX,
          description: 'Maximum number of messages per second, for the whole installation. Null for no limit.',
        }),
      ),
    ),
    inbound: Type.Optional(
      In.nullable(
        Type.Unsafe<Static<typeof NewInbound>>({
          ...NewInbound,
          description:
            'The email provider that reports inbound email, deliveries, bounces and complaints by webhook. Null if none does.',
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
    carrier: Type.Unsafe<Carrier>({
      ...oneOf(['organization', 'installation', 'sandbox', 'none'], 'EmailCarrier'),
      description:
        "Which account sends the organization's email: `organization` (its own), `installation` (the installation's mail server), `sandbox`, or `none`.",
    }),
    host: Out.nullable(Type.String()),
    port: Out.nullable(Type.Integer()),
    secure: Out.nullable(Type.Boolean()),
    user: Out.nullable(Type.String()),
    has_password: Type.Boolean(),
    from: Out.nullable(Type.String()),
    reply_to: Out.nullable(Type.String()),
    verp: Out.nullable(Type.Boolean()),
    messages_per_second: Out.nullable(Type.Integer()),
    inbound: Out.nullable(
      Type.Object(
        {
          provider: oneOf(webhookProviderNames, 'MailWebhookProvider'),
          topic_arn: Out.nullable(Type.String()),
          has_signing_key: Type.Boolean(),
          callback_url: Type.String({
            description:
              'Webhook URL to enter at the provider. For Mailgun routes, append `/mime`. For Postmark it contains the password that authenticates the webhook. Unique to this account; it stays the same as long as provider and topic do.',
          }),
        },
        { $id: 'MailInbound' },
      ),
    ),
    updated_at: Out.nullable(Out.time()),
  },
  { $id: 'EmailAccount' },
)

export function showEmailAccount(
  row: Account<EmailSettings> | null,
  carrier: Carrier,
  callback: Callback | null,
): Static<typeof EmailAccount> {
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
    messages_per_second: row?.settings.messages_per_second ?? null,
    inbound: row === null || callback === null ? null : showInbound(row, callback),
    updated_at: seconds(row?.updated_at ?? null),
  }
}

function showInbound({ settings, callback_secret = null }: Account<EmailSettings>, callback: Callback) {
  const { inbound: provider = null, inbound_topic_arn = null } = settings
  if (provider === null) return null
  return {
    provider,
    topic_arn: inbound_topic_arn,
    has_signing_key: callback_secret !== null,
    callback_url: provider === 'postmark' ? withPassword(callback) : callback.url,
  }
}

function withPassword({ url, verifyToken }: Callback): string {
  const named = new URL(url)
  named.username = POSTMARK_USER
  named.password = verifyToken
  return named.href
}
