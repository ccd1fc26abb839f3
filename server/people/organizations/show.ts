// Organizations as the API shows them.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { OrganizationRow } from './queries.ts'
import type { Organization } from './schema.ts'

export function showOrganization(row: OrganizationRow): Static<typeof Organization> {
  return {
    id: publicId('org', row.id),
    name: row.name,
    enterprise_eligible_since: seconds(row.enterprise_eligible_since),
    suspended_at: seconds(row.suspended_at),
    suspension_reason: row.suspension_reason,
    created_at: seconds(row.created_at),
  }
}
