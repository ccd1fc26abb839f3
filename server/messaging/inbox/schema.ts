// Conversations as an inbox shows them: spec 5.60 and on.

import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { Conversation, ConversationQuery } from '#messaging/conversations/schema.ts'
import { deliveryStatuses } from '#messaging/messages/rules.ts'
import { Call } from '#messaging/messages/schema.ts'
import { COUNTED_MAX, PREVIEW_MAX, UNREAD_MAX } from './rules.ts'

const described = <T>(schema: object, description: string) => Type.Unsafe<T>({ ...schema, description })

const LastMessage = Type.Object(
  {
    id: Out.id('msg'),
    direction: oneOf(['outbound', 'inbound'], 'MessageDirection'),
    channel: oneOf(channelNames, 'Channel'),
    sender: Type.String({ description: 'The user or contact who wrote it.' }),
    template_id: Out.nullable(Out.id('tmpl')),
    subject: Out.nullable(Type.String()),
    preview: Type.String({
      description: `The beginning of what it says, ${PREVIEW_MAX} characters on one line; empty where it says nothing.`,
    }),
    has_attachments: Type.Boolean(),
    status: Out.nullable(oneOf(deliveryStatuses, 'DeliveryStatus')),
    read_at: described<number | null>(Out.nullable(Out.time()), 'When what a contact wrote was read by a user.'),
    send_at: Out.nullable(Out.time()),
    withdrawn_at: described<number | null>(
      Out.nullable(Out.time()),
      'When the contact who wrote it withdrew it: then `preview` is empty.',
    ),
    call: Out.nullable(Call),
    created_at: Type.Integer({
      description: 'When it was accepted, or came in: Unix seconds.',
      examples: [1767225600],
    }),
  },
  { $id: 'LastMessage' },
)

export const Inbox = Type.Object(
  {
    contact: Out.nullable(
      Type.Object(
        {
          id: Out.id('contact'),
          display_name: described<string | null>(Out.nullable(Type.String()), 'Null too without `contacts.view`.'),
        },
        { $id: 'InboxContact' },
      ),
    ),
    group: Out.nullable(
      Type.Object(
        {
          id: Out.id('group'),
          name: described<string | null>(Out.nullable(Type.String()), 'Null without `groups.view`.'),
          size: Type.Integer({ description: 'How many members it has.' }),
        },
        { $id: 'InboxGroup' },
      ),
    ),
    user: Type.Object({ id: Out.id('user'), display_name: Type.String() }, { $id: 'InboxUser' }),
    last_message: described<Static<typeof LastMessage> | null>(
      Out.nullable(LastMessage),
      'The newest of its messages; null where there is none, or without `messages.view`.',
    ),
    unread_count: Type.Integer({
      minimum: 0,
      maximum: UNREAD_MAX,
      description: `Messages of contacts that nobody has read: ${UNREAD_MAX} means so many or more.`,
    }),
    last_inbound_at: described<number | null>(Out.nullable(Out.time()), 'When a contact wrote last in it.'),
    app_window_ends_at: described<number | null>(
      Out.nullable(Out.time()),
      'Until when the contact can be written to on the channel app without a template; null where that is over.',
    ),
    channels: described<(typeof channelNames)[number][] | null>(
      Out.nullable(Type.Array(oneOf(channelNames, 'Channel'))),
      'On which the contact has an address, has not unsubscribed and is not suppressed. Null with a group, and without `contacts.view`.',
    ),
  },
  { $id: 'Inbox' },
)

export const ListedConversation = Type.Object(
  {
    ...Conversation.properties,
    inbox: Type.Optional({ ...Inbox, description: 'Where `expand=inbox` asks for it.' }),
  },
  { $id: 'ListedConversation' },
)

export const ConversationPage = Object.assign(Out.list(ListedConversation), { $id: 'ConversationPage' })

const expand = () =>
  Type.Optional(
    Type.Array(oneOf(['inbox'], 'ConversationPart'), {
      minItems: 1,
      maxItems: 1,
      description: '`inbox` shows what an inbox shows beside each: names, the last message, what is unread.',
    }),
  )

export const InboxQuery = In.object({ ...ConversationQuery.properties, expand: expand() })
export type InboxQuery = Static<typeof InboxQuery>

export const OneQuery = In.object({ expand: expand() })

export const ReadConversation = Type.Object(
  {
    ...Conversation.properties,
    unread_count: Type.Integer({
      minimum: 0,
      maximum: UNREAD_MAX,
      description: `What is left: ${UNREAD_MAX} means so many or more.`,
    }),
  },
  { $id: 'ReadConversation' },
)

export const ReadRequest = In.object({ message_id: Type.Optional(In.nullable(In.id('msg'))) })

const counts = ($id: string) =>
  Type.Object(
    {
      unread: Type.Integer({ description: 'With something unread, not archived; those that are muted among them.' }),
      unread_muted: Type.Integer({ description: 'Of those that were counted as unread, the muted ones.' }),
      pinned: Type.Integer(),
      muted: Type.Integer(),
      archived: Type.Integer(),
    },
    { $id },
  )
type Counts = Static<ReturnType<typeof counts>>

export const AllCounts = Type.Object(
  {
    counted_to: Type.Integer({
      description: 'A count of so many means so many or more.',
      examples: [COUNTED_MAX],
    }),
    mine: counts('ConversationCounts'),
    everybody: described<Counts | null>(
      Out.nullable(counts('EverybodysCounts')),
      "Of everybody's; null without `conversations.view_all`.",
    ),
  },
  { $id: 'InboxCounts' },
)
