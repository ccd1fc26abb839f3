// Events of groups. `conversation_id` is that of the user who made the change, as the API showed it.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, Type } from '#kit/wire.ts'
import type { GroupRow } from './queries.ts'
import { Group } from './schema.ts'
import { showGroup } from './show.ts'

export const groupEvents = declareEvents(
  {
    object: 'group',
    readers: { permission: 'groups.view', own: ['conversation_id'], ofOthers: 'conversations.view_all' },
  },
  {
    'group.created': { description: 'A group was created.', payload: Group },
    'group.updated': {
      description: 'A group was changed, archived or unarchived, or its members changed.',
      payload: Group,
    },
    'group.deleted': {
      description: 'A group was deleted with its conversations.',
      payload: Type.Object({ id: Out.id('group') }),
    },
  },
)

export const groupCreated = (row: GroupRow) => groupEvents.event('group.created', row.id, showGroup(row))
export const groupUpdated = (row: GroupRow) => groupEvents.event('group.updated', row.id, showGroup(row))
export const groupDeleted = (id: Uuid) => groupEvents.event('group.deleted', id, { id: publicId('group', id) })
