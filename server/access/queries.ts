// SQL of tokens, roles and memberships.

import type { Statement } from '#kit/sql.ts'
import { sql } from '#kit/sql.ts'

export interface AuthorityRow {
  org_id: string
  token_id: string
  user_id: string
  token_permissions: string[]
  allowed_addresses: string[] | null
  expires_at: Date | null
  role_name: string | null
  role_permissions: string[] | null
  is_operator: boolean
}

/** Everything that decides what a token may do, in one read; no row when it is revoked or its user is gone. */
export function authorityByTokenHash(hash: Buffer): Statement {
  return sql`
    select t.org_id, t.id as token_id, t.user_id, t.permissions as token_permissions, t.allowed_addresses, t.expires_at,
           m.role_name, r.permissions as role_permissions, u.is_operator
      from token_hashes h
      join tokens t on t.org_id = h.org_id and t.id = h.token_id
      join memberships m on m.org_id = t.org_id and m.user_id = t.user_id
      join users u on u.id = t.user_id
      left join roles r on r.org_id = m.org_id and r.id = m.role_id
     where h.hash = ${hash} and t.revoked_at is null and u.disabled_at is null`
}

export interface NewToken {
  id: string
  userId: string
  name: string
  hint: string
  hash: Buffer
  permissions: readonly string[]
  allowedAddresses: string[] | null
  expiresAt: Date | null
}

export function insertToken(organizationId: string, token: NewToken, at: Date): Statement {
  return sql`
    insert into tokens (org_id, id, user_id, name, hint, permissions, allowed_addresses, expires_at, created_at)
    values (${organizationId}, ${token.id}, ${token.userId}, ${token.name}, ${token.hint}, ${token.permissions},
            ${token.allowedAddresses}, ${token.expiresAt}, ${at})`
}

export function insertTokenHash(organizationId: string, token: NewToken): Statement {
  return sql`insert into token_hashes (hash, org_id, token_id) values (${token.hash}, ${organizationId}, ${token.id})`
}
