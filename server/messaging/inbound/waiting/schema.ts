// API schemas of the operator's waiting list: failed inbound events, and messages in quarantine.

import { pageQuery } from '#edge/paging.ts'
import { isPriority } from '#edge/priority.ts'
import { parseTypeId, typeIdPattern, type Uuid } from '#kit/ids.ts'
import { called, In, Out, oneOf, publicId, type Static, Type } from '#kit/wire.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'

export const waitingKinds = ['arrival', 'quarantined'] as const
export type WaitingKind = (typeof waitingKinds)[number]

const prefixOf = { arrival: 'arr', quarantined: 'quar' } as const

export interface WaitingId {
  kind: WaitingKind
  id: Uuid
}

/** Null if the id is of neither kind. */
export function readWaitingId(text: string): WaitingId | null {
  for (const kind of waitingKinds) {
    const id = parseTypeId(prefixOf[kind], text)
    if (id !== null) return { kind, id }
  }
  return null
}

export const showWaitingId = ({ kind, id }: WaitingId): string => publicId(prefixOf[kind], id)

const ID_MAX = 40
/** Characters of a text shown in the list, and of a single item. */
export const LISTED_TEXT_MAX = 500
export const SHOWN_TEXT_MAX = 100_000
/** Bytes of the received content shown of a single item. */
export const SHOWN_RAW_MAX = 16 * 1024

const Kind = () => oneOf(waitingKinds, 'WaitingKind')

export const WaitingQuery = In.object({
  ...pageQuery('quar'),
  // An id of either kind.
  starting_after: Type.Optional(In.line(ID_MAX)),
  ending_before: Type.Optional(In.line(ID_MAX)),
  kind: Type.Optional(Kind()),
  organization_id: Type.Optional(In.id('org')),
})
export type WaitingQuery = Static<typeof WaitingQuery>

const itemFields = {
  id: called(
    'QuarantinedId',
    Type.String({
      pattern: `${typeIdPattern('arr')}|${typeIdPattern('quar')}`,
      examples: ['quar_01jd3v9k7he2n8q4x5c6t7w8yz'],
    }),
  ),
  kind: Type.Unsafe<WaitingKind>({
    ...Kind(),
    description:
      '`arrival`: an inbound event that could not be processed. `quarantined`: a message to a shared account from a sender that no organization has messaged from it.',
  }),
  organization_id: Out.nullable(Out.id('org')),
  organization_name: Out.nullable(Type.String()),
  is_priority: isPriority(),
  channel: Type.Unsafe<ChannelName>(oneOf(channelNames, 'Channel')),
  account: Out.nullable(
    Type.Unsafe<'organization' | 'installation'>({
      ...oneOf(['organization', 'installation'], 'AccountOwner'),
      description:
        "Whether it was received by an organization's own account or by the installation's shared account. Null if unknown.",
    }),
  ),
  source: Type.String({
    description:
      'Interface that received it: `mail` (SMTP), `mail_webhook`, `cloud_api` (Meta), `smpp` or `sms_http`; with the suffix `_part` or `_shared` for a shared account.',
  }),
  handed_in_by: Out.nullable(
    Type.String({
      description: 'For email over SMTP the client that connected, for an email webhook its provider. Null for others.',
    }),
  ),
  from: Out.nullable(
    Type.String({
      description: 'The sender, or the recipient that a delivery receipt is about. Null if it could not be read.',
    }),
  ),
  to: Out.nullable(Type.String({ description: 'The address or phone number that it was sent to.' })),
  subject: Out.nullable(Type.String()),
  text: Out.nullable(
    Type.String({
      description:
        'Text of the item; in the list only its beginning. If `is_readable` is false, the content as received.',
    }),
  ),
  is_readable: Type.Boolean({ description: 'Whether the text could be read from the content.' }),
  size: Type.Integer({ description: 'Stored size in bytes.' }),
  error: Out.nullable(
    Type.String({ description: 'Why an `arrival` could not be processed. Null for a message in quarantine.' }),
  ),
  attempts: Type.Integer({ description: 'Number of attempts to process it.' }),
  received_at: Out.time(),
  waiting_since: Out.time(),
}

export const Quarantined = Type.Object(itemFields, { $id: 'Quarantined' })
export type Quarantined = Static<typeof Quarantined>

export const QuarantinedWhole = Type.Object(
  {
    ...itemFields,
    raw: Type.String({ description: 'The first 16 KB of the content as received.' }),
  },
  { $id: 'QuarantinedWhole' },
)
export type QuarantinedWhole = Static<typeof QuarantinedWhole>

export const Assignment = In.object({ organization_id: In.id('org') }, 'Assignment')

const REASON_MAX = 500
export const Discarding = In.object({ reason: Type.Optional(In.nullable(In.line(REASON_MAX))) }, 'Discarding')
