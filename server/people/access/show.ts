// Tokens and roles as the API shows them.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { CountedRoleRow, RoleRow, TokenRow } from './queries.ts'
import type { Role, RoleContent, Token } from './schema.ts'

export function showToken(row: TokenRow): Static<typeof Token> {
  return {
    id: publicId('token', row.id),
    user_id: publicId('user', row.user_id),
    name: row.name,
    hint: row.hint,
    permissions: row.permissions,
    allowed_addresses: row.allowed_addresses,
    expires_at: seconds(row.expires_at),
    created_at: seconds(row.created_at),
  }
}

export function showRole(row: CountedRoleRow): Static<typeof Role> {
  return { ...showRoleContent(row), member_count: Number(row.member_count) }
}

export function showRoleContent(row: RoleRow): Static<typeof RoleContent> {
  return {
    id: publicId('role', row.id),
    name: row.name,
    permissions: row.permissions,
    created_at: seconds(row.created_at),
  }
}
