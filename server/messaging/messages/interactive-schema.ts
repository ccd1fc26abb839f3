// API schemas of buttons and lists below a message's text, and of the option that a contact chose.

import { In, Out, oneOf, type Static, shownAs, type TSchema, Type } from '#kit/wire.ts'
import { replyTypes } from '#messaging/channels/arrivals/message-details.ts'
import { interactiveTypes, limits } from '#messaging/channels/interactive.ts'

const eitherOf = (name: string, ...all: TSchema[]) => Type.Unsafe({ oneOf: all, $id: name })
const orNull = (schema: TSchema) => Type.Unsafe({ anyOf: [schema, { type: 'null' }] })

// --- Requests -------------------------------------------------------------------------------------------------------

const text = (max: number, description: string) => Type.Unsafe<string>({ ...In.line(max), description })
const optional = (max: number, description: string) => Type.Optional(In.nullable(text(max, description)))

const frame = {
  header: optional(limits.header, 'Title above the text. Not together with an attachment, which takes its place.'),
  footer: optional(limits.footer, 'Small text below the message.'),
}

const NewButton = In.object(
  {
    id: optional(limits.buttonId, 'Returned in `button_reply` when the button is pressed. Default: the title.'),
    title: text(limits.buttonTitle, 'Label, different for each button.'),
  },
  'NewInteractiveButton',
)

const NewRow = In.object(
  {
    id: optional(limits.rowId, 'Returned in `button_reply` when the row is chosen. Default: the title.'),
    title: In.line(limits.rowTitle),
    description: optional(limits.rowDescription, 'Text below the title.'),
  },
  'NewInteractiveRow',
)

const NewSection = In.object(
  {
    title: optional(limits.sectionTitle, 'Required when there are several sections.'),
    rows: Type.Array(NewRow, { minItems: 1, maxItems: limits.rows }),
  },
  'NewInteractiveSection',
)

const newButtons = Type.Array(NewButton, { minItems: 1, maxItems: limits.buttons })
const listButton = text(limits.listButton, 'Label of the button that opens the list.')
const newSections = Type.Array(NewSection, {
  minItems: 1,
  maxItems: limits.sections,
  description: `At most ${limits.rows} rows in all sections together.`,
})

const NewButtons = In.object({ type: Type.Literal('buttons'), ...frame, buttons: newButtons }, 'NewInteractiveButtons')
const NewList = In.object(
  { type: Type.Literal('list'), ...frame, button: listButton, sections: newSections },
  'NewInteractiveList',
)

// One schema: errors name the field, while a union could only report that no alternative matches.
const NewInteractive = In.object({
  type: oneOf(interactiveTypes),
  ...frame,
  buttons: Type.Optional(In.nullable(newButtons)),
  button: Type.Optional(In.nullable(listButton)),
  sections: Type.Optional(In.nullable(newSections)),
})
export type NewInteractive = Static<typeof NewInteractive>

export const interactiveIn = () =>
  shownAs(In.nullable(NewInteractive), {
    ...orNull(eitherOf('NewInteractive', NewButtons, NewList)),
    description: `Buttons or a list below \`text\`, which has at most ${limits.body.toLocaleString('en')} characters, within the 24-hour session of the messaging app. One image, video or document in \`attachments\` becomes the header of a message with buttons.`,
  })

// --- Responses ------------------------------------------------------------------------------------------------------

const shownFrame = { header: Out.nullable(Type.String()), footer: Out.nullable(Type.String()) }

const Button = Type.Object({ id: Type.String(), title: Type.String() }, { $id: 'InteractiveButton' })
const Row = Type.Object(
  { id: Type.String(), title: Type.String(), description: Out.nullable(Type.String()) },
  { $id: 'InteractiveRow' },
)
const Section = Type.Object(
  { title: Out.nullable(Type.String()), rows: Type.Array(Row) },
  { $id: 'InteractiveSection' },
)

const Buttons = Type.Object(
  { type: Type.Literal('buttons'), ...shownFrame, buttons: Type.Array(Button) },
  { $id: 'InteractiveButtons' },
)
const List = Type.Object(
  { type: Type.Literal('list'), ...shownFrame, button: Type.String(), sections: Type.Array(Section) },
  { $id: 'InteractiveList' },
)

// Declared as one shape, which serializes faster than a union.
const Interactive = Type.Object({
  type: oneOf(interactiveTypes),
  ...shownFrame,
  buttons: Type.Optional(Type.Array(Button)),
  button: Type.Optional(Type.String()),
  sections: Type.Optional(Type.Array(Section)),
})

export const interactiveOut = () =>
  shownAs(Out.nullable(Interactive), {
    ...orNull(eitherOf('Interactive', Buttons, List)),
    description: 'Buttons or the list below the text of a message sent on the messaging app. Null without them.',
  })

export const ButtonReply = Type.Object(
  {
    type: Type.Unsafe<(typeof replyTypes)[number]>({
      ...oneOf(replyTypes, 'ButtonReplyType'),
      description:
        '`template_button`: a quick reply of a template. `button`, `list`: a button or a row of an interactive message.',
    }),
    id: Out.nullable(
      Type.String({
        description: 'Payload of the quick reply, or ID of the button or row. Null if none was reported.',
      }),
    ),
    title: Type.String(),
    description: Out.nullable(Type.String()),
  },
  { $id: 'ButtonReply' },
)
