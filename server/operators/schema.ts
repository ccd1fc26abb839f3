// Organizations as operators see them.

import { isPriority, priorityFilters } from '#edge/priority.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { pricedChannels } from '#money/pricing/rules.ts'
import { PublishedPriceList } from '#money/pricing/schema.ts'
import { organizationFields, organizationFilters } from '#people/organizations/schema.ts'

export const enterpriseStatuses = ['open', 'granted', 'declined'] as const
export type EnterpriseStatus = (typeof enterpriseStatuses)[number]
export const enterpriseDecisions = ['granted', 'declined'] as const
export type EnterpriseDecisionWord = (typeof enterpriseDecisions)[number]

const NOTE_MAX = 500
const month = () =>
  Type.String({ description: 'Calendar month in India (Asia/Kolkata), as YYYY-MM.', examples: ['2026-01'] })

const enterpriseStatus = () =>
  Out.nullable(
    Type.Unsafe<EnterpriseStatus>({
      ...oneOf(enterpriseStatuses, 'EnterpriseStatus'),
      description:
        'Null until a month reaches the volume for enterprise pricing. `open`: awaiting a decision, also after a decline if another month reached the volume.',
    }),
  )

export const OperatedOrganization = Type.Object(
  {
    ...organizationFields,
    member_count: Type.Integer({ description: 'Number of members and service users.' }),
    currency: Type.String(),
    balance: Out.amount(),
    low_balance_warning: Out.nullable(oneOf(['20', '10', '0'], 'LowBalanceLevel')),
    month: month(),
    messages: Type.Array(Type.Object({ channel: oneOf(pricedChannels, 'Channel'), count: Type.Integer() }), {
      description: 'Messages of the month as counted for pricing, one entry per channel.',
    }),
    price_list: Type.Object(
      {
        id: Out.id('plist'),
        name: Type.String(),
        is_own: Type.Boolean({
          description: 'Whether it is a custom price list of the organization, not the default price list.',
        }),
      },
      { description: 'The price list in force.' },
    ),
    enterprise_status: enterpriseStatus(),
    is_priority: isPriority(),
  },
  { $id: 'OperatedOrganization' },
)
export type OperatedOrganization = Static<typeof OperatedOrganization>

export const OperatedOrganizationQuery = In.object({
  ...organizationFilters,
  ...priorityFilters,
  q: Type.Optional(
    Type.Unsafe<string>({ ...In.line(), description: 'Search text: part of the name, case-insensitive, or the ID.' }),
  ),
  suspended: Type.Optional(In.flag()),
  low_balance: Type.Optional(In.flag()),
  enterprise_status: Type.Optional(oneOf(enterpriseStatuses, 'EnterpriseStatus')),
})
export type OperatedOrganizationQuery = Static<typeof OperatedOrganizationQuery>

export const OrganizationPrices = Type.Object(
  {
    in_force: PublishedPriceList,
    coming: Type.Array(PublishedPriceList, {
      description: 'Upcoming custom price lists, the next one first; at most 100.',
    }),
  },
  { $id: 'OrganizationPrices' },
)

export const Enterprise = Type.Object(
  {
    organization_id: Out.id('org'),
    status: enterpriseStatus(),
    months: Type.Array(
      Type.Object({
        month: month(),
        channel: oneOf(pricedChannels, 'Channel'),
        reached_at: Out.time(),
        message_count: Type.Integer({ description: 'Messages counted in the month so far.' }),
      }),
      { description: 'Months that reached the volume, most recent first; at most 100.' },
    ),
    decision: Out.nullable(oneOf(enterpriseDecisions, 'EnterpriseDecisionWord')),
    note: Out.nullable(Type.String({ description: 'Note on the decision. Only operators see it.' })),
    decided_by: Out.nullable(Out.id('user')),
    decided_at: Out.nullable(Out.time('When the decision was made, in Unix seconds. Null before that.')),
  },
  { $id: 'Enterprise' },
)

export const EnterpriseDecision = In.object(
  {
    decision: oneOf(enterpriseDecisions, 'EnterpriseDecisionWord'),
    note: Type.Optional(In.nullable(In.note(NOTE_MAX))),
  },
  'EnterpriseDecision',
)
export type EnterpriseDecision = Static<typeof EnterpriseDecision>
