// The account through which an organization's app messages leave, as the API takes and shows it.

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
  'Never shown again. Both secrets are given together; left out, the stored ones stay, as long as the two ids do.'

export const NewAppAccount = In.object(
  {
    phone_number_id: metaId('Of the business phone number, as WhatsApp > API Setup shows it: an id, not the number.'),
    business_account_id: metaId('Of the WhatsApp Business Account (WABA), on the same page.'),
    access_token: sealedText(
      `Of a system user, with whatsapp_business_messaging and whatsapp_business_management. ${STAYS}`,
    ),
    app_secret: sealedText(`App settings > Basic: what Meta signs its webhooks with. ${STAYS}`),
    api_version: Type.Optional(
      Type.String({
        pattern: '^v[0-9]{1,3}\\.[0-9]{1,2}$',
        maxLength: 10,
        default: API_VERSION_DEFAULT,
        description: 'Of the Graph API.',
      }),
    ),
    messages_per_second: Type.Optional(
      In.nullable(
        Type.Integer({
          minimum: 1,
          maximum: PER_SECOND_MAX,
          description: 'How many messages a second it is sent, by all of the installation together; null: no limit.',
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
        "Who carries the organization's app messages now: its own account, the installation's, the sandbox, or nobody.",
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
          "To be entered as Callback URL at WhatsApp > Configuration. This account's alone; it stays while the two ids do.",
      }),
    ),
    verify_token: Out.nullable(Type.String({ description: 'To be entered beside it as Verify token.' })),
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
