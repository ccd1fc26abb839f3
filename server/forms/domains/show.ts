// Converts form domains to their API representation.

import { publicId, seconds } from '#kit/wire.ts'
import type { DomainRow } from './queries.ts'
import { lostAt, proofName, proofText, unicodeName } from './rules.ts'
import type { DomainStatus, FormDomain, FormDomainEvent } from './schema.ts'

const statusOf = ({ proven_at, missing_since }: DomainRow): DomainStatus => {
  if (proven_at === null) return 'pending'
  return missing_since === null ? 'verified' : 'proof_missing'
}

export function showEvent(row: DomainRow): FormDomainEvent {
  const status = statusOf(row)
  const missingSince = status === 'proof_missing' ? row.missing_since : null
  return {
    id: publicId('dom', row.id),
    name: row.name,
    display_name: unicodeName(row.name),
    status,
    url: `https://${row.name}`,
    form_id: publicId('form', row.form_id),
    record: {
      type: 'TXT',
      name: proofName(row.name),
      value: proofText(row.proof),
      state: row.record_state,
    },
    verified_at: status === 'pending' ? null : seconds(row.verified_at),
    checked_at: seconds(row.checked_at),
    proof_missing_since: seconds(missingSince),
    proof_missing_until: seconds(missingSince && lostAt(missingSince)),
    created_at: seconds(row.created_at),
  }
}

export const showDomain = (row: DomainRow): FormDomain => ({
  ...showEvent(row),
  serving: row.proven_at === null ? 'nothing' : row.has_premium ? 'forms' : 'redirect',
})
