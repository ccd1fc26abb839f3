// API representation of imports.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { ImportRow } from './queries.ts'
import type { Import } from './schema.ts'
import { shownError } from './stored-errors.ts'

export function showImport(row: ImportRow, publicUrl: string): Static<typeof Import> {
  const id = publicId('imp', row.id)
  const { columns, existing, matchBy, country, consentChannels = [], headerRow = null } = row.settings
  return {
    id,
    status: row.status,
    progress: row.progress,
    filename: row.filename,
    size: row.size,
    user_id: publicId('user', row.user_id),
    list_id: publicId('list', row.list_id),
    mapping: Object.fromEntries(columns.flatMap(({ name, field }) => (field === null ? [] : [[name, field]]))),
    existing,
    match_by: matchBy,
    country,
    consent_channels: consentChannels,
    header_row: headerRow,
    rows: row.row_count,
    created: row.created_count,
    updated: row.updated_count,
    skipped: row.skipped_count,
    failed: row.failed_count,
    error: row.error_code,
    error_detail: row.error_detail,
    error_details: (row.settings.errors ?? []).map(shownError),
    errors_url: row.failed_count === 0 ? null : `${publicUrl}/v1/imports/${id}/errors`,
    created_at: seconds(row.created_at),
    ended_at: seconds(row.ended_at),
    expires_at: seconds(row.expires_at),
  }
}
