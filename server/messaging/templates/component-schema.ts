// Header, footer and buttons of a template of the messaging app, as the API accepts and shows them: spec 15.40.

import type { Uuid } from '#kit/ids.ts'
import { LINE } from '#kit/text.ts'
import { In, Out, oneOf, type Static, shownAs, Type } from '#kit/wire.ts'
import { BUTTONS_MAX, buttonTypes, headerTypes } from './components.ts'
import { LOCATION_VARIABLES, type LocationField } from './location.ts'

/** Longer than any component's limit, so that the rules report the specific limit. */
const COMPONENT_TEXT_MAX = 2000
const SMS_HEADER_MAX = 20

const headerType = () => oneOf(headerTypes, 'TemplateHeaderType')
const buttonType = () => oneOf(buttonTypes, 'TemplateButtonType')

const HEADER =
  'On the channel `app`: `text` with at most one variable, an `image`, `video` or `document`, or a `location`. On the channel `sms`: the DLT header (sender) that the template is registered for, as text. Null for none.'
const FOOTER = 'App only: a line of at most 60 characters below the text, without variables. Null for none.'
const BUTTONS =
  'App only: at most 10 buttons. `quick_reply` sends its text as an answer and stands apart from the others; `url` (at most 2) opens a page, whose address may end in a variable; `phone_number` (at most 1) calls; `copy_code` (at most 1) copies a code, which may be a variable.'

// --- Requests -------------------------------------------------------------------------------------------------------

const WHAT_OF_LOCATION: Readonly<Record<LocationField, string>> = {
  latitude: 'decimal degrees from -90 to 90, or one variable and nothing else',
  longitude: 'decimal degrees from -180 to 180, or one variable and nothing else',
  name: 'what the place is called, at most 1,000 characters, with variables',
  address: 'its address, at most 1,000 characters, with variables',
}

const ofLocation = (field: LocationField) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      ...In.nullable(In.line(COMPONENT_TEXT_MAX)),
      description: `Of \`location\`: ${WHAT_OF_LOCATION[field]}. \`${LOCATION_VARIABLES[field]}\` where it is not given.`,
    }),
  )

const HeaderIn = In.object(
  {
    type: headerType(),
    text: Type.Optional(In.nullable(In.line(COMPONENT_TEXT_MAX))),
    attachment_id: Type.Optional(
      In.nullable(
        Type.Unsafe<Uuid>({
          ...In.id('att'),
          description:
            'A file that was uploaded within the last 24 hours. The template keeps it: Meta reviews it, and it is sent unless a message has an attachment.',
        }),
      ),
    ),
    latitude: ofLocation('latitude'),
    longitude: ofLocation('longitude'),
    name: ofLocation('name'),
    address: ofLocation('address'),
  },
  'NewTemplateHeader',
)
export type HeaderIn = Static<typeof HeaderIn>

// One schema for both channels: which of the two it must be depends on the channel.
const headerOfBoth = {
  ...HeaderIn,
  $id: undefined,
  type: ['object', 'string', 'null'],
  minLength: 1,
  maxLength: SMS_HEADER_MAX,
  pattern: LINE,
  description: HEADER,
}

export const headerIn = () =>
  shownAs(
    Type.Unsafe<HeaderIn | string | null>(headerOfBoth),
    Type.Unsafe({
      anyOf: [HeaderIn, { type: 'string', minLength: 1, maxLength: SMS_HEADER_MAX, pattern: LINE }, { type: 'null' }],
      description: HEADER,
    }),
  )

export const footerIn = () =>
  Type.Unsafe<string | null>({ ...In.nullable(In.line(COMPONENT_TEXT_MAX)), description: FOOTER })

const ButtonIn = In.object(
  {
    type: buttonType(),
    text: Type.Optional(
      Type.Unsafe<string | null>({
        ...In.nullable(In.line(COMPONENT_TEXT_MAX)),
        description: 'At most 25 characters. Not of `copy_code`, whose label WhatsApp writes.',
      }),
    ),
    url: Type.Optional(
      Type.Unsafe<string | null>({
        ...In.nullable(In.line(COMPONENT_TEXT_MAX)),
        description: 'Of `url`: https, at most 2,000 characters, with at most one variable, at its end.',
      }),
    ),
    phone_number: Type.Optional(
      Type.Unsafe<string | null>({
        ...In.nullable(In.line(COMPONENT_TEXT_MAX)),
        description: 'Of `phone_number`: with its country code.',
      }),
    ),
    code: Type.Optional(
      Type.Unsafe<string | null>({
        ...In.nullable(In.line(COMPONENT_TEXT_MAX)),
        description: 'Of `copy_code`: at most 15 characters, or one variable.',
      }),
    ),
  },
  'NewTemplateButton',
)
export type ButtonIn = Static<typeof ButtonIn>

export const buttonsIn = () =>
  Type.Unsafe<ButtonIn[] | null>({
    ...In.nullable(Type.Array(ButtonIn, { maxItems: BUTTONS_MAX })),
    description: BUTTONS,
  })

// --- Responses ------------------------------------------------------------------------------------------------------

const attachmentId = (description: string) =>
  Type.Unsafe<string | null>({ ...Out.nullable(Out.id('att')), description })

/** In a template with its variables, in a message and a preview with their values. */
const shownLocation = {
  latitude: Type.Optional(Type.String({ description: 'Of `location`: decimal degrees.' })),
  longitude: Type.Optional(Type.String({ description: 'Of `location`: decimal degrees.' })),
  name: Type.Optional(Type.String({ description: 'Of `location`.' })),
  address: Type.Optional(Type.String({ description: 'Of `location`.' })),
}

export const TemplateHeader = Type.Object(
  {
    type: headerType(),
    text: Type.Optional(Type.String({ description: 'Of `text`.' })),
    attachment_id: Type.Optional(attachmentId('Of `image`, `video` and `document`: the file of the template.')),
    filename: Type.Optional(Type.String()),
    content_type: Type.Optional(Type.String({ description: 'Media type, detected from the content.' })),
    size: Type.Optional(Type.Integer({ description: 'Size in bytes.' })),
    url: Type.Optional(
      Type.Unsafe<string | null>({
        ...Out.nullable(Type.String()),
        description: 'Link that serves the file to anyone who has it. Valid for at least 24 hours. Null in events.',
      }),
    ),
    ...shownLocation,
  },
  { $id: 'TemplateHeader' },
)
export type ShownHeader = Static<typeof TemplateHeader>

export const TemplateButton = Type.Object(
  {
    type: buttonType(),
    text: Type.Optional(Type.String({ description: 'Label. Not of `copy_code`.' })),
    url: Type.Optional(Type.String({ description: 'Of `url`.' })),
    phone_number: Type.Optional(Type.String({ description: 'Of `phone_number`.' })),
    code: Type.Optional(Type.String({ description: 'Of `copy_code`.' })),
  },
  { $id: 'TemplateButton' },
)
export type ShownButton = Static<typeof TemplateButton>

/** In a template, where the header of an SMS is a text. */
export const templateHeader = () =>
  Type.Unsafe<ShownHeader | string | null>({
    anyOf: [TemplateHeader, { type: 'string' }, { type: 'null' }],
    description: HEADER,
  })

export const shownFooter = (description = FOOTER) =>
  Type.Unsafe<string | null>({ ...Out.nullable(Type.String()), description })
export const shownButtons = (description = BUTTONS) => Type.Array(TemplateButton, { description })

export const previewHeader = () => Type.Unsafe<ShownHeader | null>({ ...Out.nullable(TemplateHeader) })

/** In a message: its file is the first of the message's attachments. */
export const MessageHeader = Type.Object(
  {
    type: headerType(),
    text: Type.Optional(Type.String({ description: 'Of `text`: with the values of the variables.' })),
    attachment_id: Type.Optional(
      attachmentId(
        'Of `image`, `video` and `document`: the first of `attachments`. Null once the template and its file are deleted.',
      ),
    ),
    ...shownLocation,
  },
  { $id: 'MessageHeader' },
)
export type ShownMessageHeader = Static<typeof MessageHeader>

export const messageHeader = () =>
  Type.Unsafe<ShownMessageHeader | null>({
    ...Out.nullable(MessageHeader),
    description: 'Header of the template that the message was created from, filled. Null without one.',
  })
