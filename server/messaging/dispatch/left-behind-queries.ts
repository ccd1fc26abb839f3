// SQL for deliveries of orphaned claims.

import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** One organization's part of a claim. */
export interface ClaimOfOne {
  organizationId: Uuid
  claimId: Uuid
  leaseUntil: Date
}

/** The deliveries that still belong to these claims. */
export function underClaims(claims: readonly ClaimOfOne[]): Statement {
  const organizationIds = claims.map(({ organizationId }) => organizationId)
  return sql`
    select d.org_id, d.id, d.attempts, d.lease_until, d.claim_id, d.created_at
      from ${rowsOf('g', claims, {
        org_id: ['uuid', (one) => one.organizationId],
        claim_id: ['uuid', (one) => one.claimId],
        lease_until: ['timestamptz', (one) => one.leaseUntil],
      })}
     cross join lateral (
       select org_id, id, attempts, lease_until, claim_id, created_at from deliveries
        where org_id = g.org_id ${onShard(sql`org_id`, organizationIds)} and status = 'sending'
          and lease_until = g.lease_until and claim_id = g.claim_id) d`
}
