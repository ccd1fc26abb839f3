// What arrived at the sandbox, and what a contact writes from there: decisions §8.

import { channelNames } from '#channels/rules.ts'
import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, publicId, type Static, seconds, Type } from '#kit/wire.ts'
import { MESSAGE_TEXT_MAX, SUBJECT_MAX } from '#messages/schema.ts'
import type { SandboxMessageRow } from './queries.ts'

const ADDRESS_MAX = 320

export const SandboxMessage = Type.Object(
  {
    id: Out.id('sbx'),
    channel: oneOf(channelNames, 'Channel'),
    from: Type.String(),
    address: Type.String({ description: 'Whom it was for.' }),
    subject: Out.nullable(Type.String()),
    text: Out.nullable(Type.String()),
    html: Out.nullable(Type.String()),
    raw: Type.String({ description: 'As it came over the line.' }),
    received_at: Out.time(),
  },
  { $id: 'SandboxMessage' },
)

export const SandboxQuery = In.object({
  ...pageQuery('sbx'),
  channel: Type.Optional(oneOf(channelNames, 'Channel')),
  address: Type.Optional(In.text(ADDRESS_MAX)),
})
export type SandboxQuery = Static<typeof SandboxQuery>

export const NewSandboxMessage = In.object(
  {
    channel: oneOf(channelNames, 'Channel'),
    from: In.text(ADDRESS_MAX),
    subject: Type.Optional(In.nullable(In.text(SUBJECT_MAX))),
    text: In.text(MESSAGE_TEXT_MAX),
  },
  'NewSandboxMessage',
)
export type NewSandboxMessage = Static<typeof NewSandboxMessage>

export function showSandboxMessage(row: SandboxMessageRow): Static<typeof SandboxMessage> {
  return {
    id: publicId('sbx', row.id),
    channel: row.channel,
    from: row.from_address,
    address: row.address,
    subject: row.subject,
    text: row.text,
    html: row.html,
    raw: row.raw,
    received_at: seconds(row.received_at),
  }
}
