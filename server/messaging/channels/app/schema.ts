// The account that sends an organization's app messages, as the API accepts and shows it.

import { VISIBLE_ASCII } from '#kit/text.ts'
import { In, Out, oneOf, type Static, seconds, Type } from '#kit/wire.ts'
import type { Callback } from '../accounts/callback.ts'
import type { Account, Carrier } from '../accounts/kind.ts'
import { API_VERSION_DEFAULT, type AppSettings } from './rules.ts'

const ID_MAX = 40
const SECRET_MAX = 1000
const PER_SECOND_MAX = 5000

const metaId = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: ID_MAX,
    pattern: '^[0-9][0-9 -]*$',
    description,
    examples: ['106540352242922'],
  })

const sealedText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: SECRET_MAX, pattern: VISIBLE_ASCII, description }))

const STAYS =
  'Never returned. Send both secrets together or neither. If omitted, the stored secrets are kept, unless one of the two IDs changes.'

export const NewAppAccount = In.object(
  {
    phone_number_id: metaId('Phone number ID from WhatsApp > API Setup. This is an ID, not the phone number.'),
    business_account_id: metaId('WhatsApp Business Account ID (WABA ID) from the same page.'),
    access_token: sealedText(
      `Access token of a system user with the permissions \`whatsapp_business_messaging\` and \`whatsapp_business_management\`. ${STAYS}`,
    ),
    app_secret: sealedText(`App secret from App settings > Basic. Meta signs its webhooks with it. ${STAYS}`),
    api_version: Type.Optional(
      Type.String({
        pattern: '^v[0-9]{1,3}\\.[0-9]{1,2}$',
        maxLength: 10,
        default: API_VERSION_DEFAULT,
        description: 'Version of the Graph API.',
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
  },
  'NewAppAccount',
)
export type NewAppAccount = Static<typeof NewAppAccount>

export const AppAccount = Type.Object(
  {
    channel: oneOf(['app']),
    carrier: Type.Unsafe<Carrier>({
      ...oneOf(['organization', 'installation', 'sandbox', 'none'], 'AppCarrier'),
      description:
        "Which account sends the organization's app messages: `organization` (its own), `installation` (the shared account), `sandbox`, or `none`.",
    }),
    phone_number_id: Out.nullable(Type.String()),
    business_account_id: Out.nullable(Type.String()),
    has_access_token: Type.Boolean(),
    has_app_secret: Type.Boolean(),
    api_version: Out.nullable(Type.String()),
    messages_per_second: Out.nullable(Type.Integer()),
    callback_url: Out.nullable(
      Type.String({
        description:
          'Callback URL to enter at WhatsApp > Configuration. Unique to this account; it stays the same as long as the two IDs do. Null without an account.',
      }),
    ),
    verify_token: Out.nullable(
      Type.String({ description: 'Verify token to enter with the callback URL. Null without an account.' }),
    ),
    updated_at: Out.nullable(Out.time()),
  },
  { $id: 'AppAccount' },
)

export function showAppAccount(
  row: Account<AppSettings> | null,
  carrier: Carrier,
  callback: Callback | null,
): Static<typeof AppAccount> {
  const hasSecrets = (row?.secret ?? null) !== null
  return {
    channel: 'app',
    carrier,
    phone_number_id: row?.settings.phone_number_id ?? null,
    business_account_id: row?.settings.business_account_id ?? null,
    has_access_token: hasSecrets,
    has_app_secret: hasSecrets,
    api_version: row?.settings.api_version ?? null,
    messages_per_second: row?.settings.messages_per_second ?? null,
    callback_url: callback?.url ?? null,
    verify_token: callback?.verifyToken ?? null,
    updated_at: seconds(row?.updated_at ?? null),
  }
}
