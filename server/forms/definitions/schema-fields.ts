// API schema of a form's fields. Rules across fields are checked in rules.ts.

import { LINE, NOTE, NOTE_OR_EMPTY } from '#kit/text.ts'
import { In, oneOf, shownAs, Type } from '#kit/wire.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { ATTRIBUTE_KEY_MAX } from '#messaging/contacts/schema.ts'
import { fieldTypes, fileKinds, patternNames, type Text } from './definition.ts'
import { propertiesOf } from './field-rules.ts'
import * as limits from './limits.ts'

export const LANGUAGE = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$'
const KEY = `^[a-z][a-z0-9_]{0,${limits.KEY_MAX - 1}}$`

/** A text in the default language, or in several: `{"en": "Name", "hi": "नाम"}`. */
export function text(maxLength: number, { isLine = true, description = '' } = {}) {
  const one = { minLength: 1, maxLength, pattern: isLine ? LINE : NOTE }
  return Type.Unsafe<Text>({
    type: ['string', 'object'],
    ...one,
    minProperties: 1,
    maxProperties: limits.LANGUAGES_MAX,
    propertyNames: { pattern: LANGUAGE },
    additionalProperties: { type: 'string', ...one },
    description: `${description} A text in the default language, or an object with a text per language.`.trim(),
    examples: [{ en: 'Your name', hi: 'आपका नाम' }],
  })
}

export const key = (description: string) =>
  Type.Unsafe<string>({
    type: 'string',
    pattern: KEY,
    maxLength: limits.KEY_MAX,
    // A validation error cites the description as the expected format, so the format comes first.
    description: `A lowercase letter, then lowercase letters, digits and _. ${description}`,
    examples: ['full_name'],
  })

const inner = { $ref: '#/components/schemas/FormCondition' }
const value = {
  type: ['string', 'number', 'boolean'],
  maxLength: limits.CONDITION_VALUE_MAX,
  pattern: NOTE_OR_EMPTY,
}
const bound = (description: string) => ({
  ...In.line(limits.KEY_MAX),
  type: ['string', 'number'],
  description,
})
const several = (description: string) => ({ type: 'array', minItems: 1, items: inner, description })

const FormCondition = Type.Unsafe<Record<string, unknown>>({
  $id: 'FormCondition',
  type: 'object',
  description: `Either \`all\`, \`any\` or \`not\`, or \`field\` with one of \`is\`, \`is_not\`, \`contains\`, \`answered\`, \`before\`, \`after\`. Only earlier fields. At most ${limits.CONDITIONS_MAX} conditions and ${limits.CONDITION_DEPTH_MAX} levels. A field that is not shown is not answered.`,
  additionalProperties: false,
  properties: {
    all: several('True if every condition in the list is.'),
    any: several('True if at least one condition in the list is.'),
    not: { ...inner, description: 'True if this condition is not.' },
    field: { ...key('The key of an earlier field.') },
    is: { ...value, description: 'The answer, or the value of a chosen option.' },
    is_not: { ...value, description: 'Also true if there is no answer.' },
    contains: {
      ...In.note(limits.CONDITION_VALUE_MAX),
      description: 'Part of a text, or one of the chosen options.',
    },
    answered: { type: 'boolean', description: 'Whether there is an answer.' },
    before: bound('Of a number, date or time: the answer is less.'),
    after: bound('Of a number, date or time: the answer is this or more.'),
  },
})

/** Validated in conditions.ts: conditions are recursive, which a validated schema cannot be. */
const condition = (description: string) =>
  shownAs(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description,
      properties: { answered: { type: 'boolean' } },
    }),
    FormCondition,
  )

const integer = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }))
const number = (description: string) =>
  Type.Optional(Type.Number({ minimum: -limits.NUMBER_MAX, maximum: limits.NUMBER_MAX, description }))

const FormOption = Type.Unsafe<{ value: string; label?: Text }>({
  type: ['string', 'object'],
  minLength: 1,
  maxLength: limits.OPTION_MAX,
  pattern: LINE,
  additionalProperties: false,
  required: ['value'],
  properties: { value: In.line(limits.OPTION_MAX), label: text(limits.OPTION_MAX) },
  description: 'A value, or a value with a label. Without a label the value is shown.',
})

const MapTo = Type.Unsafe<string | { attribute: string }>({
  type: ['string', 'object'],
  pattern: '^(display_name|email|phone_number)$',
  additionalProperties: false,
  required: ['attribute'],
  properties: { attribute: In.line(ATTRIBUTE_KEY_MAX) },
  description: 'display_name, email, phone_number, or {"attribute": "…"}',
})

const limit = (description: string) =>
  Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      pattern: '^(today|[0-9]{4}-[0-9]{2}-[0-9]{2}|([01][0-9]|2[0-3]):[0-5][0-9])$',
      description: `${description} A date such as 2026-01-31, today, or of a time field 18:30`,
    }),
  )

export const FormField = Type.Object(
  {
    key: key('Names the answer in submissions, the API and exports. Unique in the form.'),
    type: oneOf(fieldTypes, 'FormFieldType'),
    label: text(limits.LABEL_MAX, {
      description:
        'The question. Of a page break: the title of the page that it begins. Of a hidden field: its name in lists and exports.',
    }),
    help: Type.Optional(text(limits.HELP_MAX, { isLine: false, description: 'Shown below the label.' })),
    placeholder: Type.Optional(
      text(limits.PLACEHOLDER_MAX, { description: 'Shown in an empty text field, and first in a dropdown.' }),
    ),
    required: Type.Optional(Type.Boolean({ description: 'Whether it must be answered when it is shown.' })),
    default: Type.Optional(
      Type.Unsafe<string | number | boolean | string[]>({
        type: ['string', 'number', 'boolean', 'array'],
        maxLength: limits.LONG_TEXT_MAX,
        pattern: NOTE,
        maxItems: limits.OPTIONS_MAX,
        items: In.line(limits.OPTION_MAX),
        description: 'The answer with which the page begins.',
      }),
    ),
    options: Type.Optional(
      Type.Array(FormOption, {
        maxItems: limits.OPTIONS_MAX,
        description: 'Of single_choice, multiple_choice and dropdown.',
      }),
    ),
    min: number('Of a number, or the first number of a scale (0 or 1).'),
    max: number('Of a number, the number of stars of a rating (3 to 10), or the last number of a scale.'),
    step: Type.Optional(
      Type.Number({
        minimum: limits.STEP_MIN,
        maximum: limits.NUMBER_MAX,
        description: 'Numbers are multiples of it, counted from `min` or 0.',
      }),
    ),
    min_length: integer(1, limits.LONG_TEXT_MAX, 'Characters of a text.'),
    max_length: integer(1, limits.LONG_TEXT_MAX, 'Characters of a text.'),
    min_choices: integer(1, limits.OPTIONS_MAX, 'Of multiple_choice.'),
    max_choices: integer(1, limits.OPTIONS_MAX, 'Of multiple_choice.'),
    pattern: Type.Optional(
      Type.Unsafe<(typeof patternNames)[number]>({
        ...oneOf(patternNames, 'FormTextPattern'),
        description: 'What a short text must look like.',
      }),
    ),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}$',
        description: 'Two-letter code, such as IN. Phone numbers without a country code are of this country.',
      }),
    ),
    after: limit('The earliest answer.'),
    before: limit('The latest answer.'),
    accept: Type.Optional(
      Type.Array(oneOf(fileKinds, 'FormFileKind'), {
        minItems: 1,
        maxItems: fileKinds.length,
        uniqueItems: true,
        description: 'Which kinds of files. All of them by default.',
      }),
    ),
    max_files: integer(1, limits.FILES_MAX, 'Of a file field. 1 by default.'),
    max_size: integer(1024, limits.FILE_BYTES_MAX, 'Bytes of one file. 10 MB by default.'),
    from: Type.Optional({
      ...In.line(limits.PARAMETER_MAX),
      description:
        'Of a hidden field: the parameter of the address that fills it, such as utm_campaign. The key by default.',
    }),
    text: Type.Optional(
      text(limits.CONSENT_TEXT_MAX, {
        isLine: false,
        description: 'Of a consent field: the sentence that is agreed to. It is stored with the consent.',
      }),
    ),
    channels: Type.Optional(
      Type.Array(oneOf(channelNames, 'Channel'), {
        minItems: 1,
        maxItems: channelNames.length,
        uniqueItems: true,
        description:
          'Of a consent field: on which channels the contact may be sent messages. Without channels it is an agreement that is only stored.',
      }),
    ),
    show_if: Type.Optional(
      condition(
        'Shown only if this is true. Of a page break: the page that it begins. What is not shown cannot be submitted.',
      ),
    ),
    map_to: Type.Optional({
      ...MapTo,
      description:
        'display_name (of a short text or hidden field), email, phone_number, or an attribute such as {"attribute": "city"}: where the answer is stored in the contact. Without a mapping the first answered email and phone fields are the address and number of the contact.',
    }),
    jumps: Type.Optional(
      Type.Array(
        Type.Object(
          {
            if: condition('When this jump is taken. The first one that is true is.'),
            to: Type.Unsafe<string>({
              ...In.line(limits.KEY_MAX),
              description: 'The key of a later page break: the page after it comes next. `end` submits the form.',
            }),
          },
          { additionalProperties: false },
        ),
        { maxItems: limits.JUMPS_MAX, description: 'Of a page break: where the page before it leads.' },
      ),
    ),
  },
  {
    additionalProperties: false,
    $id: 'FormField',
    description: `Every field has \`key\`, \`type\`, \`label\` and \`help\`. Further properties by type: ${Object.entries(
      propertiesOf,
    )
      .map(([type, names]) => `\`${type}\`: ${names.join(', ')}`)
      .join('; ')}.`,
  },
)
