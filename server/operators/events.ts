// Events about organizations for operators.

import { declareEvents } from '#events/declaration.ts'
import { Out, publicId, seconds, Type } from '#kit/wire.ts'
import type { UntoldRow } from '#people/organizations/queries.ts'

export const operatorEvents = declareEvents(
  { object: 'org', readers: { permission: 'installation.operate' } },
  {
    'enterprise_pricing.reached': {
      description:
        'An organization reached the monthly message volume for enterprise pricing. Sent only to operators, in their own organization.',
      payload: Type.Object({
        organization_id: Out.id('org'),
        organization_name: Type.String(),
        channel: Type.String(),
        month: Type.String({ description: 'The calendar month of Asia/Kolkata, YYYY-MM.', examples: ['2026-01'] }),
        reached_at: Out.time(),
      }),
    },
  },
)

export const enterprisePricingReached = ({ org_id, name, channel, month, reached_at }: UntoldRow) =>
  operatorEvents.event('enterprise_pricing.reached', org_id, {
    organization_id: publicId('org', org_id),
    organization_name: name,
    channel,
    month: month.slice(0, 7),
    reached_at: seconds(reached_at),
  })
