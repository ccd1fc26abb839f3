// API schemas of gateway accounts.

import { VISIBLE_ASCII } from '#kit/text.ts'
import { In, Out, oneOf, type Static, Type, URL_MAX } from '#kit/wire.ts'
import { type GatewayName, gatewayNames, kinds } from './rules.ts'

const CREDENTIAL_MAX = 200
/** Guards against a truncated paste; the gateways' own are longer. */
const SECRET_MIN = 8

const secret = (meaning: string) =>
  Type.Optional(
    Type.String({
      minLength: SECRET_MIN,
      maxLength: CREDENTIAL_MAX,
      pattern: VISIBLE_ASCII,
      description: `${meaning} Never returned. If omitted, the stored secret is kept; required for a new account and when the account ID or the base URL changes.`,
    }),
  )
const account = (meaning: string) =>
  Type.String({ minLength: 1, maxLength: CREDENTIAL_MAX, pattern: VISIBLE_ASCII, description: meaning })

const common = (name: GatewayName) => ({
  base_url: Type.Optional(
    Type.String({
      maxLength: URL_MAX,
      pattern: VISIBLE_ASCII,
      default: kinds[name].baseUrl,
      description: "Base URL of the gateway's API. Must use `https`, except for addresses on the same machine.",
    }),
  ),
  is_enabled: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether the gateway takes new payments. When false, payments already started are still completed.',
    }),
  ),
  is_default: Type.Optional(
    Type.Boolean({
      description:
        'Whether this gateway takes new payments when both are enabled. The first account that was set up is the default unless another is chosen.',
    }),
  ),
})

export const NewRazorpayAccount = In.object(
  {
    key_id: account('Key ID of the account.'),
    key_secret: secret('Key secret of the account.'),
    webhook_secret: secret("Secret that signs the gateway's webhooks."),
    ...common('razorpay'),
  },
  'NewRazorpayAccount',
)

export const NewCashfreeAccount = In.object(
  {
    client_id: account('Client ID of the account.'),
    client_secret: secret("Client secret of the account, which also signs the gateway's webhooks."),
    ...common('cashfree'),
  },
  'NewCashfreeAccount',
)

/** The common form for both gateways, for the actions. */
export interface NewAccount {
  account: string
  secrets: Record<string, string | undefined>
  base_url?: string
  is_enabled?: boolean
  is_default?: boolean
}

export function readAccount(
  name: GatewayName,
  body: Static<typeof NewRazorpayAccount> | Static<typeof NewCashfreeAccount>,
): NewAccount {
  const given = body as unknown as Record<string, string | undefined>
  const { base_url, is_enabled, is_default } = body
  const { account: field, secrets } = kinds[name]
  return {
    account: given[field] as string,
    secrets: Object.fromEntries(secrets.map((one) => [one, given[one]])),
    base_url,
    is_enabled,
    is_default,
  }
}

export const GatewayAccount = Type.Object(
  {
    name: oneOf(gatewayNames, 'GatewayName'),
    base_url: Type.String(),
    account_id: Type.String({ description: 'Key ID (Razorpay) or client ID (Cashfree) of the account.' }),
    secrets: Type.Record(Type.String(), Type.String(), {
      description: 'Each stored secret, masked except for its last four characters.',
      examples: [{ key_secret: '…x3Fq', webhook_secret: '…9aTz' }],
    }),
    is_enabled: Type.Boolean({ description: 'Whether the gateway takes new payments.' }),
    is_default: Type.Boolean({ description: 'Whether this gateway takes new payments when both are enabled.' }),
    is_current: Type.Boolean({ description: 'Whether new payments currently use this account.' }),
    webhook_url: Type.String({ description: "Webhook URL to enter in the gateway's dashboard." }),
    updated_at: Out.time(),
  },
  { $id: 'GatewayAccount' },
)
export type GatewayAccount = Static<typeof GatewayAccount>

export const GatewayAccounts = Type.Object({
  data: Type.Array(GatewayAccount),
  sandbox: Type.Boolean({ description: 'Whether the sandbox gateway is on, so recharges add test money.' }),
})

export const webhookPath = (name: GatewayName): string => `/webhooks/gateways/${name}`
