// What members tell: people as users, programs as service users.

import type { NewEvent } from '#kit/events.ts'
import { publicId } from '#kit/wire.ts'
import type { MemberRow } from './queries.ts'
import { showServiceUser, showUser } from './schema.ts'

const shown = (row: MemberRow) => (row.kind === 'service' ? showServiceUser(row) : showUser(row))

export const userAdded = (row: MemberRow): NewEvent => ({
  type: row.kind === 'service' ? 'service_user.created' : 'user.added',
  objectId: row.id,
  payload: shown(row),
})

export const userUpdated = (row: MemberRow): NewEvent => ({
  type: row.kind === 'service' ? 'service_user.updated' : 'user.updated',
  objectId: row.id,
  payload: shown(row),
})

export const userRemoved = (row: MemberRow): NewEvent => ({
  type: row.kind === 'service' ? 'service_user.removed' : 'user.removed',
  objectId: row.id,
  payload: { id: publicId('user', row.id) },
})
