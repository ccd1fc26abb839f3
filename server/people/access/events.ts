// Events of access. They never contain a token's secret.

import { declareEvents } from '#events/declaration.ts'
import type { RoleRow, TokenRow } from './queries.ts'
import { RoleContent, Token } from './schema.ts'
import { showRoleContent, showToken } from './show.ts'

/** Members may read events about their own tokens; `users.manage` allows reading those of others, as in the list. */
const ofTokens = { object: 'token', readers: { permission: 'tokens.manage', ofOthers: 'users.manage' } } as const
const ownerOf = ({ user_id }: TokenRow) => ({ conversationId: null, userId: user_id })

export const accessEvents = declareEvents(
  { object: 'role', readers: { permission: 'users.view' } },
  {
    'token.created': { description: 'An access token was created.', payload: Token, ...ofTokens },
    'token.revoked': { description: 'An access token was revoked.', payload: Token, ...ofTokens },
    'role.created': { description: 'A custom role was created.', payload: RoleContent },
    'role.updated': { description: 'The name or the permissions of a custom role changed.', payload: RoleContent },
    'role.deleted': { description: 'A custom role was deleted.', payload: RoleContent },
  },
)

export const tokenCreated = (row: TokenRow) => accessEvents.event('token.created', row.id, showToken(row), ownerOf(row))
export const tokenRevoked = (row: TokenRow) => accessEvents.event('token.revoked', row.id, showToken(row), ownerOf(row))
export const roleCreated = (row: RoleRow) => accessEvents.event('role.created', row.id, showRoleContent(row))
export const roleUpdated = (row: RoleRow) => accessEvents.event('role.updated', row.id, showRoleContent(row))
export const roleDeleted = (row: RoleRow) => accessEvents.event('role.deleted', row.id, showRoleContent(row))
