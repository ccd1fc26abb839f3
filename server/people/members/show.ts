// Members, service users and the caller as the API shows them.

import type { Actor } from '#kit/app.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import { inOrder } from '#people/access/rules.ts'
import type { OrganizationRow } from '#people/organizations/queries.ts'
import { showOrganization } from '#people/organizations/show.ts'
import type { MemberRow } from './queries.ts'
import type { Me, ServiceUser, User } from './schema.ts'

export function showUser(row: MemberRow): Static<typeof User> {
  return {
    id: publicId('user', row.id),
    kind: row.kind,
    email: row.email,
    display_name: row.display_name,
    role: shownRoleOf(row),
    created_at: seconds(row.created_at),
  }
}

export function showServiceUser(row: MemberRow): Static<typeof ServiceUser> {
  return {
    id: publicId('user', row.id),
    name: row.display_name,
    role: shownRoleOf(row),
    created_at: seconds(row.created_at),
  }
}

export const shownRoleOf = (row: { role_name: string | null; role_id: string | null }): string =>
  row.role_name ?? publicId('role', row.role_id as string)

export function showMe(actor: Actor, row: MemberRow, organization: OrganizationRow): Static<typeof Me> {
  const user = showUser(row)
  return {
    user,
    organization: showOrganization(organization),
    role: user.role,
    permissions: inOrder(actor.permissions),
    is_operator: row.is_operator,
    token_id: publicId('token', actor.tokenId),
    language: row.language,
    theme: row.theme,
    time_zone: row.time_zone,
  }
}
