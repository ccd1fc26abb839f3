// Events of organizations.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, seconds, Type } from '#kit/wire.ts'
import type { OrganizationRow } from './queries.ts'
import { Organization } from './schema.ts'
import { showOrganization } from './show.ts'

export const organizationEvents = declareEvents(
  { object: 'org', readers: { permission: 'organization.view' } },
  {
    'organization.updated': {
      description: 'The organization was renamed, suspended or resumed.',
      payload: Organization,
    },
    'organization.enterprise_eligible': {
      description: 'The organization reached the monthly message volume for enterprise pricing.',
      payload: Type.Object({
        organization_id: Out.id('org'),
        channel: Type.String(),
        month: Type.String({ description: 'The calendar month of Asia/Kolkata, YYYY-MM.', examples: ['2026-01'] }),
        message_count: Type.Integer(),
        reached_at: Out.time(),
      }),
    },
  },
)

export const organizationUpdated = (row: OrganizationRow) =>
  organizationEvents.event('organization.updated', row.id, showOrganization(row))

export interface Eligibility {
  channel: string
  month: string
  count: bigint
  at: Date
}

/** spec 8.14. An event of the organization; operators also get one of the installation. */
export const enterpriseEligible = (organizationId: Uuid, { channel, month, count, at }: Eligibility) =>
  organizationEvents.event('organization.enterprise_eligible', organizationId, {
    organization_id: publicId('org', organizationId),
    channel,
    month: month.slice(0, 7),
    message_count: Number(count),
    reached_at: seconds(at),
  })
