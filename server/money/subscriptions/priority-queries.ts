// SQL of priority support: selects the organizations with premium.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { premiumSql } from './premium.ts'

export function premiumAmong(organizationIds: readonly Uuid[]): Statement {
  return sql`
    select s.org_id as id from subscriptions s
     where s.org_id = any(${organizationIds}::uuid[]) and ${premiumSql(sql`s.org_id`)}`
}
