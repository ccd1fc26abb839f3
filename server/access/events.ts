// What access tells. A token's secret is no part of it.

import type { NewEvent } from '#kit/events.ts'
import type { RoleRow, TokenRow } from './queries.ts'
import { showRole, showToken } from './schema.ts'

const ofToken =
  (type: string) =>
  (row: TokenRow): NewEvent => ({ type, objectId: row.id, payload: showToken(row) })
const ofRole =
  (type: string) =>
  (row: RoleRow): NewEvent => ({ type, objectId: row.id, payload: showRole(row) })

export const tokenCreated = ofToken('token.created')
export const tokenRevoked = ofToken('token.revoked')
export const roleCreated = ofRole('role.created')
export const roleUpdated = ofRole('role.updated')
export const roleDeleted = ofRole('role.deleted')
