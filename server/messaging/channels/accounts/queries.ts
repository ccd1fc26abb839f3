// SQL of the organizations' own channel accounts.

import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Account } from './kind.ts'

/** Includes removed accounts: their `settings` are null. */
export interface AccountTrace {
  settings: object | null
  secret: Buffer | null
  callback_secret: Buffer | null
  updated_at: Date
  /** When it last became another account, or was removed. */
  since: Date | null
}

/** Organizations that have or had an account. */
export function accounts(organizationIds: readonly Uuid[], channel: string): Statement {
  return sql`
    select g.org_id, c.settings, c.secret, c.callback_secret, c.updated_at, c.since
      from unnest(${organizationIds}::uuid[]) as g (org_id)
     cross join lateral (
       select case when removed_at is null then settings end as settings, secret, callback_secret, updated_at, since
         from channel_accounts
        where org_id = g.org_id ${onShard(sql`org_id`, organizationIds)} and channel = ${channel} limit 1) c`
}

export function lockAccount(organizationId: Uuid, channel: string): Statement {
  return sql`
    select settings, secret, callback_secret, updated_at from channel_accounts
     where org_id = ${organizationId} and channel = ${channel} and removed_at is null for update`
}

export function setAccount(
  organizationId: Uuid,
  channel: string,
  { settings, secret, callback_secret, updated_at }: Account,
  isSame: boolean,
): Statement {
  return sql`
    insert into channel_accounts (org_id, channel, settings, secret, callback_secret, updated_at, since)
    values (${organizationId}, ${channel}, ${JSON.stringify(settings)}::jsonb, ${secret}, ${callback_secret ?? null},
      ${updated_at}, ${updated_at})
    on conflict (org_id, channel) do update set settings = excluded.settings, secret = excluded.secret,
           callback_secret = excluded.callback_secret, updated_at = excluded.updated_at, removed_at = null,
           since = case when ${isSame} then channel_accounts.since else excluded.since end
    returning settings, secret, callback_secret, updated_at`
}

/** Deletes the settings; the fact that there was an account stays. */
export function removeAccount(organizationId: Uuid, channel: string, at: Date): Statement {
  return sql`
    update channel_accounts
       set settings = '{}', secret = null, callback_secret = null, updated_at = ${at}, removed_at = ${at}, since = ${at}
     where org_id = ${organizationId} and channel = ${channel} and removed_at is null`
}

/** The secrets of one account of any organization and channel, to test a key on. */
export function anySealed(): Statement {
  return sql`
    select org_id, channel, secret, callback_secret from channel_accounts
     where secret is not null or callback_secret is not null limit 1`
}

/** The number of organizations with their own account, by channel. */
export function countByChannel(exceptOf: Uuid): Statement {
  return sql`
    select channel, count(org_id) as count from channel_accounts
     where removed_at is null and org_id <> ${exceptOf} group by channel`
}

/** The channels on which this owner has an account. */
export function channelsOf(owner: Uuid): Statement {
  return sql`
    select channel from channel_accounts where org_id = ${owner} and removed_at is null order by channel`
}

/** The encrypted secrets of an organization's accounts, locked to be encrypted again. */
export function lockSealed(organizationId: Uuid): Statement {
  return sql`
    select channel, secret, callback_secret from channel_accounts
     where org_id = ${organizationId} and (secret is not null or callback_secret is not null)
     order by channel for update`
}

/** Stores the same secrets encrypted under another key; the account itself does not change. */
export function reseal(
  organizationId: Uuid,
  channel: string,
  secret: Buffer | null,
  callbackSecret: Buffer | null,
): Statement {
  return sql`
    update channel_accounts set secret = ${secret}, callback_secret = ${callbackSecret}
     where org_id = ${organizationId} and channel = ${channel}`
}
