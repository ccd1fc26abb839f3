// Analytics of a form, read from its rollups only: their cost does not depend on the number of submissions.

import { checkPeriod } from '#edge/paging.ts'
import { mustBeForm } from '#forms/submissions/actions.ts'
import * as dayQueries from '#forms/submissions/day-queries.ts'
import { type DetailOfDayRow, detailRows } from '#forms/submissions/detail-queries.ts'
import type { Actor } from '#kit/app.ts'
import { csvRecord } from '#kit/csv-cell.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { invalidFields, refusal } from '#kit/refusals.ts'
import { publicId, type Static } from '#kit/wire.ts'
import { hasPremium } from '#money/subscriptions/premium.ts'
import { detailsOf } from './details.ts'
import { completionOf, DAYS_DEFAULT, DAYS_MAX, premiumParts } from './rules.ts'
import type { AnalyticsQuery, FormAnalytics } from './schema.ts'

/** Only the most frequent sources are returned. */
const SOURCES_MAX = 101
const DAY_MS = 24 * 3600 * 1000

const tooLong = () =>
  invalidFields('invalid_query', [{ field: 'to', ...validationError('period_too_long', { days: DAYS_MAX }) }])

export async function analyticsOf(
  tx: Tx,
  actor: Actor,
  formId: Uuid,
  query: AnalyticsQuery,
): Promise<Static<typeof FormAnalytics>> {
  const { organizationId, at } = actor
  const isPremium = await checked(tx, actor, formId, query)
  const { from, to } = periodOf(query, at)
  const [days, sources, details] = await Promise.all([
    tx.rows<dayQueries.DayRow>(dayQueries.days(organizationId, formId, from, to)),
    tx.rows<dayQueries.SourceRow>(dayQueries.sources(organizationId, formId, from, to, SOURCES_MAX)),
    isPremium ? detailsOf(tx, actor, formId, { from, to }, query.version) : null,
  ])
  const sumOf = (name: 'views' | 'starts' | 'submissions') => days.reduce((sum, day) => sum + Number(day[name]), 0)
  const [views, starts, submissions] = [sumOf('views'), sumOf('starts'), sumOf('submissions')]
  return {
    form_id: publicId('form', formId),
    from,
    to,
    total: { views, starts, submissions, completion: completionOf(views, submissions) },
    days: days.map((one) => ({
      day: one.day,
      views: Number(one.views),
      starts: Number(one.starts),
      submissions: Number(one.submissions),
    })),
    sources: sources.map(({ source, count }) => ({ source, submissions: Number(count) })),
    premium_adds: isPremium ? [] : [...premiumParts],
    details,
  }
}

/** Every count as one CSV file: a row for each day and version, and with premium one for each of their details. */
export async function csvOf(tx: Tx, actor: Actor, formId: Uuid, query: AnalyticsQuery): Promise<string> {
  const { organizationId, at } = actor
  const isPremium = await checked(tx, actor, formId, query)
  const { from, to } = periodOf(query, at)
  const [days, details] = await Promise.all([
    tx.rows<dayQueries.VersionCountRow & { day: string }>(dayQueries.dayRows(organizationId, formId, from, to)),
    isPremium ? tx.rows<DetailOfDayRow>(detailRows(organizationId, formId, from, to)) : [],
  ])
  const isAsked = ({ version }: { version: number }) => query.version === undefined || query.version === version
  const lines = [...days.map((row) => ({ ...row, dimension: 'all', value: '', stops: 0n })), ...details].filter(isAsked)
  const header = ['day', 'version', 'dimension', 'value', 'views', 'starts', 'submissions', 'stopped_here']
  const cells = lines.map(({ day, version, dimension, value, views, starts, submissions, stops }) =>
    csvRecord([
      day,
      version,
      dimension,
      value,
      Number(views),
      Number(starts),
      Number(submissions),
      Math.max(0, Number(stops)),
    ]),
  )
  return csvRecord(header) + cells.join('')
}

/** True when details are included; throws when they are requested without premium. */
async function checked(tx: Tx, { organizationId }: Actor, formId: Uuid, query: AnalyticsQuery): Promise<boolean> {
  checkPeriod(query)
  await mustBeForm(tx, organizationId, formId)
  const isPremium = await hasPremium(tx, organizationId)
  const isAsked = query.include === 'details' || query.version !== undefined
  if (isAsked && !isPremium) throw refusal('premium_required', 'premium_analytics')
  return isPremium
}

function periodOf(query: AnalyticsQuery, at: Date): { from: string; to: string } {
  // The end is exclusive: the last day is that of the moment before.
  const last = query.to === undefined ? at : new Date(query.to.getTime() - 1)
  const first = query.from ?? new Date(last.getTime() - (DAYS_DEFAULT - 1) * DAY_MS)
  if (last.getTime() - first.getTime() > DAYS_MAX * DAY_MS) throw tooLong()
  return { from: indianDate(first), to: indianDate(last) }
}
