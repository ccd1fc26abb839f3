// API schemas of segments: spec 6.41, 6.42.

import { pageQuery } from '#edge/paging.ts'
import { NOTE_OR_EMPTY } from '#kit/text.ts'
import { In, Out, oneOf, type Static, shownAs, Type } from '#kit/wire.ts'
import { pricedChannels } from '#money/pricing/rules.ts'
import { ATTRIBUTE_KEY_MAX, ATTRIBUTE_VALUE_MAX, Contact } from '../schema.ts'
import { CONDITIONS_MAX, FILTER_DEPTH_MAX, NUMBER_LENGTH_MAX, WITHIN_DAYS_MAX } from './filter.ts'

const NAME_MAX = 200
const EXAMPLES_MAX = 10

// --- The filter in the contract ------------------------------------------------------------------------------------

const inner = { $ref: '#/components/schemas/ContactFilter' }
const period = (description: string) => ({
  type: 'object',
  description: [
    description,
    '`after` includes the time, `before` excludes it; `within_days` counts back from now.',
  ].join(' '),
  additionalProperties: false,
  properties: {
    after: In.time(),
    before: In.time(),
    within_days: { type: 'integer', minimum: 1, maximum: WITHIN_DAYS_MAX },
  },
})
const bound = (description: string) => ({
  ...In.line(NUMBER_LENGTH_MAX),
  type: ['string', 'number'],
  description: `A number, or a date or time in ISO 8601. ${description}`,
})
const value = { type: ['string', 'number', 'boolean'], maxLength: ATTRIBUTE_VALUE_MAX, pattern: NOTE_OR_EMPTY }
const several = (description: string) => ({ type: 'array', minItems: 1, items: inner, description })

const ContactFilter = Type.Unsafe<Record<string, unknown>>({
  $id: 'ContactFilter',
  type: 'object',
  description: `Either \`all\`, \`any\` or \`not\`, or one condition: \`attribute\` with one of \`is\`, \`is_not\`, \`contains\`, \`before\`, \`after\`, \`exists\`; \`list_id\`; \`reachable\`; \`consent\`; \`last_active_at\`; \`created_at\`. At most ${CONDITIONS_MAX} conditions and ${FILTER_DEPTH_MAX} levels. \`not\` selects exactly the contacts that the filter inside does not select.`,
  additionalProperties: false,
  properties: {
    all: several('Contacts that every filter in the list selects.'),
    any: several('Contacts that at least one filter in the list selects.'),
    not: { ...inner, description: 'Contacts that this filter does not select.' },
    attribute: { ...In.line(ATTRIBUTE_KEY_MAX), description: 'The name of an attribute.' },
    is: {
      ...value,
      description: 'Compared as text, ignoring the case of the letters A to Z.',
    },
    is_not: {
      ...value,
      description: 'Selects every other contact, also those without the attribute.',
    },
    contains: {
      ...In.note(ATTRIBUTE_VALUE_MAX),
      description: 'Part of the value, ignoring the case of the letters A to Z.',
    },
    before: bound('Selects smaller numbers or earlier dates.'),
    after: bound('Selects this and larger numbers, or this and later dates.'),
    exists: { type: 'boolean', description: 'True selects contacts that have the attribute, false those without it.' },
    list_id: { ...Out.id('list'), description: 'Members of the contact list.' },
    reachable: {
      ...oneOf(pricedChannels, 'Channel'),
      description: 'Contacts with an address on the channel that is not suppressed, and who have not unsubscribed.',
    },
    consent: {
      ...oneOf(pricedChannels, 'Channel'),
      description: 'Contacts with recorded consent for the channel that was not revoked.',
    },
    last_active_at: period('When the contact was last active.'),
    created_at: period('When the contact was created.'),
  },
})

// --- Type coercion of forms -----------------------------------------------------------------------------------------

// Covers only forms, whose values are text until a schema types them; rules.ts validates the rest. The bracket notation
// of a form nests no deeper.
const FORM_DEPTH = 2

const days = { properties: { within_days: { type: 'integer' } } }
const coercion = (depth: number): Record<string, unknown> => {
  const inner = depth === 0 ? null : coercion(depth - 1)
  const several = { type: 'array', maxItems: CONDITIONS_MAX, items: inner }
  return {
    properties: {
      exists: { type: 'boolean' },
      last_active_at: days,
      created_at: days,
      ...(inner && { all: several, any: several, not: inner }),
    },
  }
}

const filter = () =>
  shownAs(Type.Unsafe<Record<string, unknown>>({ type: 'object', ...coercion(FORM_DEPTH) }), ContactFilter)

export const Segment = Type.Object(
  {
    id: Out.id('seg'),
    name: Type.String(),
    filter: shownAs(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
      ContactFilter,
    ),
    created_at: Out.time(),
  },
  { $id: 'Segment' },
)

export const SegmentCount = Type.Object(
  { count: Type.Integer({ minimum: 0, description: 'Contacts that the filter selects now.' }) },
  { $id: 'SegmentCount' },
)

export const FilterCount = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'Contacts that the filter selects now.' }),
    examples: Type.Array(Contact, { description: 'The newest of them, at most as many as requested.' }),
  },
  { $id: 'FilterCount' },
)

export const SegmentQuery = In.object(pageQuery('seg'))
export const SegmentContactQuery = In.object(pageQuery('contact'))
export const NewSegment = In.object({ name: In.line(NAME_MAX), filter: filter() }, 'NewSegment')
export const SegmentChange = In.object(
  { name: Type.Optional(In.line(NAME_MAX)), filter: Type.Optional(filter()) },
  'SegmentChange',
)
export const NewSegmentCount = In.object(
  {
    filter: filter(),
    examples: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: EXAMPLES_MAX,
        default: 0,
        description: 'How many of the contacts to return.',
      }),
    ),
  },
  'NewSegmentCount',
)

export type SegmentQuery = Static<typeof SegmentQuery>
export type SegmentContactQuery = Static<typeof SegmentContactQuery>
export type NewSegment = Static<typeof NewSegment>
export type SegmentChange = Static<typeof SegmentChange>
export type NewSegmentCount = Static<typeof NewSegmentCount>
