// SQL to find what an inbound mail refers to: the delivery of its return path, or the contact that unsubscribes.

import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface BouncedDelivery {
  /** Null when it was erased. */
  address: string | null
  conversation_id: Uuid | null
}

export function delivery(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select address, conversation_id from deliveries
     where org_id = ${organizationId} and id = ${id} and channel = 'email'`
}

/** Returns no row for a group's conversation, or a deleted one. */
export function emailOfConversation(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select c.email from conversations v
      join contacts c on c.org_id = v.org_id ${onShard(sql`c.org_id`, [organizationId])} and c.id = v.contact_id
     where v.org_id = ${organizationId} and v.id = ${id}`
}

/** The email of the contact, or of the contact into which it was merged. */
export function contactEmail(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select email from contacts where org_id = ${organizationId} and id = ${id}
    union all
    select c.email from merged_contacts g
      join contacts c on c.org_id = g.org_id ${onShard(sql`c.org_id`, [organizationId])} and c.id = g.into_id
     where g.org_id = ${organizationId} and g.id = ${id}`
}
