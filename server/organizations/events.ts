// What organizations tell.

import type { NewEvent } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { OrganizationRow } from './queries.ts'
import { showOrganization } from './schema.ts'

export const organizationUpdated = (row: OrganizationRow): NewEvent => ({
  type: 'organization.updated',
  objectId: row.id,
  payload: showOrganization(row),
})

export interface Eligibility {
  channel: string
  month: string
  count: bigint
  at: Date
}

/** service.md §1 rule 12. Told in the organization, and to the operator as an event of the installation. */
export const enterpriseEligible = (organizationId: Uuid, { channel, month, count, at }: Eligibility): NewEvent => ({
  type: 'organization.enterprise_eligible',
  objectId: organizationId,
  payload: {
    organization_id: publicId('org', organizationId),
    channel,
    month: month.slice(0, 7),
    message_count: Number(count),
    reached_at: seconds(at),
  },
})
