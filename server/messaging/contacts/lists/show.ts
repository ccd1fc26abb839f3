// API representation of contact lists.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { ListRow } from './queries.ts'
import type { List } from './schema.ts'

export function showList(row: ListRow): Static<typeof List> {
  return {
    id: publicId('list', row.id),
    name: row.name,
    description: row.description,
    contact_count: row.contact_count,
    created_at: seconds(row.created_at),
  }
}
