// API schemas of campaign previews: spec 15.30.

import { In, Out, oneOf, Type } from '#kit/wire.ts'
import { SmsSize } from '#messaging/sending/schema.ts'
import { previewHeader, shownButtons, shownFooter } from '#messaging/templates/component-schema.ts'
import { skipReasons } from '../recipients.ts'
import { previewKinds } from './rules.ts'

export const CampaignPreviewRequest = In.object(
  {
    contact_id: Type.Optional({
      ...In.nullable(In.id('contact')),
      description: 'Shows what this contact would receive, whether or not it is part of the audience.',
    }),
  },
  'CampaignPreviewRequest',
)

export const Previewed = Type.Object({
  kind: {
    ...oneOf(previewKinds, 'CampaignPreviewKind'),
    description:
      '`first`: the first recipient. `longest`: the recipient with the longest content. `missing`: one for whom fallbacks are used. `chosen`: the contact of the request.',
  },
  contact_id: Out.nullable(Out.id('contact')),
  display_name: Out.nullable(Type.String()),
  address: Out.nullable(Type.String()),
  skip_reason: Type.Unsafe<(typeof skipReasons)[number] | null>({
    ...Out.nullable(oneOf(skipReasons, 'CampaignSkipReason')),
    description: 'Why the contact of the request would not receive it. Null if it would.',
  }),
  variables: Type.Record(Type.String(), Type.String()),
  fallbacks: Type.Array(Type.String(), { description: 'Variables that are filled with their fallback.' }),
  subject: Out.nullable(Type.String()),
  text: Out.nullable(Type.String()),
  html: Out.nullable(Type.String()),
  header: previewHeader(),
  footer: shownFooter(),
  buttons: shownButtons(),
  sms: Out.nullable(SmsSize),
  price: Type.Unsafe<string | null>({
    ...Out.nullable(Out.amount()),
    description: 'What it would cost as the next message of the month. Null if the price list does not sell it.',
  }),
  units: Out.nullable(Type.Integer({ description: "Units that count towards the month's price tiers." })),
})

export const CampaignPreview = Type.Object({ data: Type.Array(Previewed) }, { $id: 'CampaignPreview' })
