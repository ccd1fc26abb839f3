// SQL of organizations as operators see them: one statement for a page, and one per count for its organizations.

import { pageByPriority } from '#edge/priority.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { premiumSql } from '#money/subscriptions/premium.ts'
import type { OrganizationRow, UntoldRow } from '#people/organizations/queries.ts'
import type { EnterpriseDecisionWord, EnterpriseStatus, OperatedOrganizationQuery } from './schema.ts'

export interface OperatedRow extends OrganizationRow {
  balance_micros: Micros
  warning_base_micros: Micros
  next_price_micros: Micros | null
  enterprise_status: EnterpriseStatus | null
  is_priority: boolean
}

const since = sql`(select min(e.reached_at) from enterprise_eligibilities e where e.org_id = o.id)`
const last = sql`(select max(e.reached_at) from enterprise_eligibilities e where e.org_id = o.id)`
const isEligible = sql`exists (select from enterprise_eligibilities e where e.org_id = o.id)`
/** spec 8.41: a declined decision is open again once another month has reached the threshold. */
const status = sql`
  case when not ${isEligible} then null
       when d.decision is null or d.decision = 'declined' and ${last} > d.decided_at then 'open'
       else d.decision end`

/** Same as `warningLevel` of the wallet. */
const isLow = sql`
  (case when w.next_price_micros is null then w.balance_micros = 0 else w.balance_micros < w.next_price_micros end
   or w.balance_micros * 5 <= w.warning_base_micros)`

const isPriority = premiumSql(sql`o.id`)

const shown = sql`
  select o.id, o.name, o.created_at, o.suspended_at, o.suspension_reason, ${since} as enterprise_eligible_since,
         w.balance_micros, w.warning_base_micros, w.next_price_micros, ${status} as enterprise_status,
         ${isPriority} as is_priority
    from organizations o
    join wallets w on w.org_id = o.id
    left join enterprise_decisions d on d.org_id = o.id`

/** Organizations of the whole installation, for operators. */
export function list(query: OperatedOrganizationQuery): Statement {
  const { q, suspended, low_balance, enterprise_eligible, enterprise_status, ...page } = query
  const { where, tail } = pageByPriority(page, {
    id: sql`o.id`,
    isPriority,
    ofCursor: (id) => premiumSql(sql`${id}::uuid`),
  })
  return sql`
    ${shown} where true
      ${q === undefined ? nothing : named(q)}
      ${suspended === undefined ? nothing : sql`and (o.suspended_at is not null) = ${suspended}`}
      ${low_balance === undefined ? nothing : sql`and ${isLow} = ${low_balance}`}
      ${enterprise_eligible === undefined ? nothing : sql`and ${isEligible} = ${enterprise_eligible}`}
      ${enterprise_status === undefined ? nothing : sql`and ${status} = ${enterprise_status}`}
      ${where} ${tail}`
}

/** A complete id selects that organization; any other text is searched in names. */
function named(q: string): Statement {
  const id = parseTypeId('org', q.trim())
  return id === null ? sql`and strpos(lower(o.name), lower(${q.trim()})) > 0` : sql`and o.id = ${id}`
}

export function byId(id: Uuid): Statement {
  return sql`${shown} where o.id = ${id}`
}

/** True when the operators of an organization were notified about that month. */
export function toldOf(home: Uuid, { org_id, channel, month }: UntoldRow): Statement {
  return sql`
    select id from events
     where org_id = ${home} and object_id = ${org_id} and type = 'enterprise_pricing.reached'
       and payload->>'channel' = ${channel} and payload->>'month' = ${month.slice(0, 7)} limit 1`
}

export interface MembersRow {
  org_id: Uuid
  member_count: bigint
}

export function countMembers(organizationIds: readonly Uuid[]): Statement {
  return sql`
    select m.org_id, count(*) as member_count from memberships m
     where m.org_id = any(${organizationIds}::uuid[]) group by m.org_id`
}

export interface MonthRow {
  org_id: Uuid
  channel: string
  message_count: bigint
}

export function countMessages(organizationIds: readonly Uuid[], month: string): Statement {
  return sql`
    select c.org_id, c.channel, c.message_count from month_counters c
     where c.org_id = any(${organizationIds}::uuid[]) and c.month = ${month}`
}

// --- Enterprise pricing ----------------------------------------------------------------------------------------------

export interface ReachedRow {
  channel: string
  month: string
  reached_at: Date
  message_count: bigint
}

export function monthsReached(organizationId: Uuid, limit: number): Statement {
  return sql`
    select e.channel, to_char(e.month, 'YYYY-MM') as month, e.reached_at, coalesce(c.message_count, 0) as message_count
      from enterprise_eligibilities e
      left join month_counters c on c.org_id = e.org_id ${onShard(sql`c.org_id`, [organizationId])}
        and c.channel = e.channel and c.month = e.month
     where e.org_id = ${organizationId} order by e.reached_at desc, e.month desc, e.channel limit ${limit}`
}

export interface DecisionRow {
  decision: EnterpriseDecisionWord
  note: string | null
  decided_by: Uuid
  decided_at: Date
}

export function decisionOf(organizationId: Uuid): Statement {
  return sql`
    select decision, note, decided_by, decided_at from enterprise_decisions where org_id = ${organizationId}`
}

export function decide(organizationId: Uuid, row: DecisionRow): Statement {
  return sql`
    insert into enterprise_decisions (org_id, decision, note, decided_by, decided_at)
    values (${organizationId}, ${row.decision}, ${row.note}, ${row.decided_by}, ${row.decided_at})
    on conflict (org_id) do update
       set decision = excluded.decision, note = excluded.note, decided_by = excluded.decided_by,
           decided_at = excluded.decided_at`
}
