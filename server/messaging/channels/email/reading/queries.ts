// SQL of what mail that comes in is about: the delivery of its return path, the contact who unsubscribes.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface BouncedDelivery {
  /** Null when it was forgotten. */
  address: string | null
  conversation_id: Uuid | null
}

export function delivery(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select address, conversation_id from deliveries
     where org_id = ${organizationId} and id = ${id} and channel = 'email'`
}

export function contactEmail(organizationId: Uuid, id: Uuid): Statement {
  return sql`select email from contacts where org_id = ${organizationId} and id = ${id}`
}
