// Entries of the audit log as the API shows them.

import { publicId, seconds } from '#kit/wire.ts'
import type { EntryRow } from './queries.ts'
import type { AuditEntry } from './schema.ts'

export function showEntry(row: EntryRow): AuditEntry {
  return {
    id: publicId('audit', row.id),
    sequence: Number(row.sequence),
    actor: row.actor,
    user_id: publicId('user', row.user_id),
    token_id: publicId('token', row.token_id),
    action: row.action,
    object: row.object,
    details: row.details,
    created_at: seconds(row.created_at),
    hash: row.hash.toString('hex'),
  }
}
