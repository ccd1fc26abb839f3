// SQL of what devices do: which delivery they are about.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { DeliveryRow } from '#messaging/messages/queries.ts'

/** A row when the delivery lies in the sandbox. */
export function arrivalOf(organizationId: Uuid, delivery: DeliveryRow): Statement {
  const { message_id, contact_id, channel } = delivery
  return sql`
    select id from sandbox_messages
     where org_id = ${organizationId} and message_id = ${message_id} and contact_id = ${contact_id}
       and channel = ${channel} limit 1`
}
