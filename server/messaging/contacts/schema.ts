// API schemas of contacts: spec 6.1.

import { pageQuery } from '#edge/paging.ts'
import { EMAIL_MAX } from '#kit/email-address.ts'
import { LINE, NOTE_OR_EMPTY } from '#kit/text.ts'
import { In, Out, oneOf, type Static, Type, URL_MAX } from '#kit/wire.ts'
import { type PricedChannel, pricedChannels } from '#money/pricing/rules.ts'
import type { Attributes } from './rules.ts'

export const DISPLAY_NAME_MAX = 200
const PHONE_NUMBER_MAX = 40
export const APP_ID_MAX = 128
export const ATTRIBUTES_MAX = 50
export const ATTRIBUTE_KEY_MAX = 64
export const ATTRIBUTE_VALUE_MAX = 500

const attributes = (limits: object) =>
  Type.Unsafe<Attributes>({
    type: 'object',
    description: 'Custom fields by name. Values are strings, numbers, booleans or null.',
    examples: [{ city: 'Pune', orders: 12 }],
    ...limits,
  })
const attributeTypes = ['string', 'number', 'boolean', 'null']

const AttributesIn = attributes({
  maxProperties: ATTRIBUTES_MAX,
  propertyNames: { minLength: 1, maxLength: ATTRIBUTE_KEY_MAX, pattern: LINE },
  additionalProperties: { type: attributeTypes, maxLength: ATTRIBUTE_VALUE_MAX, pattern: NOTE_OR_EMPTY },
})

/** Channel → time of the unsubscription; null subscribes again, and channels that are not given stay unchanged. */
const unsubscribedAt = Type.Optional(In.nullable(In.time()))
const UnsubscribedIn = In.object(
  Object.fromEntries(pricedChannels.map((channel) => [channel, unsubscribedAt])) as Record<
    PricedChannel,
    typeof unsubscribedAt
  >,
)

export const Contact = Type.Object(
  {
    id: Out.id('contact'),
    display_name: Out.nullable(Type.String()),
    email: Out.nullable(Type.String({ examples: ['ravi@company.example'] })),
    phone_number: Out.nullable(
      Type.String({ description: 'Phone number in E.164 format.', examples: ['+919876543210'] }),
    ),
    app_id: Out.nullable(Type.String({ description: 'The user ID on the messaging app.' })),
    avatar_url: Out.nullable(Type.String()),
    attributes: attributes({ additionalProperties: { type: attributeTypes } }),
    owner_id: Out.id('user'),
    unsubscribed: Type.Unsafe<Record<string, number>>({
      type: 'object',
      description:
        'Channel → time at which the contact unsubscribed from it, in Unix seconds. Channels to which the contact is subscribed are missing.',
      additionalProperties: { type: 'integer' },
    }),
    suppressed: Type.Unsafe<Record<string, string>>({
      type: 'object',
      description:
        "Channel → reason why the contact's address on it is on the suppression list. Other channels are missing.",
      additionalProperties: { type: 'string' },
    }),
    marketing_stopped_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description:
        'When the contact stopped marketing messages in WhatsApp, in Unix seconds. Marketing templates to this contact are refused. Null if they are allowed.',
    }),
    last_active_at: Out.nullable(Out.time()),
    conversation_id: Out.nullable(Out.id('conv')),
    created_at: Out.time(),
  },
  { $id: 'Contact' },
)

const OF_CHANNEL = 'on `channel` if given, otherwise on any channel'

/** Filters of a list or an export of contacts; all given ones apply. */
const filters = {
  owner_id: Type.Optional(In.id('user')),
  group_id: Type.Optional(In.id('group')),
  list_id: Type.Optional(In.id('list')),
  channel: Type.Optional({
    ...oneOf(pricedChannels, 'Channel'),
    description: 'Only contacts with an address on this channel. For the messaging app, a phone number counts.',
  }),
  suppressed: Type.Optional({
    ...In.flag(),
    description: `Whether an address is on the suppression list, ${OF_CHANNEL}.`,
  }),
  unsubscribed: Type.Optional({ ...In.flag(), description: `Whether the contact has unsubscribed, ${OF_CHANNEL}.` }),
}

const period = {
  from: Type.Optional({ ...In.time(), description: 'Only contacts created at this time or later.' }),
  to: Type.Optional({ ...In.periodEnd(), description: 'Only contacts created before this time.' }),
}

/** Filters of a list and of a search. */
export const contactFilters = { ...filters, ...period }

export const ContactQuery = In.object({
  ...pageQuery('contact'),
  email: Type.Optional(In.line(EMAIL_MAX)),
  phone_number: Type.Optional(In.line(PHONE_NUMBER_MAX)),
  ...contactFilters,
})

export const ContactExportFilter = In.object(filters, 'ContactExportFilter')

const fields = {
  display_name: Type.Optional(In.nullable(In.line(DISPLAY_NAME_MAX))),
  email: Type.Optional(In.nullable(In.line(EMAIL_MAX))),
  phone_number: Type.Optional(In.nullable(In.line(PHONE_NUMBER_MAX))),
  app_id: Type.Optional(In.nullable(In.line(APP_ID_MAX))),
  avatar_url: Type.Optional(In.nullable(In.line(URL_MAX))),
  attributes: Type.Optional(In.nullable(AttributesIn)),
  owner_id: Type.Optional(In.id('user')),
  unsubscribed: Type.Optional(UnsubscribedIn),
}

export const NewContact = In.object(fields)
export const ContactChange = In.object(fields)

export type ContactQuery = Static<typeof ContactQuery>
export type ContactExportFilter = Static<typeof ContactExportFilter>
export type ContactFilter = Omit<ContactQuery, 'limit' | 'starting_after' | 'ending_before'>
export type NewContact = Static<typeof NewContact>
export type ContactChange = Static<typeof ContactChange>
