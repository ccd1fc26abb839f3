// SQL of the due times of a campaign's queued deliveries.

import { keyed } from '#kit/database/by-key.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** The campaign's queued deliveries in the order of their due times, locked; those locked by others are skipped. */
export function waitingOf(organizationId: Uuid, campaignId: Uuid): Statement {
  return sql`
    select id, due_at from deliveries
     where org_id = ${organizationId} and campaign_id = ${campaignId} and status = 'queued' and campaign_id is not null
     order by due_at, id for update skip locked`
}

/** The due times of the first two. */
export function firstDue(organizationId: Uuid, campaignId: Uuid): Statement {
  return sql`
    select due_at from deliveries
     where org_id = ${organizationId} and campaign_id = ${campaignId} and status = 'queued' and campaign_id is not null
     order by due_at, id limit 2`
}

/** Sets new due times; later deliveries are queued after the last one. The campaign's row is locked. */
export function spaceQueued(
  organizationId: Uuid,
  campaignId: Uuid,
  spaced: readonly { id: Uuid; dueAt: Date }[],
): Statement {
  const given = rowsOf('given', spaced, {
    id: ['uuid', ({ id }) => id],
    due_at: ['timestamptz', ({ dueAt }) => dueAt],
  })
  return sql`
    with spaced as (
      update deliveries d set due_at = given.due_at from ${keyed(organizationId, sql`given`, given)}
       where d.org_id = given.org_id ${onShard(sql`d.org_id`, [organizationId])} and d.id = given.id)
    update campaigns set last_due_at = ${spaced.at(-1)?.dueAt ?? null}
     where org_id = ${organizationId} and id = ${campaignId}`
}
