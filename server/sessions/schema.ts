// A sign-in session as the console takes and shows it.

import { EMAIL_MAX, PASSWORD_MAX } from '#identity/rules.ts'
import { In, Out, publicId, type Static, seconds, Type } from '#kit/wire.ts'
import { inOrder } from '#access/rules.ts'
import type { OfferedOrganization, Session } from './actions.ts'

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
    created_at: Out.time(),
    expires_at: Out.time(),
  },
  { $id: 'Session' },
)

export const SignIn = In.object({
  email: In.text(EMAIL_MAX),
  password: In.text(PASSWORD_MAX),
  organization_id: Type.Optional(In.nullable(In.id('org'))),
})
export type SignIn = Static<typeof SignIn>

export function showSession(session: Session, organizations: OfferedOrganization[]): Static<typeof ShownSession> {
  return {
    id: publicId('session', session.id),
    user: {
      id: publicId('user', session.userId),
      email: session.email,
      display_name: session.displayName,
      is_operator: session.isOperator,
    },
    organization: { id: publicId('org', session.organizationId), name: session.organizationName },
    role: session.role,
    permissions: inOrder(session.permissions),
    organizations: organizations.map(({ org_id, organization_name }) => ({
      id: publicId('org', org_id),
      name: organization_name,
    })),
    created_at: seconds(session.createdAt),
    expires_at: seconds(session.expiresAt),
  }
}
