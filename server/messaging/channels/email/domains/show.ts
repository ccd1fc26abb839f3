// Sender domains as the API shows them.

import { publicId, seconds } from '#kit/wire.ts'
import type { DomainRow, KeyRow } from './queries.ts'
import { recordsOf, signingKey } from './rules.ts'
import type { SenderDomain } from './schema.ts'

/** `keys`: the domain's keys, newest first. */
export function showSenderDomain(row: DomainRow, keys: readonly KeyRow[], sendingHost: string | null): SenderDomain {
  const isVerified = row.proven_at !== null
  return {
    id: publicId('sdom', row.id),
    name: row.name,
    status: isVerified ? 'verified' : 'pending',
    signs_with: (isVerified && signingKey(keys)?.selector) || null,
    sender: row.sender,
    receives: [...row.receives],
    records: recordsOf({ ...row, keys }, sendingHost).map((record) => ({
      purpose: record.purpose,
      type: 'TXT' as const,
      name: record.name,
      value: record.value,
      required: record.required,
      state: row.found?.[record.name] ?? 'unchecked',
    })),
    verified_at: seconds(row.proven_at),
    checked_at: seconds(row.checked_at),
    created_at: seconds(row.created_at),
  }
}
