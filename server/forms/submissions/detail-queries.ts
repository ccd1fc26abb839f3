// SQL of daily details of forms.

import { rowsOf } from '#kit/database/rows.ts'
import { areShards, insertingFor, ofTheOne, onShard, theOne } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import type { Detail, Dimension } from './detail-rules.ts'
import type { SubmissionRow } from './queries.ts'

export interface DetailDay {
  org_id: Uuid
  form_id: Uuid
  day: string
  dimension: Dimension
}

export interface DetailCount extends DetailDay {
  version: number
  value: string
  views: number
  starts: number
  stops: number
}

/** Names with counts of their own on these days. */
export function valuesOf(days: readonly DetailDay[]): Statement {
  const rows = rowsOf('given', days, {
    org_id: ['uuid', (one) => one.org_id],
    form_id: ['uuid', (one) => one.form_id],
    day: ['word', (one) => one.day],
    dimension: ['word', (one) => one.dimension],
  })
  const here = [...new Set(days.map(({ org_id }) => org_id))]
  return sql`
    select distinct d.org_id, d.form_id, d.day::text as day, d.dimension, d.value from ${rows}
      join form_details d on d.org_id = given.org_id ${onShard(sql`d.org_id`, here)}
       and d.form_id = given.form_id and d.day = given.day::date and d.dimension = given.dimension`
}

/** Adds counts of many forms, in the common lock order. Deleted forms are skipped. */
export function addDetails(counts: readonly DetailCount[]): Statement {
  const given = rowsOf('given', counts, {
    org_id: ['uuid', (one) => one.org_id],
    form_id: ['uuid', (one) => one.form_id],
    day: ['word', (one) => one.day],
    version: ['int4', (one) => one.version],
    dimension: ['word', (one) => one.dimension],
    value: ['text', (one) => one.value],
    views: ['int4', (one) => one.views],
    starts: ['int4', (one) => one.starts],
    stops: ['int4', (one) => one.stops],
  })
  const { id, beside } = areShards()
    ? ofTheOne(theOne([...new Set(counts.map(({ org_id }) => org_id))]))
    : { id: sql`given.org_id`, beside: nothing }
  return sql`
    insert into form_details as d (org_id, form_id, day, version, dimension, value, views, starts, stops)
    select ${id}, f.id, given.day::date, given.version, given.dimension, given.value, given.views, given.starts,
           given.stops
      from ${beside} ${given}
      join forms f on f.org_id = given.org_id and f.id = given.form_id and f.deleted_at is null
     order by 1, 2, 3, 4, 5, 6
    on conflict (org_id, form_id, day, version, dimension, value) do update
       set views = d.views + excluded.views, starts = d.starts + excluded.starts, stops = d.stops + excluded.stops`
}

/** Adds a submission to its details' counts, or subtracts it. */
export function recountDetails(organizationId: Uuid, row: SubmissionRow, change: 1 | -1): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into form_details as d (org_id, form_id, day, version, dimension, value, submissions)
    select ${id}, ${row.form_id}::uuid, ${indianDate(row.submitted_at)}::date, ${row.version}::int4,
           split_part(given.counted, '=', 1), substr(given.counted, strpos(given.counted, '=') + 1), ${change}::int8
      from ${beside} unnest(${row.counted_as}::text[]) as given (counted)
     order by 5, 6
    on conflict (org_id, form_id, day, version, dimension, value) do update
       set submissions = d.submissions + excluded.submissions`
}

export interface DetailRow extends Detail {
  version: number
  views: bigint | number
  starts: bigint | number
  submissions: bigint | number
  stops: bigint | number
}

/** All of the days together. */
export function details(organizationId: Uuid, formId: Uuid, from: string, to: string): Statement {
  return sql`
    select version, dimension, value, sum(views)::int8 as views, sum(starts)::int8 as starts,
           sum(submissions)::int8 as submissions, sum(stops)::int8 as stops
      from form_details
     where org_id = ${organizationId} and form_id = ${formId} and day >= ${from}::date and day <= ${to}::date
     group by version, dimension, value`
}

export interface DetailOfDayRow extends DetailRow {
  day: string
}

/** Counts of one value in the period. */
export type ValueOfDay = [
  dimension: Dimension,
  value: string,
  views: number,
  starts: number,
  submissions: number,
  stops: number,
]

export interface DetailsOfDayRow {
  day: string
  counts: ValueOfDay[]
}

/**
 * Data of the chart by day, for one version or all. One row per day: with one row per value, a year took three times as
 * long.
 */
export function detailsByDay(
  organizationId: Uuid,
  formId: Uuid,
  { from, to, version }: { from: string; to: string; version: number | undefined },
): Statement {
  return sql`
    select day::text as day,
           json_agg(json_build_array(dimension, value, views, starts, submissions, stops)) as counts
      from (select day, dimension, value, sum(views) as views, sum(starts) as starts, sum(submissions) as submissions,
                   sum(stops) as stops
              from form_details
             where org_id = ${organizationId} and form_id = ${formId} and day >= ${from}::date and day <= ${to}::date
               and dimension in ('device', 'duration')
               ${version === undefined ? nothing : sql`and version = ${version}`}
             group by day, dimension, value) of_day
     group by of_day.day order by of_day.day`
}

/** Every row of the days, for a file. */
export function detailRows(organizationId: Uuid, formId: Uuid, from: string, to: string): Statement {
  return sql`
    select day::text as day, version, dimension, value, views, starts, submissions, stops from form_details
     where org_id = ${organizationId} and form_id = ${formId} and day >= ${from}::date and day <= ${to}::date
     order by form_details.day, version, dimension, value`
}

/** Earlier days have no details. */
export function firstDay(organizationId: Uuid, formId: Uuid): Statement {
  return sql`
    select min(day)::text as day from form_details where org_id = ${organizationId} and form_id = ${formId}`
}
