// The chain as somebody outside can check it: from the entries that the API shows alone, without the database. The same
// hash as audit_hash in db/audit.sql, written a second time, so that neither has to be believed.

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
 * The sequence of the first of the entries that does not follow from the one before it, or null when all do. Oldest
 * first. What stands before the first of them is taken as it is, unless that is the first of all.
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

/** JSON as PostgreSQL prints jsonb: a space behind every comma and colon, shorter keys first. */
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
