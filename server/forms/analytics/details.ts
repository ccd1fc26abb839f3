// Details of a form's analytics, shown with premium. They are counted for every form.

import * as formActions from '#forms/definitions/actions.ts'
import * as formQueries from '#forms/definitions/queries.ts'
import * as dayQueries from '#forms/submissions/day-queries.ts'
import * as detailQueries from '#forms/submissions/detail-queries.ts'
import { namedDimensions } from '#forms/submissions/detail-rules.ts'
import { versionOf } from '#forms/submissions/versions.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Static, seconds } from '#kit/wire.ts'
import type { FormAnalyticsDetails } from './detail-schema.ts'
import { botViews, devicesOf, dropOffOf, durationOf, medianOf, namesOf, withCompletion } from './figures.ts'

/** Versions returned with their publication time. */
const VERSIONS_MAX = 100

interface Period {
  from: string
  to: string
}

/** `version`: of one version only. 404 when the form has no such version. */
export async function detailsOf(
  tx: Tx,
  actor: Actor,
  formId: Uuid,
  { from, to }: Period,
  asked: number | undefined,
): Promise<Static<typeof FormAnalyticsDetails>> {
  const { organizationId } = actor
  const [all, byDay, counted, first, published] = await Promise.all([
    tx.rows<detailQueries.DetailRow>(detailQueries.details(organizationId, formId, from, to)),
    tx.rows<detailQueries.DetailsOfDayRow>(
      detailQueries.detailsByDay(organizationId, formId, { from, to, version: asked }),
    ),
    tx.rows<dayQueries.VersionCountRow>(dayQueries.countsByVersion(organizationId, formId, from, to)),
    tx.row<{ day: string | null }>(detailQueries.firstDay(organizationId, formId)),
    tx.rows<formQueries.VersionRow>(formQueries.versions(organizationId, formId, null, VERSIONS_MAX)),
  ])
  const newest = Math.max(0, ...counted.map(({ version }) => version)) || (published[0]?.version ?? 0)
  const version = asked ?? newest
  const isOfVersion = (row: { version: number }) => row.version === version
  const rows = asked === undefined ? all : all.filter(isOfVersion)
  const ofVersion = countsOf(counted.find(isOfVersion))
  if (asked !== undefined) await formActions.version(tx, actor, formId, String(asked))
  const definition = (await versionOf(tx, { org_id: organizationId, form_id: formId, version }))?.definition ?? null
  return {
    counted_from: first?.day ?? null,
    version: version === 0 ? null : version,
    drop_off: definition && dropOffOf(definition, all.filter(isOfVersion), ofVersion),
    duration: durationOf(rows),
    campaigns: Object.fromEntries(namedDimensions.map((one) => [one, namesOf(rows, one)])) as Static<
      typeof FormAnalyticsDetails
    >['campaigns'],
    devices: devicesOf(rows),
    bot_views: botViews(rows),
    versions: counted.map((row) => ({
      ...withCompletion({ version: row.version }, countsOf(row)),
      published_at: seconds(published.find((one) => one.version === row.version)?.published_at ?? null),
      median: medianOf(all.filter((one) => one.version === row.version)),
    })),
    days: byDay.map(({ day, counts }) => {
      const some = counts.map(rowOf)
      const [phone, tablet, desktop, other] = devicesOf(some).map(({ views }) => views) as [
        number,
        number,
        number,
        number,
      ]
      return {
        day,
        bot_views: botViews(some),
        median: medianOf(some),
        phone_views: phone,
        tablet_views: tablet,
        desktop_views: desktop,
        other_views: other,
      }
    }),
  }
}

const countsOf = (row: Pick<dayQueries.VersionCountRow, 'views' | 'starts' | 'submissions'> | undefined) => ({
  views: Number(row?.views ?? 0),
  starts: Number(row?.starts ?? 0),
  submissions: Number(row?.submissions ?? 0),
})

/** A row of counts summed over the requested versions. */
const rowOf = ([dimension, value, views, starts, submissions, stops]: detailQueries.ValueOfDay) => ({
  version: 0,
  dimension,
  value,
  views,
  starts,
  submissions,
  stops,
})
