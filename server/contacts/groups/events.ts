// What groups tell. `conversation_id` is that of the user who made the change, as the API showed it.

import type { NewEvent } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import type { GroupRow } from './queries.ts'
import { showGroup } from './schema.ts'

export const groupCreated = (row: GroupRow): NewEvent => ({
  type: 'group.created',
  objectId: row.id,
  payload: showGroup(row),
})

export const groupUpdated = (row: GroupRow): NewEvent => ({
  type: 'group.updated',
  objectId: row.id,
  payload: showGroup(row),
})

export const groupDeleted = (id: Uuid): NewEvent => ({
  type: 'group.deleted',
  objectId: id,
  payload: { id: publicId('group', id) },
})
