// SQL of campaigns for dispatch.

import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** Sets the recipient's address; no row if another recipient has it, or if the recipient's data was erased. */
export function takeAddress(
  organizationId: Uuid,
  { campaignId, number }: { campaignId: Uuid; number: number },
  key: string,
): Statement {
  return sql`
    update campaign_recipients r set address = ${key}
     where r.org_id = ${organizationId} and r.campaign_id = ${campaignId} and r.number = ${number}
       and r.contact_id is not null and r.status = 'queued'
       and not exists (
         select from campaign_recipients o
          where o.org_id = r.org_id ${onShard(sql`o.org_id`, [organizationId])} and o.campaign_id = r.campaign_id
            and o.address = ${key} and o.number <> r.number)
    returning r.number`
}
