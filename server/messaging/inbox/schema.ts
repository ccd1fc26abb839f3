// API schemas of the inbox: spec 5.60 and on.

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
      description: `The first ${PREVIEW_MAX} characters of the text, on one line. Empty if there is no text.`,
    }),
    has_attachments: Type.Boolean(),
    status: Out.nullable(oneOf(deliveryStatuses, 'DeliveryStatus')),
    read_at: described<number | null>(
      Out.nullable(Out.time()),
      'When a user read the inbound message, in Unix seconds. Null if it is unread or outbound.',
    ),
    send_at: Out.nullable(Out.time()),
    withdrawn_at: described<number | null>(
      Out.nullable(Out.time()),
      'When the contact deleted the message for everyone, in Unix seconds. `preview` is then empty. Null if not deleted.',
    ),
    call: Out.nullable(Call),
    created_at: Type.Integer({
      description: 'When the message was accepted or received, in Unix seconds.',
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
          display_name: described<string | null>(
            Out.nullable(Type.String()),
            'Null if not set, or without the permission `contacts.view`.',
          ),
        },
        { $id: 'InboxContact' },
      ),
    ),
    group: Out.nullable(
      Type.Object(
        {
          id: Out.id('group'),
          name: described<string | null>(Out.nullable(Type.String()), 'Null without the permission `groups.view`.'),
          size: Type.Integer({ description: 'Number of members.' }),
        },
        { $id: 'InboxGroup' },
      ),
    ),
    user: Type.Object({ id: Out.id('user'), display_name: Type.String() }, { $id: 'InboxUser' }),
    last_message: described<Static<typeof LastMessage> | null>(
      Out.nullable(LastMessage),
      'The newest message of the conversation. Null if there is none, or without the permission `messages.view`.',
    ),
    unread_count: Type.Integer({
      minimum: 0,
      maximum: UNREAD_MAX,
      description: `Number of unread inbound messages. ${UNREAD_MAX} means ${UNREAD_MAX} or more.`,
    }),
    last_inbound_at: described<number | null>(
      Out.nullable(Out.time()),
      'When the last inbound message was received, in Unix seconds. Null if there is none.',
    ),
    app_window_ends_at: described<number | null>(
      Out.nullable(Out.time()),
      'When the 24-hour session on the messaging app closes, in Unix seconds. Until then, messages without a template can be sent. Null if it is closed.',
    ),
    channels: described<(typeof channelNames)[number][] | null>(
      Out.nullable(Type.Array(oneOf(channelNames, 'Channel'))),
      'Channels on which the contact has an address, is subscribed and is not suppressed. Null for a group, and without the permission `contacts.view`.',
    ),
  },
  { $id: 'Inbox' },
)

export const ListedConversation = Type.Object(
  {
    ...Conversation.properties,
    inbox: Type.Optional({ ...Inbox, description: 'Only with `expand=inbox`.' }),
  },
  { $id: 'ListedConversation' },
)

export const ConversationPage = Object.assign(Out.list(ListedConversation), { $id: 'ConversationPage' })

const expand = () =>
  Type.Optional(
    Type.Array(oneOf(['inbox'], 'ConversationPart'), {
      minItems: 1,
      maxItems: 1,
      description: '`inbox` adds names, the last message and the number of unread messages to each conversation.',
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
      description: `Number of inbound messages that are still unread. ${UNREAD_MAX} means ${UNREAD_MAX} or more.`,
    }),
  },
  { $id: 'ReadConversation' },
)

export const ReadRequest = In.object({ message_id: Type.Optional(In.nullable(In.id('msg'))) })

const counts = ($id: string) =>
  Type.Object(
    {
      unread: Type.Integer({
        description: 'Conversations with unread messages that are not archived, including muted ones.',
      }),
      unread_muted: Type.Integer({ description: 'Muted conversations among `unread`.' }),
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
      description: 'A count that equals this value means that many or more.',
      examples: [COUNTED_MAX],
    }),
    mine: counts('ConversationCounts'),
    everybody: described<Counts | null>(
      Out.nullable(counts('EverybodysCounts')),
      "Counts over everyone's conversations. Null without the permission `conversations.view_all`.",
    ),
  },
  { $id: 'InboxCounts' },
)
