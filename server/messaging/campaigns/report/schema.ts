// What became of a campaign, as the API shows it: spec 15.31.

import { Out, Type } from '#kit/wire.ts'

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
