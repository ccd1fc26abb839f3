// What providers say of accounts, as the API shows it: spec 7.182.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { channelNames } from '../channel.ts'
import { noticeKinds } from './rules.ts'

/** As events tell it. */
const told = {
  id: Out.id('cnot'),
  channel: oneOf(channelNames, 'Channel'),
  kind: Type.Unsafe<(typeof noticeKinds)[number]>({
    ...oneOf(noticeKinds, 'ChannelNoticeKind'),
    description:
      'What it is about. `preference`: the marketing preference of somebody who is no contact. `not_of_account`: another number or business account. `unread`: a part of a webhook without a shape that is known. `unknown`: a webhook of a kind that is not read.',
  }),
  needs_action: Type.Boolean({ description: 'Whether somebody has to do something at the provider.' }),
  detail: Type.String({ description: "One line, in the provider's words." }),
  count: Type.Integer({ description: 'How often the provider said it.' }),
  created_at: Out.time(),
  last_at: Out.time(),
}

export const ToldNotice = Type.Object(told, { $id: 'ToldChannelNotice' })

export const ChannelNotice = Type.Object(
  {
    ...told,
    content: Type.Object({}, { additionalProperties: true, description: 'What the provider brought, as it came.' }),
  },
  { $id: 'ChannelNotice' },
)

export const NoticeQuery = In.object({
  ...pageQuery('cnot'),
  channel: Type.Optional(oneOf(channelNames, 'Channel')),
  needs_action: Type.Optional(In.flag()),
})
export type NoticeQuery = Static<typeof NoticeQuery>
