// API schemas of providers' notices about accounts: spec 7.182.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { channelNames } from '../channel.ts'
import { noticeKinds } from './rules.ts'

/** The part that events contain. */
const told = {
  id: Out.id('cnot'),
  channel: oneOf(channelNames, 'Channel'),
  kind: Type.Unsafe<(typeof noticeKinds)[number]>({
    ...oneOf(noticeKinds, 'ChannelNoticeKind'),
    description:
      'Subject of the notice. `preference`: the marketing preference of a person who is not a contact. `not_of_account`: a webhook for another number or business account. `unread`: a part of a webhook that could not be read. `unknown`: a webhook of unknown type.',
  }),
  needs_action: Type.Boolean({ description: 'Whether you have to act at the provider.' }),
  detail: Type.String({ description: 'What the provider reported, in its own words, on one line.' }),
  count: Type.Integer({ description: 'How many times the provider has reported it.' }),
  created_at: Out.time(),
  last_at: Out.time(),
}

export const ToldNotice = Type.Object(told, { $id: 'ToldChannelNotice' })

export const ChannelNotice = Type.Object(
  {
    ...told,
    content: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          "The provider's notice as received. If it is longer than 16,384 characters, only its beginning, in `beginning`.",
      },
    ),
  },
  { $id: 'ChannelNotice' },
)

export const NoticeQuery = In.object({
  ...pageQuery('cnot'),
  channel: Type.Optional(oneOf(channelNames, 'Channel')),
  needs_action: Type.Optional(In.flag()),
})
export type NoticeQuery = Static<typeof NoticeQuery>
