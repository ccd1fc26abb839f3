// SQL of a form's rollups: events by day in India, and the sources of visitors.

import { rowsOf } from '#kit/database/rows.ts'
import { areShards, insertingFor, ofTheOne, theOne } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import type { SubmissionRow } from './queries.ts'

export interface Visits {
  org_id: Uuid
  form_id: Uuid
  day: string
  version: number
  views: number
  starts: number
}

/** Adds visits of many forms, in the common lock order. Deleted forms are skipped. */
export function addVisits(visits: readonly Visits[]): Statement {
  const given = rowsOf('given', visits, {
    org_id: ['uuid', (one) => one.org_id],
    form_id: ['uuid', (one) => one.form_id],
    day: ['word', (one) => one.day],
    version: ['int4', (one) => one.version],
    views: ['int4', (one) => one.views],
    starts: ['int4', (one) => one.starts],
  })
  const { id, beside } = areShards()
    ? ofTheOne(theOne(visits.map(({ org_id }) => org_id)))
    : { id: sql`given.org_id`, beside: nothing }
  return sql`
    insert into form_days as d (org_id, form_id, day, version, views, starts)
    select ${id}, f.id, given.day::date, given.version, given.views, given.starts
      from ${beside} ${given}
      join forms f on f.org_id = given.org_id and f.id = given.form_id and f.deleted_at is null
     order by 1, 2, 3, 4
    on conflict (org_id, form_id, day, version) do update
       set views = d.views + excluded.views, starts = d.starts + excluded.starts`
}

/** Adds a submission to its day's counts, or subtracts it. */
export function recount(organizationId: Uuid, row: SubmissionRow, change: 1 | -1): Statement {
  const day = indianDate(row.submitted_at)
  const { id, beside } = insertingFor(organizationId)
  return sql`
    with counted as (
      insert into form_days as d (org_id, form_id, day, version, submissions)
      select ${id}, given.form_id, ${day}::date, ${row.version}::int4, ${change}::int8
        from ${beside} (select ${row.form_id}::uuid as form_id) given
      on conflict (org_id, form_id, day, version) do update set submissions = d.submissions + excluded.submissions)
    insert into form_sources as s (org_id, form_id, day, source, count)
    select ${id}, given.form_id, ${day}::date, ${row.counted_source}::text, ${change}::int8
      from ${beside} (select ${row.form_id}::uuid as form_id) given
    on conflict (org_id, form_id, day, source) do update set count = s.count + excluded.count`
}

export interface DayRow {
  day: string
  views: bigint
  starts: bigint
  submissions: bigint
}

export function days(organizationId: Uuid, formId: Uuid, from: string, to: string): Statement {
  return sql`
    select day::text as day, sum(views)::int8 as views, sum(starts)::int8 as starts,
           sum(submissions)::int8 as submissions
      from form_days
     where org_id = ${organizationId} and form_id = ${formId} and day >= ${from}::date and day <= ${to}::date
     group by day order by day`
}

export interface VersionCountRow {
  version: number
  views: bigint
  starts: bigint
  submissions: bigint
}

export function countsByVersion(organizationId: Uuid, formId: Uuid, from: string, to: string): Statement {
  return sql`
    select version, sum(views)::int8 as views, sum(starts)::int8 as starts, sum(submissions)::int8 as submissions
      from form_days
     where org_id = ${organizationId} and form_id = ${formId} and day >= ${from}::date and day <= ${to}::date
     group by version order by version desc`
}

/** Every row of the days, for a file. */
export function dayRows(organizationId: Uuid, formId: Uuid, from: string, to: string): Statement {
  return sql`
    select day::text as day, version, views, starts, submissions from form_days
     where org_id = ${organizationId} and form_id = ${formId} and day >= ${from}::date and day <= ${to}::date
     order by form_days.day, version`
}

export interface SourceRow {
  source: string
  count: bigint
}

/** The most frequent sources of the period. */
export function sources(organizationId: Uuid, formId: Uuid, from: string, to: string, limit: number): Statement {
  return sql`
    select source, sum(count)::int8 as count from form_sources
     where org_id = ${organizationId} and form_id = ${formId} and day >= ${from}::date and day <= ${to}::date
     group by source having sum(count) > 0 order by 2 desc, 1 limit ${limit}`
}
