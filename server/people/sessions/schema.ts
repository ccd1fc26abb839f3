// API schemas of console sessions.

import { EMAIL_MAX } from '#kit/email-address.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { PASSKEY_NAME_MAX } from '#people/factors/rules.ts'
import { PASSWORD_MAX } from '#people/identity/rules.ts'

export const ShownSession = Type.Object(
  {
    id: Out.id('session'),
    user: Type.Object({
      id: Out.id('user'),
      email: Type.String(),
      display_name: Type.String(),
      is_operator: Type.Boolean(),
    }),
    organization: Type.Object({ id: Out.id('org'), name: Type.String() }),
    role: Type.String({ description: 'Name of a built-in role, or ID of a custom role.' }),
    permissions: Type.Array(Type.String()),
    organizations: Type.Array(Type.Object({ id: Out.id('org'), name: Type.String() }), {
      description: 'All organizations of the user.',
    }),
    csrf_token: Type.String({
      description:
        'Value of the header `X-CSRF-Token`, required for every request under /console/api that changes something.',
    }),
    created_at: Out.time(),
    expires_at: Type.Integer({
      description: 'When the session expires, in Unix seconds. Every use extends it, up to 30 days after `created_at`.',
    }),
    fresh_until: Type.Integer({
      description:
        'Until when no operation requires confirming the identity again with `POST /console/session/authentication`, in Unix seconds.',
    }),
  },
  { $id: 'Session' },
)

/** The response of the first step: the password was right, and a second factor is required. */
export const FactorNeeded = Type.Object(
  {
    challenge: Type.String({ description: 'Challenge to send with the second step. Valid once.' }),
    expires_at: Out.time(),
    factors: Type.Array(oneOf(['totp', 'passkey', 'recovery_code']), {
      description: 'Accepted second factors; any one is sufficient.',
    }),
    passkey: Out.nullable(Type.Unknown({ description: 'Options for `navigator.credentials.get`.' })),
  },
  { $id: 'FactorNeeded' },
)

export const ListedSession = Type.Object({
  id: Out.id('session'),
  is_this: Type.Boolean({ description: 'Whether this is the current session.' }),
  browser: Out.nullable(Type.String()),
  system: Out.nullable(Type.String()),
  address: Out.nullable(Type.String()),
  organization: Type.Object({ id: Out.id('org'), name: Type.String() }),
  created_at: Out.time(),
  last_used_at: Out.time(),
  expires_at: Out.time(),
})
export const ListedSessions = Type.Object({ data: Type.Array(ListedSession) })

export const OrganizationSwitch = In.object({ organization_id: In.id('org') })

const CHALLENGE_MAX = 2000
const CODE_MAX = 20

/** The response of `navigator.credentials`, as its `toJSON()` writes it; parsed during verification. */
export const Credential = Type.Unsafe<unknown>({
  type: 'object',
  description: 'A `PublicKeyCredential`, as returned by its `toJSON()`.',
})
const challenge = In.line(CHALLENGE_MAX)
const code = Type.Unsafe<string>({ ...In.line(CODE_MAX), description: 'Code of six digits.' })

export const SignIn = In.object({
  email: In.line(EMAIL_MAX),
  password: In.text(PASSWORD_MAX),
  organization_id: Type.Optional(In.nullable(In.id('org'))),
})
export type SignIn = Static<typeof SignIn>

/** One of code, recovery_code and passkey. */
export const SecondStep = In.object({
  challenge,
  code: Type.Optional(code),
  recovery_code: Type.Optional(In.line(2 * CODE_MAX)),
  passkey: Type.Optional(Credential),
})

export const PasskeyOptions = Type.Object({
  challenge: Type.String({ description: "Challenge to send back with the browser's credential." }),
  expires_at: Out.time(),
  options: Type.Unknown({
    description: 'Options for `PublicKeyCredential.parse…OptionsFromJSON` and `navigator.credentials`.',
  }),
})

export const PasskeySignIn = In.object({
  challenge,
  passkey: Credential,
  organization_id: Type.Optional(In.nullable(In.id('org'))),
})

/** One of password, code and passkey; a passkey requires the challenge. */
export const Renewal = In.object({
  password: Type.Optional(In.text(PASSWORD_MAX)),
  code: Type.Optional(code),
  passkey: Type.Optional(Credential),
  challenge: Type.Optional(challenge),
})

export const Passkey = Type.Object({
  id: Out.id('pkey'),
  name: Type.String(),
  is_synced: Type.Boolean({ description: 'Whether the passkey is synced to other devices.' }),
  created_at: Out.time(),
  last_used_at: Out.nullable(Out.time()),
})

export const Factors = Type.Object({
  totp: Out.nullable(Type.Object({ created_at: Out.time() })),
  passkeys: Type.Array(Passkey),
  recovery_codes_left: Type.Integer(),
  passkeys_possible: Type.Boolean({
    description: 'Whether passkeys can be used. False if the installation is opened by IP address.',
  }),
})

const recoveryCodes = Type.Array(Type.String(), {
  description: 'Ten recovery codes. Returned only once; each works once.',
})
export const RecoveryCodes = Type.Object({ recovery_codes: recoveryCodes })
export const BegunTotp = Type.Object({
  secret: Type.String({ description: 'Secret in base32, to enter it manually.' }),
  otpauth_url: Type.String({ description: 'URL to show as a QR code.' }),
})
export const TotpCode = In.object({ code })
export const AddedTotp = Type.Object({
  recovery_codes: Out.nullable(recoveryCodes),
})
export const NewPasskey = In.object({ challenge, name: In.line(PASSKEY_NAME_MAX), passkey: Credential })
export const AddedPasskey = Type.Object({ passkey: Passkey, recovery_codes: Out.nullable(recoveryCodes) })
export const PasskeyChange = In.object({ name: In.line(PASSKEY_NAME_MAX) })
