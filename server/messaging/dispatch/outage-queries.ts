// SQL of outages of organizations' own accounts.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'

export interface OutageRow {
  org_id: Uuid
  channel: ChannelName
  since: Date
  told_at: Date | null
}

/** Outages of all organizations, not yet notified ones first. */
export function all(limit: number): Statement {
  return sql`
    select org_id, channel, since, told_at from channel_outages
     order by told_at nulls first, since, org_id limit ${limit}`
}

/** Starts an outage of an account of the organization's own. */
export function begin(organizationId: Uuid, channel: ChannelName, at: Date): Statement {
  return sql`
    insert into channel_outages (org_id, channel, since) values (${organizationId}, ${channel}, ${at})
        on conflict do nothing`
}

/** Skips outages that another process is notifying. */
export function hold(organizationId: Uuid, channel: ChannelName): Statement {
  return sql`
    select org_id, channel, since, told_at from channel_outages
     where org_id = ${organizationId} and channel = ${channel} for update skip locked`
}

export function noteTold(organizationId: Uuid, channel: ChannelName, at: Date): Statement {
  return sql`update channel_outages set told_at = ${at} where org_id = ${organizationId} and channel = ${channel}`
}

export function end(organizationId: Uuid, channel: ChannelName): Statement {
  return sql`
    delete from channel_outages where org_id = ${organizationId} and channel = ${channel}
    returning org_id, channel, since, told_at`
}
