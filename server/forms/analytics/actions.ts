// Analytics of a form, from its rollups alone: they cost the same however many submissions there are.

import { checkPeriod } from '#edge/paging.ts'
import { mustBeForm } from '#forms/submissions/actions.ts'
import * as dayQueries from '#forms/submissions/day-queries.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { invalidFields } from '#kit/refusals.ts'
import { publicId, type Static } from '#kit/wire.ts'
import { completionOf, DAYS_DEFAULT, DAYS_MAX } from './rules.ts'
import type { AnalyticsQuery, FormAnalytics } from './schema.ts'

/** The most frequent ones. */
const SOURCES_MAX = 101
const DAY_MS = 24 * 3600 * 1000

const tooLong = () =>
  invalidFields('invalid_query', [{ field: 'to', ...validationError('period_too_long', { days: DAYS_MAX }) }])

export async function analyticsOf(
  tx: Tx,
  { organizationId, at }: Actor,
  formId: Uuid,
  query: AnalyticsQuery,
): Promise<Static<typeof FormAnalytics>> {
  checkPeriod(query)
  await mustBeForm(tx, organizationId, formId)
  // The end is not part of the period: the last day is that of the moment before.
  const last = query.to === undefined ? at : new Date(query.to.getTime() - 1)
  const first = query.from ?? new Date(last.getTime() - (DAYS_DEFAULT - 1) * DAY_MS)
  if (last.getTime() - first.getTime() > DAYS_MAX * DAY_MS) throw tooLong()
  const [from, to] = [indianDate(first), indianDate(last)]
  const [days, sources] = await Promise.all([
    tx.rows<dayQueries.DayRow>(dayQueries.days(organizationId, formId, from, to)),
    tx.rows<dayQueries.SourceRow>(dayQueries.sources(organizationId, formId, from, to, SOURCES_MAX)),
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
  }
}
