// API schemas of messages at the sandbox's devices: received and written. spec 16.6, 16.7.

import { pageQuery } from '#edge/paging.ts'
import { markNames } from '#kit/chat-text.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { MessageAttachment } from '#messaging/attachments/schema.ts'
import { PROVIDER_ID_MAX } from '#messaging/channels/adapter.ts'
import { reportedStatuses } from '#messaging/channels/arrivals/arrived.ts'
import { ATTACHMENTS_MAX } from '#messaging/channels/attachment-limits.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { interactiveOut } from '#messaging/messages/interactive-schema.ts'
import { deliveryStatuses } from '#messaging/messages/rules.ts'
import { inReplyTo, MESSAGE_TEXT_MAX, NewReaction, SUBJECT_MAX } from '#messaging/messages/schema.ts'
import { messageHeader, shownButtons, shownFooter } from '#messaging/templates/component-schema.ts'
import { BUTTONS_MAX } from '#messaging/templates/components.ts'
import { receiptModes } from './rules.ts'

const ADDRESS_MAX = 320
/** Maximum length of the id of a button or list row, and of a template button's payload. */
const BUTTON_ID_MAX = 256

export const SandboxMessage = Type.Object(
  {
    id: Out.id('sbx'),
    channel: oneOf(channelNames, 'Channel'),
    from: Type.String(),
    address: Type.String({ description: 'Address of the recipient.' }),
    subject: Out.nullable(Type.String()),
    text: Out.nullable(Type.String()),
    html: Out.nullable(Type.String()),
    raw: Type.String({ description: 'The content as transmitted.' }),
    received_at: Out.time(),
    delivery_id: Out.nullable(Out.id('dlv')),
  },
  { $id: 'SandboxMessage' },
)

export const SandboxQuery = In.object({
  ...pageQuery('sbx'),
  channel: Type.Optional(oneOf(channelNames, 'Channel')),
  address: Type.Optional(In.line(ADDRESS_MAX)),
})
export type SandboxQuery = Static<typeof SandboxQuery>

export const NewSandboxMessage = In.object(
  {
    channel: oneOf(channelNames, 'Channel'),
    from: In.line(ADDRESS_MAX),
    subject: Type.Optional(In.nullable(In.line(SUBJECT_MAX))),
    text: Type.Optional(In.nullable(In.text(MESSAGE_TEXT_MAX))),
    attachments: Type.Optional(In.nullable(Type.Array(In.id('att'), { maxItems: ATTACHMENTS_MAX }))),
    reply_to_message_id: Type.Optional(
      Type.Unsafe<string | null>({
        ...In.nullable(In.id('msg')),
        description: 'Message that the contact quotes, on the messaging app. Required with `button_id`.',
      }),
    ),
    button_id: Type.Optional(
      Type.Unsafe<string | null>({
        ...In.nullable(In.line(BUTTON_ID_MAX)),
        description:
          'Button or list row of the message in `reply_to_message_id` that the contact presses, by its ID. Instead of `text` and `attachments`.',
      }),
    ),
  },
  'NewSandboxMessage',
)
export type NewSandboxMessage = Static<typeof NewSandboxMessage>

const FAILURE_MAX = 150

export const SandboxSettings = Type.Object(
  {
    channel: oneOf(channelNames, 'Channel'),
    receipts: oneOf(receiptModes, 'SandboxReceipts'),
    fail_next: Out.nullable(Type.String()),
  },
  { $id: 'SandboxSettings' },
)

export const NewSandboxSettings = In.object(
  {
    channel: oneOf(channelNames, 'Channel'),
    receipts: Type.Optional(oneOf(receiptModes, 'SandboxReceipts')),
    fail_next: Type.Optional(In.nullable(In.line(FAILURE_MAX))),
  },
  'NewSandboxSettings',
)
export type NewSandboxSettings = Static<typeof NewSandboxSettings>

export const NewSandboxReceipt = In.object(
  {
    delivery_id: In.id('dlv'),
    status: oneOf(reportedStatuses, 'ReportedStatus'),
    code: Type.Optional(
      In.nullable({
        ...In.line(FAILURE_MAX),
        description: "Error code in the provider's format, or the feedback type of a complaint.",
      }),
    ),
  },
  'NewSandboxReceipt',
)
export type NewSandboxReceipt = Static<typeof NewSandboxReceipt>

export const NewSandboxReaction = In.object(
  {
    channel: oneOf(channelNames, 'Channel'),
    from: In.line(ADDRESS_MAX),
    message_id: Type.Optional(In.nullable(In.id('msg'))),
    provider_id: Type.Optional(In.nullable(In.line(PROVIDER_ID_MAX))),
    emoji: In.nullable(NewReaction.properties.emoji),
  },
  'NewSandboxReaction',
)
export type NewSandboxReaction = Static<typeof NewSandboxReaction>

export const NewSandboxButtonPress = In.object(
  {
    delivery_id: In.id('dlv'),
    index: Type.Integer({
      minimum: 0,
      maximum: BUTTONS_MAX - 1,
      description: 'Position of the button in `buttons`, from 0. Only a `quick_reply` sends something.',
    }),
  },
  'NewSandboxButtonPress',
)
export type NewSandboxButtonPress = Static<typeof NewSandboxButtonPress>

export const DeviceQuery = In.object({
  email: Type.Optional(In.line(ADDRESS_MAX)),
  phone_number: Type.Optional(In.line(ADDRESS_MAX)),
  app_id: Type.Optional(In.line(ADDRESS_MAX)),
})
export type DeviceQuery = Static<typeof DeviceQuery>

const DeviceEntry = Type.Object(
  {
    id: Type.String({
      description:
        'ID of the sandbox message that was received (`sbx_`), or of the message that the contact wrote (`msg_`).',
    }),
    channel: oneOf(channelNames, 'Channel'),
    side: Type.Unsafe<'received' | 'written'>({
      ...oneOf(['received', 'written'], 'DeviceSide'),
      description: 'Whether the recipient received or wrote the message.',
    }),
    from: Out.nullable(Type.String()),
    subject: Out.nullable(Type.String()),
    text: Out.nullable(Type.String()),
    marked: Type.Array(Type.Object({ text: Type.String(), marks: Type.Array(oneOf(markNames, 'TextMark')) }), {
      description: 'The text in pieces, as the app shows its marks: `*bold*`, `_italic_`, `~struck~`, code.',
    }),
    has_html: Type.Boolean(),
    message_id: Out.nullable(Out.id('msg')),
    delivery_id: Out.nullable(Out.id('dlv')),
    status: Out.nullable(oneOf(deliveryStatuses, 'DeliveryStatus')),
    header: messageHeader(),
    footer: shownFooter('Footer of a template message. Null without one.'),
    buttons: shownButtons('Buttons of a template message.'),
    attachments: Type.Array(MessageAttachment),
    reaction: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description:
        'Emoji with which the other side reacted: the contact to a received message, a user to a written one. Null if there is none.',
    }),
    in_reply_to: inReplyTo,
    interactive: interactiveOut(),
    at: Out.time(),
  },
  { $id: 'DeviceEntry' },
)

export const Device = Type.Object(
  {
    contact_id: Out.nullable(Out.id('contact')),
    display_name: Out.nullable(Type.String()),
    email: Out.nullable(Type.String()),
    phone_number: Out.nullable(Type.String()),
    app_id: Out.nullable(Type.String()),
    channels: Type.Array(oneOf(channelNames, 'Channel')),
    entries: Type.Array(DeviceEntry),
  },
  { $id: 'Device' },
)
