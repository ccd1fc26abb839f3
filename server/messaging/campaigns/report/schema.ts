// API schemas of campaign reports and recipients: spec 15.31, 15.32.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { Delivery } from '#messaging/messages/schema.ts'
import { type SkipReason, skipReasons } from '../recipients.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const CampaignDay = Type.Object({
  day: Type.String({ description: 'A day in India (Asia/Kolkata), as YYYY-MM-DD.', examples: ['2026-01-31'] }),
  sent: count('Accepted by the provider, whatever became of it later.'),
  delivered: count('Reported as delivered or read for the first time, whatever became of it later.'),
  read: count('Reported as read.'),
  failed: count('Failed before it was sent; the charge was refunded.'),
  undelivered: count('Sent, and reported as not delivered.'),
  cancelled: count('Withdrawn before it was sent.'),
  replied: count('Answered by the contact.'),
  unsubscribed: count('Recipients who unsubscribed.'),
  complained: count('Recipients who reported it as spam.'),
  opened: Out.nullable(count('Recipients who opened it for the first time. Null unless the campaign has `track`.')),
  clicked: Out.nullable(
    count('Recipients who followed a link for the first time. Null unless the campaign has `track`.'),
  ),
  amount: Type.String({
    ...Out.amount(),
    description: 'What was charged on this day, less what came back of it by now. The days add up to `cost`.',
  }),
})

export const CampaignDays = Type.Object({ data: Type.Array(CampaignDay) }, { $id: 'CampaignDays' })

export const recipientStatuses = ['waiting', 'queued', 'skipped'] as const
export type RecipientStatus = (typeof recipientStatuses)[number]

const cursor = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description }))

export const CampaignRecipientQuery = In.object({
  limit: pageQuery('camp').limit,
  starting_after: cursor('Returns the page after the recipient with this `number`.'),
  ending_before: cursor('Returns the page before the recipient with this `number`.'),
  status: Type.Optional(oneOf(recipientStatuses, 'CampaignRecipientStatus')),
  list_id: Type.Optional({ ...In.id('list'), description: 'Only those whom this list made recipients.' }),
  reason: Type.Optional({ ...oneOf(skipReasons, 'CampaignSkipReason'), description: 'Only those skipped for this.' }),
})
export type CampaignRecipientQuery = Static<typeof CampaignRecipientQuery>

export const CampaignRecipient = Type.Object(
  {
    number: Type.Integer({ description: '1-based position in the order of sending.' }),
    contact_id: Out.nullable(Out.id('contact')),
    display_name: Out.nullable(Type.String()),
    address: Out.nullable(
      Type.String({
        description:
          'Address or phone number to which it is sent. Null of skipped contacts and once a contact is deleted.',
      }),
    ),
    list_id: Out.nullable(Out.id('list')),
    status: {
      ...oneOf(recipientStatuses, 'CampaignRecipientStatus'),
      description:
        '`waiting`: not charged yet. `queued`: charged; its delivery shows what became of it. `skipped`: does not receive it.',
    },
    reason: Type.Unsafe<SkipReason | null>({
      ...Out.nullable(oneOf(skipReasons, 'CampaignSkipReason')),
      description: 'Why it is skipped.',
    }),
    delivery_id: Out.nullable(Out.id('dlv')),
  },
  { $id: 'CampaignRecipient' },
)

export const CampaignDelivery = Type.Object(
  {
    ...Delivery.properties,
    recipient_number: Type.Integer({ description: 'The `number` of its recipient.' }),
    conversation_id: Type.Unsafe<string | null>({
      ...Out.nullable(Out.id('conv')),
      description: 'The conversation in which the contact answered it. Null until then.',
    }),
  },
  { $id: 'CampaignDelivery' },
)
