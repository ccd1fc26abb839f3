// SQL of the counts of a campaign's report.

import { rowsOf } from '#kit/database/rows.ts'
import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { type CountChange, type CountName, type DayName, dayNames, sentNames } from './count-rules.ts'

/** May belong to different organizations. */
export function insertChanges(changes: readonly CountChange[], at: Date): Statement {
  const given = rowsOf('given', changes, {
    org_id: ['uuid', (one) => one.organizationId],
    id: ['uuid', () => newUuid(at.getTime())],
    campaign_id: ['uuid', (one) => one.campaignId],
    name: ['word', ({ name }) => name],
    reason: ['text', ({ reason }) => reason],
    count: ['int4', ({ count }) => count],
  })
  return sql`
    insert into campaign_changes (org_id, id, campaign_id, name, reason, count, at)
    select org_id, id, campaign_id, name, reason, count, ${at}::timestamptz from ${given}`
}

/** Some organizations with changes older than `before`. */
export function organizationsWithChanges(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from campaign_changes c where c.org_id = o.id and c.at < ${before}) limit ${limit}`
}

const indianDay = sql`(at at time zone 'Asia/Kolkata')::date`

/** Adds an organization's next changes to its counts and daily counts; one row per changed count. */
export function countChanges(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    with taken as (
      delete from campaign_changes
       where org_id = ${organizationId} and id in (
         select id from campaign_changes where org_id = ${organizationId} and at < ${before}
          order by at limit ${limit})
      returning campaign_id, name, reason, count, at),
    by_day as (
      insert into campaign_days as d (org_id, campaign_id, day, name, count)
      select ${organizationId}::uuid, campaign_id, ${indianDay}, name, sum(count) from taken
       where name = any(${plainArray(dayNames)}::text[])
       group by 2, 3, 4 order by 2, 3, 4
      on conflict (org_id, campaign_id, day, name) do update set count = d.count + excluded.count)
    insert into campaign_counts as c (org_id, campaign_id, name, reason, count)
    select ${organizationId}::uuid, campaign_id, name, reason, sum(count) from taken
     group by campaign_id, name, reason order by campaign_id, name, reason
    on conflict (org_id, campaign_id, name, reason) do update set count = c.count + excluded.count`
}

export interface CountRow {
  name: CountName
  reason: string
  count: number
  /** How many of them since the given time. */
  recent: number
}

/** The counts of a campaign, including changes not added yet. */
export function counts(organizationId: Uuid, campaignId: Uuid, since: Date): Statement {
  return sql`
    select name, reason, sum(count)::int as count, sum(recent)::int as recent from (
      select name, reason, count, 0 as recent from campaign_counts
       where org_id = ${organizationId} and campaign_id = ${campaignId}
       union all
      select name, reason, count, case when at > ${since} then count else 0 end from campaign_changes
       where org_id = ${organizationId} and campaign_id = ${campaignId}) added
     group by name, reason order by count desc, name, reason`
}

export interface DayRow {
  day: string
  name: DayName
  count: number
}

/** The daily counts of a campaign, including changes not added yet. */
export function days(organizationId: Uuid, campaignId: Uuid): Statement {
  return sql`
    select day::text as day, name, sum(count)::int as count from (
      select day, name, count from campaign_days
       where org_id = ${organizationId} and campaign_id = ${campaignId} and day > '-infinity'
       union all
      select ${indianDay}, name, count from campaign_changes
       where org_id = ${organizationId} and campaign_id = ${campaignId}
         and name = any(${plainArray(dayNames)}::text[])) added
     group by day, name`
}

/** The number of sent messages per campaign, and its cost since the given day, as in its report. */
export function progress(organizationId: Uuid, ids: readonly Uuid[], since: Date): Statement {
  const names = sql`${plainArray(sentNames)}::text[]`
  return sql`
    select given.id, coalesce(c.sent, 0)::int as sent, coalesce(u.cost_micros, 0)::int8 as cost_micros
      from unnest(${ids}::uuid[]) as given (id)
      left join (
        select campaign_id, sum(count) as sent from (
          select campaign_id, count from campaign_counts
           where org_id = ${organizationId} and campaign_id = any(${ids}::uuid[]) and name = any(${names})
           union all
          select campaign_id, count from campaign_changes
           where org_id = ${organizationId} and campaign_id = any(${ids}::uuid[]) and name = any(${names})) added
         group by campaign_id) c on c.campaign_id = given.id
      left join (
        select campaign_id, sum(amount_micros - reversed_micros - rerated_micros - refunded_micros) as cost_micros
          from daily_usage
         where org_id = ${organizationId} and day >= ${indianDate(since)}::date and campaign_id = any(${ids}::uuid[])
         group by campaign_id) u on u.campaign_id = given.id`
}
