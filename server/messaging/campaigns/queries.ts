// SQL of campaigns: their rows and state changes.

import { pageById } from '#edge/paging.ts'
import type { Actor, Scope } from '#kit/app.ts'
import { nothing, plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Category } from '#messaging/channels/template-rules.ts'
import type { CampaignStatus, PauseReason } from './rules.ts'
import type { CampaignQuery } from './schema.ts'
import type { VariableSources } from './variables.ts'

export interface CampaignRow {
  id: Uuid
  name: string
  channel: ChannelName
  status: CampaignStatus
  pause_reasons: PauseReason[]
  template_id: Uuid | null
  template_version: number | null
  category: Category | null
  subject: string | null
  text: string | null
  html: string | null
  variables: VariableSources
  list_ids: Uuid[]
  segment_ids: Uuid[]
  exclude_list_ids: Uuid[]
  filters: unknown[] | null
  price_list_id: Uuid | null
  account_id: Uuid | null
  max_per_minute: number | null
  quiet_from: string | null
  quiet_to: string | null
  track: boolean
  scheduled_at: Date | null
  is_partial: boolean
  max_total_micros: Micros | null
  ignores_reactions: boolean
  user_id: Uuid | null
  created_by: Uuid
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
  frozen_to: Uuid | null
  frozen_at: Date | null
  recipient_count: number
  next_number: number
  waiting_count: number
  waiting_units: bigint
  queued_count: number
  reserved_micros: Micros
  charged_micros: Micros
  last_due_at: Date | null
}

const columns = sql`
  id, name, channel, status, pause_reasons, template_id, template_version, category, subject, text, html, variables,
  list_ids, segment_ids, exclude_list_ids, filters, price_list_id, account_id, max_per_minute, quiet_from, quiet_to,
  scheduled_at, is_partial, max_total_micros, ignores_reactions, user_id, created_by, created_at, started_at, ended_at,
  frozen_to, frozen_at, recipient_count, next_number, waiting_count, waiting_units, queued_count, reserved_micros,
  charged_micros, last_due_at, track`

export function list(
  { organizationId }: Pick<Actor, 'organizationId'>,
  { status, name, segment_id, ...page }: CampaignQuery,
): Statement {
  const { where, tail } = pageById(page)
  const ofStatus = status === undefined ? nothing : sql`and status = ${status}`
  const named = name === undefined ? nothing : sql`and strpos(lower(name), lower(${name})) > 0`
  const toSegment = segment_id === undefined ? nothing : sql`and ${segment_id}::uuid = any(segment_ids)`
  return sql`
    select ${columns} from campaigns
     where org_id = ${organizationId} ${ofStatus} ${named} ${toSegment} ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from campaigns where org_id = ${organizationId} and id = ${id}`
}

/** Lock order: after the wallet, if both are locked. */
export function lock(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from campaigns where org_id = ${organizationId} and id = ${id} for update`
}

/** Scheduled, running and paused ones, locked in id order. */
export function lockUnfinished(organizationId: Uuid): Statement {
  return sql`
    select ${columns} from campaigns
     where org_id = ${organizationId} and status in ('scheduled', 'running', 'paused') order by id for update`
}

/** The fields that a user edits. */
export interface Written
  extends Pick<
    CampaignRow,
    | 'name'
    | 'channel'
    | 'template_id'
    | 'subject'
    | 'text'
    | 'html'
    | 'variables'
    | 'list_ids'
    | 'segment_ids'
    | 'exclude_list_ids'
    | 'scheduled_at'
    | 'max_per_minute'
    | 'quiet_from'
    | 'quiet_to'
    | 'track'
  > {}

export function insert({ organizationId, userId, at }: Actor, id: Uuid, one: Written): Statement {
  return sql`
    insert into campaigns (org_id, id, status, created_by, created_at, name, channel, template_id, subject, text, html,
                           variables, list_ids, segment_ids, exclude_list_ids, scheduled_at, max_per_minute,
                           quiet_from, quiet_to, track)
    values (${organizationId}, ${id}, 'draft', ${userId}, ${at}, ${one.name}, ${one.channel}, ${one.template_id},
            ${one.subject}, ${one.text}, ${one.html}, ${JSON.stringify(one.variables)}::jsonb,
            ${one.list_ids}::uuid[], ${one.segment_ids}::uuid[], ${one.exclude_list_ids}::uuid[], ${one.scheduled_at},
            ${one.max_per_minute}, ${one.quiet_from}, ${one.quiet_to}, ${one.track})
    returning ${columns}`
}

export function rewrite(organizationId: Uuid, id: Uuid, one: Written): Statement {
  return sql`
    update campaigns set name = ${one.name}, channel = ${one.channel}, template_id = ${one.template_id},
           subject = ${one.subject}, text = ${one.text}, html = ${one.html},
           variables = ${JSON.stringify(one.variables)}::jsonb, list_ids = ${one.list_ids}::uuid[],
           segment_ids = ${one.segment_ids}::uuid[], exclude_list_ids = ${one.exclude_list_ids}::uuid[],
           scheduled_at = ${one.scheduled_at}, max_per_minute = ${one.max_per_minute},
           quiet_from = ${one.quiet_from}, quiet_to = ${one.quiet_to}, track = ${one.track}
     where org_id = ${organizationId} and id = ${id} and status = 'draft'
    returning ${columns}`
}

/** Only a draft: nothing refers to it. */
export function remove(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    delete from campaigns where org_id = ${organizationId} and id = ${id} and status = 'draft' returning id`
}

/** Organizations with campaigns that continue automatically, or would after a recharge. */
export function organizationsUnrestored(): Statement {
  return sql`
    select distinct org_id from campaigns
     where org_id is not null and status in ('scheduled', 'running', 'paused')
       and (status <> 'paused' or not 'restored' = any(pause_reasons))`
}

// --- State changes --------------------------------------------------------------------------------------------------

export type Moved = Pick<CampaignRow, 'status' | 'pause_reasons'>

/** `reservedMicros`: the new reservation, if it changes. The row is locked. */
export function move(
  { organizationId, at }: Scope,
  id: Uuid,
  { status, pause_reasons }: Moved,
  reservedMicros: Micros | null = null,
): Statement {
  return sql`
    update campaigns set status = ${status}, pause_reasons = ${pause_reasons}::text[],
           reserved_micros = coalesce(${reservedMicros}::int8, reserved_micros),
           is_settling = ${status === 'cancelled'}::boolean,
           ended_at = case when ${status} in ('completed', 'cancelled') then ${at}::timestamptz end
     where org_id = ${organizationId} and id = ${id}
    returning ${columns}`
}

/** After a user resumed it: removes the cost limit or accepts another account, if it was paused for that. */
export function lift(
  organizationId: Uuid,
  id: Uuid,
  { limit, account }: { limit: boolean; account: boolean },
): Statement {
  return sql`
    update campaigns set max_total_micros = case when ${limit}::boolean then null else max_total_micros end,
           account_id = case when ${account}::boolean then null else account_id end
     where org_id = ${organizationId} and id = ${id}`
}

export function setAccount(organizationId: Uuid, id: Uuid, accountId: Uuid): Statement {
  return sql`
    update campaigns set account_id = ${accountId}
     where org_id = ${organizationId} and id = ${id} and account_id is null and status = 'running'
    returning ${columns}`
}

/** A user resumed it after a pause for complaints or bounces: it is not paused for them again. */
export function ignoreReactions(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    update campaigns set ignores_reactions = true where org_id = ${organizationId} and id = ${id}`
}

export interface Started
  extends Pick<
    CampaignRow,
    | 'template_version'
    | 'category'
    | 'filters'
    | 'price_list_id'
    | 'account_id'
    | 'is_partial'
    | 'max_total_micros'
    | 'reserved_micros'
  > {
  userId: Uuid
}

/** Stores the inputs of the start, which do not change afterwards. The row is locked. */
export function start({ organizationId, at }: Scope, id: Uuid, one: Started): Statement {
  return sql`
    update campaigns set status = 'running', pause_reasons = '{}', template_version = ${one.template_version},
           category = ${one.category}, filters = ${one.filters === null ? null : JSON.stringify(one.filters)}::jsonb,
           price_list_id = ${one.price_list_id}, account_id = ${one.account_id}, is_partial = ${one.is_partial},
           max_total_micros = ${one.max_total_micros}, reserved_micros = ${one.reserved_micros},
           user_id = ${one.userId}, started_at = ${at}
     where org_id = ${organizationId} and id = ${id}
    returning ${columns}`
}

/** Stores the inputs of a scheduled start. */
export function schedule(
  { organizationId }: Scope,
  id: Uuid,
  one: Pick<Started, 'is_partial' | 'max_total_micros' | 'userId'>,
): Statement {
  return sql`
    update campaigns set status = 'scheduled', pause_reasons = '{}', is_partial = ${one.is_partial},
           max_total_micros = ${one.max_total_micros}, user_id = ${one.userId}
     where org_id = ${organizationId} and id = ${id}
    returning ${columns}`
}

// --- Due work --------------------------------------------------------------------------------------------------------

/** Campaigns with these statuses, in starting order. */
export function ofStatus(organizationId: Uuid, statuses: readonly CampaignStatus[]): Statement {
  return sql`
    select ${columns} from campaigns
     where org_id = ${organizationId} and status = any(${plainArray(statuses)}::text[])
       and status in ('scheduled', 'running', 'paused', 'cancelled')
     order by started_at, id`
}

/** Cancelled campaigns that may have queued deliveries, or some in flight that may be requeued. */
export function settling(organizationId: Uuid): Statement {
  return sql`
    select id from campaigns where org_id = ${organizationId} and is_settling order by id`
}

/** None of its deliveries is queued or in flight any more. The row is locked. */
export function noteSettled(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    update campaigns set is_settling = false where org_id = ${organizationId} and id = ${id}`
}

/** The campaigns of these deliveries that have not ended, locked until the transaction ends. */
export function holdUnended(organizationId: Uuid, deliveryIds: readonly Uuid[]): Statement {
  return sql`
    select id from campaigns
     where org_id = ${organizationId} and status in ('scheduled', 'running', 'paused')
       and id in (select campaign_id from deliveries
                   where org_id = ${organizationId} and id = any(${deliveryIds}::uuid[]) and campaign_id is not null)
     order by id for share`
}

/** SQL for the template id of the campaign. */
export const templateOfCampaign = (organizationId: Uuid, id: Statement): Statement => sql`
  (select c.template_id from campaigns c where c.org_id = ${organizationId} and c.id = ${id})`

/** SQL for the template version that the campaign was started with. */
export const versionOfCampaign = (organizationId: Uuid, id: Statement): Statement => sql`
  (select c.template_version from campaigns c where c.org_id = ${organizationId} and c.id = ${id})`
