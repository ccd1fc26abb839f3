// API schemas of campaigns: spec 15.3.

import { pageQuery } from '#edge/paging.ts'
import { LINE } from '#kit/text.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { CONTENT_MAX, channelNames } from '#messaging/channels/channel.ts'
import { deliveryStatuses } from '#messaging/messages/rules.ts'
import { buttonTypes } from '#messaging/templates/components.ts'
import { VARIABLE_NAME_MAX, VARIABLES_MAX } from '#messaging/templates/variables.ts'
import { skipReasons } from './recipients.ts'
import { campaignStatuses, pauseReasons } from './rules.ts'
import { VALUE_MAX, type VariableSource } from './variables.ts'

const NAME_MAX = 200
const ATTRIBUTE_MAX = 64
/** Maximum number of lists, and of segments, of one campaign. */
const SOURCES_MAX = 50
const REASON_MAX = 64
const PER_MINUTE_MAX = 1_000_000

const sources = (limits: object) =>
  Type.Unsafe<Record<string, VariableSource | string>>({
    type: 'object',
    description:
      'The value of each variable: a text, or `{attribute, fallback}` with an attribute of the contact (`display_name`, `email`, `phone_number` or a custom attribute).',
    examples: [{ name: { attribute: 'display_name', fallback: 'friend' } }],
    ...limits,
  })

const SourcesIn = sources({
  maxProperties: VARIABLES_MAX,
  propertyNames: { minLength: 1, maxLength: VARIABLE_NAME_MAX, pattern: LINE },
  additionalProperties: {
    anyOf: [
      { type: 'string', minLength: 1, maxLength: VALUE_MAX, pattern: LINE },
      {
        type: 'object',
        additionalProperties: false,
        required: ['attribute', 'fallback'],
        properties: {
          attribute: { type: 'string', minLength: 1, maxLength: ATTRIBUTE_MAX, pattern: LINE },
          fallback: { type: 'string', minLength: 1, maxLength: VALUE_MAX, pattern: LINE },
        },
      },
    ],
  },
})

const timeOfDay = (example: string) =>
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description: `A time of day, such as ${example}.`,
    examples: [example],
  })

const quietHours = () =>
  Type.Object(
    {
      from: timeOfDay('21:00'),
      to: timeOfDay('09:00'),
    },
    { additionalProperties: false, description: 'Nothing is sent between `from` and `to`, Indian Standard Time.' },
  )

const listIds = (description: string, minItems = 0) =>
  Type.Array(In.id('list'), { minItems, maxItems: SOURCES_MAX, uniqueItems: true, description })

const fields = {
  channel: oneOf(channelNames, 'Channel'),
  template_id: Type.Optional(In.nullable(In.id('tmpl'))),
  subject: Type.Optional(In.nullable(In.line(CONTENT_MAX.subject))),
  text: Type.Optional(In.nullable(In.text(CONTENT_MAX.text))),
  html: Type.Optional(In.nullable(In.text(CONTENT_MAX.html))),
  list_ids: Type.Optional(
    listIds('Contact lists. Each contact receives it once. To be sent it needs a list or a segment.'),
  ),
  segment_ids: Type.Optional(
    Type.Array(In.id('seg'), {
      maxItems: SOURCES_MAX,
      uniqueItems: true,
      description: 'Segments. Each contact receives it once.',
    }),
  ),
  exclude_list_ids: Type.Optional(listIds('Contacts on these lists do not receive it.')),
  variables: Type.Optional(SourcesIn),
  scheduled_at: Type.Optional(In.nullable(In.time())),
  max_per_minute: Type.Optional(In.nullable(Type.Integer({ minimum: 1, maximum: PER_MINUTE_MAX }))),
  quiet_hours: Type.Optional(In.nullable(quietHours())),
  track: Type.Optional({
    ...In.flag(),
    description:
      'Counts opens and clicks: links of the HTML lead through this installation, and an invisible image is added to it. Only on the channel email, with HTML. Off by default.',
  }),
}

export const NewCampaign = In.object({ name: In.line(NAME_MAX), ...fields }, 'NewCampaign')
export const CampaignChange = In.object(
  {
    name: Type.Optional(In.line(NAME_MAX)),
    ...fields,
    channel: Type.Optional(fields.channel),
  },
  'CampaignChange',
)
export const CampaignStart = In.object(
  {
    partial: Type.Optional({
      ...In.flag(),
      description:
        'Starts even if the available credits do not cover the cost. The campaign pauses when they are used up.',
    }),
    max_total: Type.Optional({
      ...In.nullable(In.amount('micros')),
      description:
        'The most that the campaign may cost. The start returns 409 if the estimate is higher, and a running campaign pauses before it would cost more.',
    }),
  },
  'CampaignStart',
)
export const CampaignTest = In.object({ contact_id: In.id('contact') }, 'CampaignTest')
export const CampaignQuery = In.object({
  ...pageQuery('camp'),
  status: Type.Optional(oneOf(campaignStatuses, 'CampaignStatus')),
  segment_id: Type.Optional({ ...In.id('seg'), description: 'Only campaigns to this segment.' }),
  name: Type.Optional({ ...In.line(NAME_MAX), description: 'Part of the name, in capital or small letters.' }),
})
export const reactions = ['opened', 'clicked', 'unsubscribed', 'complained', 'replied'] as const
export type Reaction = (typeof reactions)[number]

export const CampaignDeliveryQuery = In.object({
  ...pageQuery('dlv'),
  status: Type.Optional(oneOf(deliveryStatuses, 'DeliveryStatus')),
  list_id: Type.Optional(In.id('list')),
  reaction: Type.Optional({
    ...oneOf(reactions, 'CampaignReaction'),
    description: 'Only those to recipients who did this. With no other filter.',
  }),
  reason: Type.Optional({ ...In.line(REASON_MAX), description: 'The `error.code` of the deliveries.' }),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const Counts = Type.Object({
  recipients: count('Contacts that receive it.'),
  waiting: count('Recipients that were not charged yet.'),
  skipped: count('Contacts of the audience that do not receive it.'),
  queued: count('Charged, but not sent yet.'),
  sent: count('Sent; no delivery report was received yet.'),
  delivered: count('Delivered; no read report was received yet.'),
  read: count('Read.'),
  failed: count('Never sent; the charge was refunded.'),
  undelivered: count('Sent, but not delivered.'),
  cancelled: count('Withdrawn before it was sent; the money came back.'),
  bounced: count('Of `undelivered`, those whose address does not exist.'),
  unsubscribed: count(
    'Recipients who unsubscribed within 30 days of this campaign, with no later campaign in between.',
  ),
  complained: count(
    'Recipients who reported it as spam within 30 days of this campaign, with no later campaign in between.',
  ),
  replied: count('Answered by the contact.'),
})

const Engagement = Type.Object(
  {
    opened: count('Recipients who opened it.'),
    opens: count('How often it was opened.'),
    clicked: count('Recipients who followed a link.'),
    clicks: count('How often links were followed.'),
    bot_opens: count('Opens by programs, such as mail scanners. Not part of `opens`.'),
    bot_clicks: count('Links followed by programs. Not part of `clicks`.'),
  },
  {
    description:
      'Opens and clicks of an email, for 90 days after it was sent. Null unless the campaign has `track`. Opens are an estimate: some mail programs load no images, and some load them unasked.',
  },
)

const costSoFar = Type.String({ ...Out.amount(), description: 'What was charged, less what came back.' })

export const Campaign = Type.Object(
  {
    id: Out.id('camp'),
    name: Type.String(),
    channel: oneOf(channelNames, 'Channel'),
    status: oneOf(campaignStatuses, 'CampaignStatus'),
    pause_reasons: Type.Array(oneOf(pauseReasons, 'CampaignPauseReason')),
    template_id: Out.nullable(Out.id('tmpl')),
    template_version: Out.nullable(Type.Integer()),
    subject: Out.nullable(Type.String()),
    text: Out.nullable(Type.String()),
    html: Out.nullable(Type.String()),
    list_ids: Type.Array(Out.id('list')),
    segment_ids: Type.Array(Out.id('seg')),
    exclude_list_ids: Type.Array(Out.id('list')),
    variables: sources({ additionalProperties: {} }),
    scheduled_at: Out.nullable(Out.time()),
    max_per_minute: Out.nullable(Type.Integer()),
    quiet_hours: Out.nullable(quietHours()),
    track: Type.Boolean({ description: 'Whether opens and clicks are counted.' }),
    reserved: Out.amount(),
    currency: Type.String(),
    created_at: Out.time(),
    started_at: Out.nullable(Out.time()),
    ended_at: Out.nullable(Out.time()),
  },
  { $id: 'Campaign' },
)

/** A campaign in a list: with its progress and cost so far. */
export const ListedCampaign = Type.Object(
  {
    ...Campaign.properties,
    recipients: count('Contacts that receive it; 0 before the start.'),
    sent: count('Messages that were sent, whatever became of them later.'),
    cost: costSoFar,
  },
  { $id: 'ListedCampaign' },
)

/** A campaign with counts computed on request. */
export const CampaignReport = Type.Object(
  {
    ...Campaign.properties,
    counts: Counts,
    engagement: Out.nullable(Engagement),
    buttons: Type.Array(
      Type.Object({
        text: Type.String({ description: 'Label of the button.' }),
        type: oneOf(buttonTypes, 'TemplateButtonType'),
        count: count('Recipients who pressed it.'),
      }),
      {
        description:
          'Quick replies of the template and how many recipients pressed them. WhatsApp reports no presses of other buttons.',
      },
    ),
    rate: count('Deliveries that were sent in the last minute.'),
    cost: costSoFar,
    skipped: Type.Array(Type.Object({ reason: oneOf(skipReasons, 'CampaignSkipReason'), count: Type.Integer() }), {
      description: 'Contacts of the audience that do not receive it, by reason.',
    }),
    not_delivered: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() }), {
      description: 'Deliveries that failed, were not delivered or were cancelled, by error code.',
    }),
    charges: Type.Array(
      Type.Object({
        tier: Type.Integer({ description: 'Tier of the price list, from 1.' }),
        price: Out.amount(),
        count: Type.Integer(),
        amount: Out.amount(),
      }),
      { description: 'Charges by tier and price, before refunds.' },
    ),
  },
  { $id: 'CampaignReport' },
)

const Tier = Type.Object({
  tier: Type.Integer(),
  from: Type.Integer({ description: 'The first unit of the month that has this price.' }),
  to: Type.Integer(),
  count: Type.Integer(),
  price: Out.amount(),
  amount: Out.amount(),
})

export const CampaignEstimate = Type.Object(
  {
    recipients: count('Contacts that would receive it, once per contact and address.'),
    unreachable: Type.Array(Type.Object({ reason: oneOf(skipReasons, 'CampaignSkipReason'), count: Type.Integer() }), {
      description: 'Contacts of the audience that would not receive it, by reason.',
    }),
    units: Type.Integer({ description: "Units that are charged. They count towards this month's price tiers." }),
    total: Out.amount(),
    currency: Type.String(),
    balance: Out.amount(),
    available_credits: Out.amount(),
    shortfall: Type.String({ ...Out.amount(), description: 'Credits that are missing to start it.' }),
    finishes_at: Out.nullable(Out.time()),
    tiers: Type.Array(Tier),
  },
  { $id: 'CampaignEstimate' },
)

export type NewCampaign = Static<typeof NewCampaign>
export type CampaignChange = Static<typeof CampaignChange>
export type CampaignStart = Static<typeof CampaignStart>
export type CampaignQuery = Static<typeof CampaignQuery>
export type CampaignDeliveryQuery = Static<typeof CampaignDeliveryQuery>
