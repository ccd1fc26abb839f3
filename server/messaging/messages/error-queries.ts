// SQL fragments that show a delivery's error and recipient.

import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import { isBeingDeleted } from '#kit/deletions.ts'
import type { Uuid } from '#kit/ids.ts'

/** Hidden at once when the contact of delivery `d` is deleted, although the row may be deleted a little later. */
export const unlessGone = (organizationIds: readonly Uuid[], column: Statement): Statement => sql`
  case when ${column} is not null and not ${isBeingDeleted(organizationIds, sql`d.org_id`, sql`d.contact_id`)}
       then ${column} end`

export const errorDetailIn = (organizationIds: readonly Uuid[]): Statement =>
  unlessGone(organizationIds, sql`d.error_detail`)

/** Error details of a message's deliveries `d`, from any that has some. */
export const errorDetailsLike = (organizationIds: readonly Uuid[], organization: Statement, message: Statement) => sql`
  select x.error_details from deliveries x
   where d.error_detail is not null and x.org_id = ${organization} ${onShard(sql`x.org_id`, organizationIds)}
     and x.message_id = ${message} and x.error_detail = d.error_detail and x.error_details is not null limit 1`
