// Sessions as the console receives them.

import type { Uuid } from '#kit/ids.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import { inOrder } from '#people/access/rules.ts'
import type { Factors as FactorsOfPerson } from '#people/factors/actions.ts'
import type { PasskeyRow } from '#people/factors/queries.ts'
import type { OfferedOrganization, Session } from './actions.ts'
import type { ListedRow } from './queries.ts'
import { freshUntil } from './rules.ts'
import type { Factors, ListedSession, Passkey, ShownSession } from './schema.ts'

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
    fresh_until: seconds(freshUntil(session.authenticatedAt)),
  }
}

export function showListed(row: ListedRow, thisId: Uuid): Static<typeof ListedSession> {
  return {
    id: publicId('session', row.id),
    is_this: row.id === thisId,
    browser: row.browser,
    system: row.system,
    address: row.address,
    organization: { id: publicId('org', row.org_id), name: row.organization_name },
    created_at: seconds(row.created_at),
    last_used_at: seconds(row.last_used_at),
    expires_at: seconds(row.expires_at),
  }
}

export function showPasskey(row: PasskeyRow): Static<typeof Passkey> {
  return {
    id: publicId('pkey', row.id),
    name: row.name,
    is_synced: row.is_synced,
    created_at: seconds(row.created_at),
    last_used_at: seconds(row.last_used_at),
  }
}

export function showFactors(own: FactorsOfPerson, arePasskeysPossible: boolean): Static<typeof Factors> {
  return {
    totp: own.totp && { created_at: seconds(own.totp.created_at) },
    passkeys: own.passkeys.map(showPasskey),
    recovery_codes_left: own.recoveryCodesLeft,
    passkeys_possible: arePasskeysPossible,
  }
}
