// API schemas of search: spec 7.140 to 7.149.

import { PAGE_DEFAULT, PAGE_MAX } from '#edge/paging.ts'
import type { Prefix } from '#kit/ids.ts'
import { In, Out, oneOf, type Static, type TSchema, Type } from '#kit/wire.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { Contact, type ContactFilter, contactFilters } from '#messaging/contacts/schema.ts'

const QUERY_MAX = 200

export const words = () => ({
  ...In.line(QUERY_MAX),
  description:
    'Search terms. All must match, ignoring case and accents. The last one also matches as a prefix, unless it is followed by a space.',
  examples: ['order A-17'],
})

const query = <Filters extends Record<string, TSchema>>(prefix: Prefix, filters: Filters) =>
  In.object({
    q: Type.Unsafe<string>(words()),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT, description: 'Number of rows per page.' }),
    ),
    starting_after: Type.Optional(In.id(prefix)),
    ...filters,
  })

export const MessageSearch = query('msg', {})
export const ContactSearch = query('contact', contactFilters)
export const GroupSearch = query('group', {})
export const ConversationSearch = query('conv', {})
export interface Search {
  q: string
  limit?: number
  starting_after?: string
}
export type ContactSearch = Search & ContactFilter

const Range = Type.Object(
  { start: Type.Integer(), end: Type.Integer({ description: 'End position, exclusive.' }) },
  { $id: 'TextRange', description: 'A range of a text, in UTF-16 code units as in JavaScript.' },
)
export const ranges = () => Type.Array(Range, { description: 'Ranges of the matches, in order.' })

const NamedContact = Type.Object(
  { id: Out.id('contact'), display_name: Out.nullable(Type.String()) },
  { $id: 'NamedContact' },
)
const NamedGroup = Type.Object({ id: Out.id('group'), name: Type.String() }, { $id: 'NamedGroup' })

export const FoundMessage = Type.Object(
  {
    id: Out.id('msg'),
    conversation_id: Out.id('conv'),
    user_id: Out.id('user'),
    contact: Out.nullable(NamedContact),
    group: Out.nullable(NamedGroup),
    direction: oneOf(['outbound', 'inbound'], 'MessageDirection'),
    channel: oneOf(channelNames, 'Channel'),
    snippet: Type.Object(
      {
        field: oneOf(['text', 'subject'], 'SnippetField'),
        text: Type.String({ description: 'Plain text around the first match, at most 160 characters. Never HTML.' }),
        matches: ranges(),
      },
      { $id: 'Snippet' },
    ),
    created_at: Out.time(),
  },
  { $id: 'FoundMessage' },
)
export type FoundMessage = Static<typeof FoundMessage>

export const matches = () =>
  Type.Record(Type.String(), ranges(), {
    description: 'Field → ranges of the matches in it. Fields without a match are missing.',
  })

export const FoundContact = Type.Object(
  {
    id: Out.id('contact'),
    display_name: Out.nullable(Type.String()),
    email: Out.nullable(Type.String()),
    phone_number: Out.nullable(Type.String()),
    app_id: Out.nullable(Type.String()),
    avatar_url: Out.nullable(Type.String()),
    owner_id: Contact.properties.owner_id,
    unsubscribed: Contact.properties.unsubscribed,
    suppressed: Contact.properties.suppressed,
    created_at: Out.time(),
    conversation_id: Type.Unsafe<string | null>({
      ...Out.nullable(Out.id('conv')),
      description: 'Your own conversation with the contact. Null if there is none.',
    }),
    matches: matches(),
  },
  { $id: 'FoundContact' },
)
export type FoundContact = Static<typeof FoundContact>

export const FoundGroup = Type.Object(
  {
    id: Out.id('group'),
    name: Type.String(),
    description: Out.nullable(Type.String()),
    avatar_url: Out.nullable(Type.String()),
    matches: matches(),
  },
  { $id: 'FoundGroup' },
)
export type FoundGroup = Static<typeof FoundGroup>

export const FoundConversation = Type.Object(
  {
    id: Out.id('conv'),
    user_id: Out.id('user'),
    contact: Out.nullable(NamedContact),
    group: Out.nullable(NamedGroup),
    last_active_at: Out.nullable(Out.time()),
    archived_at: Out.nullable(Out.time()),
    matches: ranges(),
  },
  { $id: 'FoundConversation' },
)
export type FoundConversation = Static<typeof FoundConversation>
