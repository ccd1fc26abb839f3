// API schemas of conversations: spec 5.1.

import { pageQuery } from '#edge/paging.ts'
import { typeIdPattern } from '#kit/ids.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'

export const Conversation = Type.Object(
  {
    id: Out.id('conv'),
    contact_id: Out.nullable(Out.id('contact')),
    group_id: Out.nullable(Out.id('group')),
    pinned_message_id: Out.nullable(Out.id('msg')),
    is_pinned: Type.Boolean(),
    is_muted: Type.Boolean(),
    last_active_at: Out.nullable(Out.time()),
    last_opened_at: Out.nullable(Out.time()),
    created_at: Out.time(),
    archived_at: Out.nullable(Out.time()),
    user_id: Type.String({ ...Out.id('user'), description: 'The user that the conversation is assigned to.' }),
  },
  { $id: 'Conversation' },
)

export const ConversationQuery = In.object({
  ...pageQuery('conv'),
  muted: Type.Optional(In.flag()),
  archived: Type.Optional(In.flag()),
  pinned: Type.Optional(In.flag()),
  group_id: Type.Optional(In.id('group')),
  sort: Type.Optional(oneOf(['created', 'last_active'], 'ConversationOrder')),
  unread: Type.Optional(
    Type.Boolean({
      description: 'Only conversations with (or without) unread inbound messages. Requires `sort=last_active`.',
    }),
  ),
  with: Type.Optional(
    Type.Unsafe<'contact' | 'group'>({
      ...oneOf(['contact', 'group'], 'ConversationCounterpart'),
      description: 'Only conversations with a contact, or only with a group. Requires `sort=last_active`.',
    }),
  ),
  channel: Type.Optional(
    Type.Unsafe<ChannelName>({
      ...oneOf(channelNames, 'Channel'),
      description:
        'Only conversations whose last inbound message came on this channel. Requires `unread=true` and `sort=last_active`.',
    }),
  ),
  user_id: Type.Optional(
    Type.String({
      pattern: typeIdPattern('user').replace(/^\^(.*)\$$/, '^(all|$1)$'),
      description:
        'ID of a user, or `all`. By default your own conversations. Anything else requires the permission `conversations.view_all`.',
      examples: ['all'],
    }),
  ),
})

export const Assignment = In.object({ user_id: In.id('user') })

export const NewConversation = In.object({
  contact_id: Type.Optional(In.nullable(In.id('contact'))),
  group_id: Type.Optional(In.nullable(In.id('group'))),
})

export const ConversationChange = In.object({
  pinned_message_id: Type.Optional(In.nullable(In.id('msg'))),
  is_pinned: Type.Optional(In.flag()),
  is_muted: Type.Optional(In.flag()),
  archived_at: Type.Optional(In.nullable(In.time())),
})

export type ConversationQuery = Static<typeof ConversationQuery>
export type NewConversation = Static<typeof NewConversation>
export type ConversationChange = Static<typeof ConversationChange>
