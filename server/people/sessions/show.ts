// Sessions as the console is shown them.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import { inOrder } from '#people/access/rules.ts'
import type { OfferedOrganization, Session } from './actions.ts'
import type { ShownSession } from './schema.ts'

export function showSession(
  session: Session,
  organizations: OfferedOrganization[],
  csrfToken: string,
): Static<typeof ShownSession> {
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
    csrf_token: csrfToken,
    created_at: seconds(session.createdAt),
    expires_at: seconds(session.expiresAt),
  }
}
