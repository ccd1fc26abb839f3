import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { NoticeRow } from './queries.ts'
import type { ChannelNotice, ToldNotice } from './schema.ts'

/** Without the provider's content, which may name people: events outlive their erasure. */
export function showTold(row: NoticeRow): Static<typeof ToldNotice> {
  const { channel, kind, needs_action, detail, count } = row
  const { created_at, last_at } = row
  return {
    id: publicId('cnot', row.id),
    channel,
    kind,
    needs_action,
    detail,
    count,
    created_at: seconds(created_at),
    last_at: seconds(last_at),
  }
}

export const showNotice = (row: NoticeRow): Static<typeof ChannelNotice> => ({ ...showTold(row), content: row.content })
