// SQL for deliveries that are due: single sends first, then deliveries of campaigns.

import { rowsOf } from '#kit/database/rows.ts'
import { literals, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { moneyReasons } from '#messaging/campaigns/rules.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'

/** How many of an organization's deliveries may be claimed, on these channels or on all. */
export interface Share {
  organizationId: Uuid
  free: number
  channels?: readonly ChannelName[]
  /** Additional rows to read when many wait for others with their ordering key. */
  beyond?: number
  /** Deliveries in flight in this process: their followers can be claimed too and wait here in memory. */
  inHand?: readonly Uuid[]
  /** Current concurrency limit per channel. */
  atOnce?: ReadonlyMap<ChannelName, number> | null
}

/** Builds the condition that limits a column to these organizations' shards: kit/database/shards.ts. */
export type Here = (column: Statement) => Statement

/** How many deliveries to read per organization and channel. */
export function rangesOf(shares: readonly Share[], here: Here): Statement {
  const ranges = shares.flatMap(({ organizationId, free, channels = channelNames, beyond = 0, atOnce }) =>
    channels.map((channel) => {
      const most = Math.min(free, atOnce?.get(channel) ?? free)
      return { organizationId, free, channel, looked: most + beyond }
    }),
  )
  return sql`
      select g.* from ${rowsOf('g', ranges, {
        org_id: ['uuid', (one) => one.organizationId],
        channel: ['word', (one) => one.channel],
        free: ['int4', (one) => one.free],
        looked: ['int4', (one) => one.looked],
      })}
       where not exists (select from organizations o
         where o.id = g.org_id ${here(sql`o.id`)} and o.suspended_at is not null)`
}

const foundColumns = sql`
      d.org_id, d.id, d.channel, d.conversation_id, d.contact_id, d.due_at,
      coalesce(d.strand_at, d.due_at) as strand_at, d.waits_since, d.campaign_id, g.free`

/**
 * Due single sends, locked ones skipped. One index range per channel: skipping a paused channel must not read its whole
 * queue.
 */
export const foundSingle = (now: Date, here: Here): Statement => sql`
      select ${foundColumns} from ranges g
       cross join lateral (
         select org_id, id, channel, conversation_id, contact_id, due_at, strand_at, waits_since, campaign_id
           from deliveries
          where org_id = g.org_id ${here(sql`org_id`)} and channel = g.channel and status = 'queued'
            and campaign_id is null and due_at <= ${now}
          order by due_at, id limit g.looked for update skip locked) d`

/** True when deliveries of the campaign `c` can be sent: it runs, or it is paused for insufficient balance only. */
export const mayDispatch = (c: Statement): Statement => sql`
  ${c}.status in ('running', 'paused') and ${c}.pause_reasons <@ array[${literals(moneyReasons)}]`

/** Due deliveries of campaigns that may send: pausing a campaign takes effect with its commit. */
export const foundOfCampaigns = (now: Date, here: Here): Statement => sql`
      select ${foundColumns} from ranges g
        join campaigns c on c.org_id = g.org_id ${here(sql`c.org_id`)} and c.channel = g.channel
         and ${mayDispatch(sql`c`)}
       cross join lateral (
         select org_id, id, channel, conversation_id, contact_id, due_at, strand_at, waits_since, campaign_id
           from deliveries
          where org_id = g.org_id ${here(sql`org_id`)} and campaign_id = c.id and status = 'queued'
            and campaign_id is not null and due_at <= ${now}
          order by due_at, id limit g.looked for update skip locked) d`
