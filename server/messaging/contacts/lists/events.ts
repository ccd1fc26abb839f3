// Events of contact lists. They carry the number of members only, as there may be hundreds of thousands.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, Type } from '#kit/wire.ts'
import type { ListRow } from './queries.ts'
import { List } from './schema.ts'
import { showList } from './show.ts'

export const listEvents = declareEvents(
  { object: 'list', readers: { permission: 'contacts.view' } },
  {
    'list.created': { description: 'A contact list was created.', payload: List },
    'list.updated': {
      description:
        'A contact list was changed, or a request changed its members. An import publishes this once, when it ends.',
      payload: List,
    },
    'list.deleted': {
      description: 'A contact list was deleted. Its contacts are kept.',
      payload: Type.Object({ id: Out.id('list') }),
    },
  },
)

export const listCreated = (row: ListRow) => listEvents.event('list.created', row.id, showList(row))
export const listUpdated = (row: ListRow) => listEvents.event('list.updated', row.id, showList(row))
export const listDeleted = (id: Uuid) => listEvents.event('list.deleted', id, { id: publicId('list', id) })
