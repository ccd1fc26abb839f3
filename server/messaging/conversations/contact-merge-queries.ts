// SQL of conversations of a contact that is merged into another.

import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { columnsOf } from './queries.ts'

export interface Meeting {
  id: Uuid
  /** The same user's conversation with the other contact. */
  existing_id: Uuid | null
}

export function ofBoth(organizationId: Uuid, from: Uuid, into: Uuid): Statement {
  return sql`
    select c.id, o.id as existing_id from conversations c
      left join conversations o on o.org_id = c.org_id ${onShard(sql`o.org_id`, [organizationId])}
        and o.contact_id = ${into} and o.user_id = c.user_id
     where c.org_id = ${organizationId} and c.contact_id = ${from} order by c.id`
}

export function moveTo(organizationId: Uuid, ids: readonly Uuid[], contactId: Uuid): Statement {
  return sql`
    update conversations c set contact_id = ${contactId}
     where c.org_id = ${organizationId} and c.id = any(${ids}::uuid[])
    returning ${columnsOf}`
}
