// Determines which organizations have premium: paid, cancelled but not over, or in the grace period. spec 23.6.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { premium } from './premium-queries.ts'

export { premiumSql } from './premium-queries.ts'

export async function hasPremium(tx: Tx, organizationId: Uuid): Promise<boolean> {
  return (await tx.row(premium(organizationId))) !== undefined
}
