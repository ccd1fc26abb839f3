// What access tells. A token's secret is no part of it.

import { declareEvents } from '#events/declaration.ts'
import type { RoleRow, TokenRow } from './queries.ts'
import { Role, Token } from './schema.ts'
import { showRole, showToken } from './show.ts'

export const accessEvents = declareEvents({
  'token.created': { description: 'An access token was created.', payload: Token },
  'token.revoked': { description: 'An access token was revoked.', payload: Token },
  'role.created': { description: 'A custom role was created.', payload: Role },
  'role.updated': { description: 'A custom role was renamed, or has other permissions.', payload: Role },
  'role.deleted': { description: 'A custom role was deleted.', payload: Role },
})

export const tokenCreated = (row: TokenRow) => accessEvents.event('token.created', row.id, showToken(row))
export const tokenRevoked = (row: TokenRow) => accessEvents.event('token.revoked', row.id, showToken(row))
export const roleCreated = (row: RoleRow) => accessEvents.event('role.created', row.id, showRole(row))
export const roleUpdated = (row: RoleRow) => accessEvents.event('role.updated', row.id, showRole(row))
export const roleDeleted = (row: RoleRow) => accessEvents.event('role.deleted', row.id, showRole(row))
