// Verifies the chain from the entries in the API, without the database. A second implementation of audit_hash in
// db/audit.sql, so that neither must be trusted.

import { createHash } from 'node:crypto'
import { type Prefix, parseTypeId, type Uuid } from '#kit/ids.ts'
import type { AuditEntry } from './schema.ts'

/** The entry's hash, given that of the one before it; '' before the first. */
export function hashOf(previous: string, organizationId: Uuid, entry: AuditEntry): string {
  const covered = [
    organizationId,
    entry.sequence,
    uuid('audit', entry.id),
    entry.actor,
    uuid('user', entry.user_id),
    uuid('token', entry.token_id),
    entry.action,
    entry.object,
    entry.details,
    entry.created_at,
  ]
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(printed(covered)).digest('hex')
}

/**
 * The sequence number of the first entry that does not follow from its predecessor; null when all do. Oldest first. The
 * first entry's predecessor is taken as given, unless it is the very first.
 */
export function firstBreak(organizationId: Uuid, entries: readonly AuditEntry[]): number | null {
  let before: AuditEntry | undefined
  for (const entry of entries) {
    const follows = before === undefined || entry.sequence === before.sequence + 1
    const isFirst = entry.sequence === 1
    if (!follows) return entry.sequence
    if ((before || isFirst) && hashOf(before?.hash ?? '', organizationId, entry) !== entry.hash) return entry.sequence
    before = entry
  }
  return null
}

function uuid(prefix: Prefix, id: string | null): Uuid | null {
  return id === null ? null : parseTypeId(prefix, id)
}

/** JSON as PostgreSQL prints jsonb: a space after commas and colons, shorter keys first. */
function printed(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value).toSorted(([left], [right]) => order(left, right))
  return `{${pairs.map(([key, one]) => `${JSON.stringify(key)}: ${printed(one)}`).join(', ')}}`
}

function order(left: string, right: string): number {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length - b.length || Buffer.compare(a, b)
}
