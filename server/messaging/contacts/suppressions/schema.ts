// API schemas of the suppression list: spec 6.21.

import { pageQuery } from '#edge/paging.ts'
import { EMAIL_MAX } from '#kit/email-address.ts'
import { ShownDetails } from '#kit/stored-details.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { pricedChannels } from '#money/pricing/rules.ts'

/** `manual`: entered by a user of the organization. The others are reported by providers. */
export const suppressionReasons = ['bounced', 'complained', 'unsubscribed', 'manual'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

const DETAIL_MAX = 500

export const Suppression = Type.Object(
  {
    id: Out.id('supp'),
    channel: oneOf(pricedChannels, 'Channel'),
    address: Type.String({ examples: ['ravi@company.example'] }),
    reason: Type.Unsafe<SuppressionReason>({
      ...oneOf(suppressionReasons, 'SuppressionReason'),
      description: '`manual`: added by a user. The others are reported by providers.',
    }),
    detail: Out.nullable(
      Type.String({
        description: 'What the provider reported, or a note of the user who added it. Null if there is none.',
      }),
    ),
    details: ShownDetails,
    user_id: Out.nullable(
      Type.String({
        ...Out.id('user'),
        description: 'The user who added the address. Null if a provider reported it.',
      }),
    ),
    created_at: Out.time(),
  },
  { $id: 'Suppression' },
)

export const NewSuppression = In.object({
  channel: oneOf(pricedChannels, 'Channel'),
  address: In.line(EMAIL_MAX),
  reason: Type.Optional(oneOf(suppressionReasons, 'SuppressionReason')),
  detail: Type.Optional(In.nullable(In.line(DETAIL_MAX))),
})

export const SuppressionQuery = In.object({
  ...pageQuery('supp'),
  channel: Type.Optional(oneOf(pricedChannels, 'Channel')),
  address: Type.Optional(In.line(EMAIL_MAX)),
  reason: Type.Optional(oneOf(suppressionReasons, 'SuppressionReason')),
})

export type NewSuppression = Static<typeof NewSuppression>
export type SuppressionQuery = Static<typeof SuppressionQuery>
