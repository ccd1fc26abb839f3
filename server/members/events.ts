// What members tell.

import type { NewEvent } from '#kit/events.ts'
import { publicId } from '#kit/wire.ts'
import type { MemberRow } from './queries.ts'
import { showUser } from './schema.ts'

export const userAdded = (row: MemberRow): NewEvent => ({
  type: 'user.added',
  objectId: row.id,
  payload: showUser(row),
})

export const userUpdated = (row: MemberRow): NewEvent => ({
  type: 'user.updated',
  objectId: row.id,
  payload: showUser(row),
})

export const userRemoved = (row: MemberRow): NewEvent => ({
  type: 'user.removed',
  objectId: row.id,
  payload: { id: publicId('user', row.id) },
})
