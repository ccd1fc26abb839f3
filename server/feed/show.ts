// Shows events as their reader may see them.

import type { EventKind } from '#events/declaration.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { EventRow } from './queries.ts'
import { isTombstone, type Reader } from './rules.ts'
import type { FeedEvent } from './schema.ts'

export type ShowEvent = (reader: Pick<Reader, 'permissions'>, row: EventRow) => FeedEvent

export function createShowEvent(kinds: readonly EventKind[]): ShowEvent {
  const kindOf = new Map(kinds.map((kind) => [kind.type, kind]))
  return ({ permissions }, row) => {
    // Only declared types are read.
    const { object, readers } = kindOf.get(row.type) as EventKind
    const hidden = readers.own !== undefined && !permissions.has(readers.ofOthers ?? '') ? readers.own : []
    const { without } = readers
    const isWithout = without !== undefined && !permissions.has(without.permission) && !isTombstone(row.payload)
    const data: Record<string, unknown> = { ...(isWithout ? without.show({ ...row.payload }) : row.payload) }
    if (!isTombstone(data)) for (const field of hidden) if (field in data) data[field] = null
    return {
      id: publicId('evt', row.id),
      type: row.type,
      object_id: publicId(object, row.object_id),
      position: Number(row.position),
      data,
      created_at: seconds(row.created_at),
    }
  }
}
