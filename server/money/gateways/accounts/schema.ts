// Gateway accounts as the API takes and shows them.

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
      description: `${meaning} Never shown again. Left out, the stored one stays, as long as the account and its address do.`,
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
      description: 'Only `https`, except on this machine.',
    }),
  ),
  is_enabled: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Off, it takes no new payments; those that were begun are still settled.',
    }),
  ),
  is_default: Type.Optional(
    Type.Boolean({ description: 'Takes new payments when both gateways are on; the first that was set, unless said.' }),
  ),
})

export const NewRazorpayAccount = In.object(
  {
    key_id: account('The key of the account.'),
    key_secret: secret('Its secret.'),
    webhook_secret: secret('What its webhooks are signed with.'),
    ...common('razorpay'),
  },
  'NewRazorpayAccount',
)

export const NewCashfreeAccount = In.object(
  {
    client_id: account('The client of the account.'),
    client_secret: secret('Its secret, which also signs the webhooks.'),
    ...common('cashfree'),
  },
  'NewCashfreeAccount',
)

/** The same for both gateways, as the actions take it. */
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
    account_id: Type.String({ description: 'The key id or client id.' }),
    secrets: Type.Record(Type.String(), Type.String(), {
      description: 'Of each secret its last four letters.',
      examples: [{ key_secret: '…x3Fq', webhook_secret: '…9aTz' }],
    }),
    is_enabled: Type.Boolean(),
    is_default: Type.Boolean(),
    is_current: Type.Boolean({ description: 'Whether it takes new payments now.' }),
    webhook_url: Type.String({ description: 'The address to enter at the gateway for its webhooks.' }),
    updated_at: Out.time(),
  },
  { $id: 'GatewayAccount' },
)
export type GatewayAccount = Static<typeof GatewayAccount>

export const GatewayAccounts = Type.Object({
  data: Type.Array(GatewayAccount),
  sandbox: Type.Boolean({ description: 'Whether the sandbox gateway is on: test money.' }),
})

export const webhookPath = (name: GatewayName): string => `/webhooks/gateways/${name}`
