// What waits for the operator, as the API takes and shows it: inbound events that could not be processed, and messages
// in quarantine.

import { pageQuery } from '#edge/paging.ts'
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

/** Null for what is the id of neither. */
export function readWaitingId(text: string): WaitingId | null {
  for (const kind of waitingKinds) {
    const id = parseTypeId(prefixOf[kind], text)
    if (id !== null) return { kind, id }
  }
  return null
}

export const showWaitingId = ({ kind, id }: WaitingId): string => publicId(prefixOf[kind], id)

const ID_MAX = 40
/** Characters of a text in the list, and of one item. */
export const LISTED_TEXT_MAX = 500
export const SHOWN_TEXT_MAX = 100_000
/** Bytes of the content as it was received that are shown of one item. */
export const SHOWN_RAW_MAX = 16 * 1024

const Kind = () => oneOf(waitingKinds, 'WaitingKind')

export const WaitingQuery = In.object({
  ...pageQuery('quar'),
  // Of either kind.
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
      '`arrival`: what a provider handed in and could not be processed. `quarantined`: what somebody wrote to a shared account, to whom no organization had written from it.',
  }),
  organization_id: Out.nullable(Out.id('org')),
  organization_name: Out.nullable(Type.String()),
  channel: Type.Unsafe<ChannelName>(oneOf(channelNames, 'Channel')),
  account: Out.nullable(
    Type.Unsafe<'organization' | 'installation'>({
      ...oneOf(['organization', 'installation'], 'AccountOwner'),
      description: 'Whose account it was received by; null where that is not stored with it.',
    }),
  ),
  source: Type.String({
    description:
      'How it was handed in: `mail` (SMTP), `mail_webhook`, `cloud_api` (Meta), `smpp`, `sms_http`; with `_part` or `_shared` by a shared account.',
  }),
  handed_in_by: Out.nullable(
    Type.String({ description: 'Of a mail by SMTP the client, of a webhook of mail its provider.' }),
  ),
  from: Out.nullable(
    Type.String({ description: 'Who wrote, or whom a report is about; null where nobody can be read.' }),
  ),
  to: Out.nullable(Type.String({ description: 'The address or number that it came to.' })),
  subject: Out.nullable(Type.String()),
  text: Out.nullable(
    Type.String({
      description:
        'What it says; in the list its beginning. Where `is_readable` is false, the content as it was received.',
    }),
  ),
  is_readable: Type.Boolean({ description: 'Whether `text` was read from the content.' }),
  size: Type.Integer({ description: 'Bytes, as stored.' }),
  error: Out.nullable(Type.String({ description: 'Why it waits, of an `arrival`.' })),
  attempts: Type.Integer({ description: 'How often it was tried.' }),
  received_at: Out.time(),
  waiting_since: Out.time(),
}

export const Quarantined = Type.Object(itemFields, { $id: 'Quarantined' })
export type Quarantined = Static<typeof Quarantined>

export const QuarantinedWhole = Type.Object(
  {
    ...itemFields,
    raw: Type.String({ description: 'The first 16 KB of the content as it was received.' }),
  },
  { $id: 'QuarantinedWhole' },
)
export type QuarantinedWhole = Static<typeof QuarantinedWhole>

export const Assignment = In.object({ organization_id: In.id('org') }, 'Assignment')

const REASON_MAX = 500
export const Discarding = In.object({ reason: Type.Optional(In.nullable(In.line(REASON_MAX))) }, 'Discarding')
