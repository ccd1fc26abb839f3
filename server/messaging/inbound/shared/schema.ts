// What waits in the quarantine, as the API shows it to whoever operates the installation.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'

export const QuarantineQuery = In.object(pageQuery('quar'))
export type QuarantineQuery = Static<typeof QuarantineQuery>

export const Quarantined = Type.Object(
  {
    id: Out.id('quar'),
    channel: Type.Unsafe<ChannelName>(oneOf(channelNames, 'Channel')),
    from: Type.String({ description: 'Who wrote: the address, as the provider told it.' }),
    text: Out.nullable(Type.String({ description: 'How it begins; null for what is no text.' })),
    received_at: Out.time(),
  },
  { $id: 'Quarantined' },
)
export type Quarantined = Static<typeof Quarantined>

export const Assignment = In.object({ organization_id: In.id('org') }, 'Assignment')
