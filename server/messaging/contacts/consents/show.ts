// API representation of consents.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import { importRowOf } from './import-row.ts'
import type { ConsentRow } from './queries.ts'
import type { Consent } from './schema.ts'

export function showConsent(row: ConsentRow): Static<typeof Consent> {
  return {
    id: publicId('consent', row.id),
    contact_id: publicId('contact', row.contact_id),
    channel: row.channel,
    status: row.status,
    source: row.source,
    scope: row.scope,
    text: row.text,
    import_row: importRowOf(row),
    user_id: publicId('user', row.user_id),
    created_at: seconds(row.created_at),
  }
}
