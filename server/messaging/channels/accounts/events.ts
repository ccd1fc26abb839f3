// Events of channel accounts.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, oneOf, seconds, Type } from '#kit/wire.ts'
import { type ChannelName, channelNames } from '../channel.ts'
import { ChannelHealth, type ChannelQueue, healthOf } from './health.ts'

const outage = {
  channel: Type.Unsafe<ChannelName>(oneOf(channelNames, 'Channel')),
  failing_since: Out.time(),
}

export const channelAccountEvents = declareEvents(
  { object: 'org', readers: { permission: 'channels.view' } },
  {
    'channel_account.failing': {
      description:
        "The organization's own account has accepted no message for 5 minutes while messages are waiting. They are retried until it does.",
      payload: Type.Object({ ...outage, health: ChannelHealth }),
    },
    'channel_account.recovered': {
      description: 'A failing account accepts messages again.',
      payload: Type.Object(outage),
    },
  },
)

export interface Outage {
  channel: ChannelName
  since: Date
}

export const accountFailing = (organizationId: Uuid, { channel, since }: Outage, queue: ChannelQueue, at: Date) =>
  channelAccountEvents.event('channel_account.failing', organizationId, {
    channel,
    failing_since: seconds(since),
    health: healthOf(queue, at),
  })

export const accountRecovered = (organizationId: Uuid, { channel, since }: Outage) =>
  channelAccountEvents.event('channel_account.recovered', organizationId, { channel, failing_since: seconds(since) })
