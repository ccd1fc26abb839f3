// Organizations as operators see them.

import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { pricedChannels } from '#money/pricing/rules.ts'
import { PublishedPriceList } from '#money/pricing/schema.ts'
import { organizationFields, organizationFilters } from '#people/organizations/schema.ts'

export const enterpriseStatuses = ['open', 'granted', 'declined'] as const
export type EnterpriseStatus = (typeof enterpriseStatuses)[number]
export const enterpriseDecisions = ['granted', 'declined'] as const
export type EnterpriseDecisionWord = (typeof enterpriseDecisions)[number]

const NOTE_MAX = 500
const month = () => Type.String({ description: 'The calendar month of Asia/Kolkata, YYYY-MM.', examples: ['2026-01'] })

const enterpriseStatus = () =>
  Out.nullable(
    Type.Unsafe<EnterpriseStatus>({
      ...oneOf(enterpriseStatuses, 'EnterpriseStatus'),
      description:
        'Null while no month reached what enterprise pricing begins at; `open` waits for a decision, also when another month reached it after it was declined.',
    }),
  )

export const OperatedOrganization = Type.Object(
  {
    ...organizationFields,
    member_count: Type.Integer({ description: 'Members and service users.' }),
    currency: Type.String(),
    balance: Out.amount(),
    low_balance_warning: Out.nullable(oneOf(['20', '10', '0'], 'LowBalanceLevel')),
    month: month(),
    messages: Type.Array(Type.Object({ channel: oneOf(pricedChannels, 'Channel'), count: Type.Integer() }), {
      description: "The month's counts, as prices count them; every channel once.",
    }),
    price_list: Type.Object(
      {
        id: Out.id('plist'),
        name: Type.String(),
        is_own: Type.Boolean({ description: 'Whether it is a contract, and not the list of everybody.' }),
      },
      { description: 'The one in force.' },
    ),
    enterprise_status: enterpriseStatus(),
  },
  { $id: 'OperatedOrganization' },
)
export type OperatedOrganization = Static<typeof OperatedOrganization>

export const OperatedOrganizationQuery = In.object({
  ...organizationFilters,
  q: Type.Optional(Type.Unsafe<string>({ ...In.line(), description: 'Part of the name, in any case; or the id.' })),
  suspended: Type.Optional(In.flag()),
  low_balance: Type.Optional(In.flag()),
  enterprise_status: Type.Optional(oneOf(enterpriseStatuses, 'EnterpriseStatus')),
})
export type OperatedOrganizationQuery = Static<typeof OperatedOrganizationQuery>

export const OrganizationPrices = Type.Object(
  {
    in_force: PublishedPriceList,
    coming: Type.Array(PublishedPriceList, { description: 'Of its own, the next at the front; at most 100.' }),
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
        message_count: Type.Integer({ description: 'Of the month, by now.' }),
      }),
      { description: 'Those that reached it, the last at the front; at most 100.' },
    ),
    decision: Out.nullable(oneOf(enterpriseDecisions, 'EnterpriseDecisionWord')),
    note: Out.nullable(Type.String()),
    decided_by: Out.nullable(Out.id('user')),
    decided_at: Out.nullable(Out.time()),
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
