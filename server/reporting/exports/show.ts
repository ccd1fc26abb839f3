// Converts exports to their API representation.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { ExportRow } from './queries.ts'
import { filenameOf } from './rules.ts'
import type { Export } from './schema.ts'

/** `linkTo`: null for events, which are stored without a link. */
export function showExport(row: ExportRow, linkTo: ((row: ExportRow) => string) | null): Static<typeof Export> {
  return {
    id: publicId('exp', row.id),
    kind: row.kind,
    format: row.format,
    status: row.status,
    progress: row.progress,
    from: seconds(row.from_at),
    to: seconds(row.to_at),
    user_id: publicId('user', row.user_id),
    filename: filenameOf(row.kind, row.from_at, row.to_at),
    row_count: row.row_count,
    size: row.size,
    sha256: row.sha256,
    error: row.error_code,
    url: row.status === 'completed' && linkTo ? linkTo(row) : null,
    created_at: seconds(row.created_at),
    ended_at: seconds(row.ended_at),
    expires_at: seconds(row.expires_at),
  }
}
