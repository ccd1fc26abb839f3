// Verifies the chain from the entries in the API, without the database. A second implementation of audit_hash in
// db/audit.sql, so that an auditor need not trust either one.

import { createHash } from 'node:crypto'
import { type Prefix, parseTypeId, type Uuid } from '#kit/ids.ts'
import type { AuditEntry } from './schema.ts'

/** The entry's hash, given its predecessor's; '' for the first. */
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
 * The sequence number of the first entry that does not follow from its predecessor; null when all do. Entries are given
 * oldest first. The given first entry is not verified, unless its sequence number is 1.
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
