// SQL of the configured behaviour of the sandbox's providers.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { ReceiptMode } from './rules.ts'

export interface SettingsRow {
  channel: ChannelName
  receipts: ReceiptMode
  fail_next: string | null
}

export function settings(organizationId: Uuid): Statement {
  return sql`select channel, receipts, fail_next from sandbox_settings where org_id = ${organizationId}`
}

export function settingsOf(organizationId: Uuid, channel: ChannelName): Statement {
  return sql`
    select channel, receipts, fail_next from sandbox_settings
     where org_id = ${organizationId} and channel = ${channel}`
}

/** Takes the configured failure; returns no row when another transaction has just taken it. */
export function takeFailure(organizationId: Uuid, channel: ChannelName): Statement {
  return sql`
    with wanted as materialized (
      select channel, fail_next from sandbox_settings
       where org_id = ${organizationId} and channel = ${channel} and fail_next is not null for update)
    update sandbox_settings s set fail_next = null from wanted w
     where s.org_id = ${organizationId} and s.channel = w.channel
    returning w.fail_next as code`
}

/** Values that are undefined stay unchanged. */
export function set(
  organizationId: Uuid,
  channel: ChannelName,
  { receipts, failNext }: { receipts: ReceiptMode | undefined; failNext: string | null | undefined },
): Statement {
  const keepsFailure = failNext === undefined
  return sql`
    insert into sandbox_settings as s (org_id, channel, receipts, fail_next)
    values (${organizationId}, ${channel}, ${receipts ?? 'automatic'}, ${failNext ?? null})
    on conflict (org_id, channel) do update
       set receipts = ${receipts === undefined ? sql`s.receipts` : sql`excluded.receipts`},
           fail_next = ${keepsFailure ? sql`s.fail_next` : sql`excluded.fail_next`}
    returning channel, receipts, fail_next`
}
