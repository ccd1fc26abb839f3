// A sign-in session as the console takes and shows it.

import { EMAIL_MAX } from '#kit/email-address.ts'
import { In, Out, type Static, Type } from '#kit/wire.ts'
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
    role: Type.String({ description: 'The name of a built-in role, or the id of a custom one.' }),
    permissions: Type.Array(Type.String()),
    organizations: Type.Array(Type.Object({ id: Out.id('org'), name: Type.String() }), {
      description: 'All that the user can sign in to.',
    }),
    csrf_token: Type.String({
      description: 'Goes into the header `X-CSRF-Token` of every call below /console/api that changes something.',
    }),
    created_at: Out.time(),
    expires_at: Out.time(),
  },
  { $id: 'Session' },
)

export const SignIn = In.object({
  email: In.line(EMAIL_MAX),
  password: In.text(PASSWORD_MAX),
  organization_id: Type.Optional(In.nullable(In.id('org'))),
})
export type SignIn = Static<typeof SignIn>
