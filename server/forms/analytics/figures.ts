// Computes figures from a form's counts: progress, durations, sources, devices. Pure.

import { type FormDefinition, isAnswered, pagesOf, textIn } from '#forms/definitions/definition.ts'
import type { DetailRow } from '#forms/submissions/detail-queries.ts'
import {
  BOT,
  type Device,
  DURATION_BARS,
  devices as deviceNames,
  type NamedDimension,
} from '#forms/submissions/detail-rules.ts'
import { OTHER_SOURCE } from '#forms/submissions/rules.ts'
import { completionOf } from './rules.ts'

/** Maximum number of campaign names in a response; the others are summed. */
export const NAMES_SHOWN_MAX = 100

export interface Counts {
  views: number
  starts: number
  submissions: number
}
export type Counted<Of> = Of & Counts & { completion: number | null }

type Rows = readonly DetailRow[]

const NONE: Counts = { views: 0, starts: 0, submissions: 0 }
const sumOf = (rows: readonly (Counts | DetailRow)[]): Counts =>
  rows.reduce<Counts>(
    (sum, { views, starts, submissions }) => ({
      views: sum.views + Number(views),
      starts: sum.starts + Number(starts),
      submissions: sum.submissions + Number(submissions),
    }),
    NONE,
  )

export const withCompletion = <Of extends object>(of: Of, counts: Counts): Counted<Of> => ({
  ...of,
  ...counts,
  completion: completionOf(counts.views, counts.submissions),
})

export const botViews = (rows: Rows): number => sumOf(rows.filter(isBots)).views
const isBots = ({ dimension, value }: DetailRow): boolean => dimension === 'device' && value === BOT
const ofDevices = (rows: Rows): Rows => rows.filter((row) => row.dimension === 'device' && !isBots(row))

export const devicesOf = (rows: Rows): Counted<{ device: Device }>[] =>
  deviceNames.map((device) =>
    withCompletion({ device }, sumOf(ofDevices(rows).filter(({ value }) => value === device))),
  )

/** The most frequent names, the rest as `other`, and unnamed ones under ''. */
export function namesOf(rows: Rows, dimension: NamedDimension): Counted<{ value: string }>[] {
  const named = Map.groupBy(
    rows.filter((row) => row.dimension === dimension),
    ({ value }) => value,
  )
  const all = [...named]
    .map(([value, some]) => ({ value, ...sumOf(some) }))
    .filter(({ views, starts, submissions }) => views + starts + submissions > 0)
    .toSorted((a, b) => b.views - a.views || b.submissions - a.submissions || (a.value < b.value ? -1 : 1))
  const own = all.filter(({ value }) => value !== OTHER_SOURCE)
  const others = sumOf([...own.slice(NAMES_SHOWN_MAX), ...all.filter(({ value }) => value === OTHER_SOURCE)])
  const [whole, listed] = [sumOf(ofDevices(rows)), sumOf(all)]
  const unnamed = {
    views: Math.max(0, whole.views - listed.views),
    starts: Math.max(0, whole.starts - listed.starts),
    submissions: Math.max(0, whole.submissions - listed.submissions),
  }
  const rest = [
    { value: OTHER_SOURCE, ...others },
    { value: '', ...unnamed },
  ].filter(({ views, starts, submissions }) => views + starts + submissions > 0)
  return [...own.slice(0, NAMES_SHOWN_MAX), ...rest].map(({ value, ...counts }) => withCompletion({ value }, counts))
}

// --- Time to finish --------------------------------------------------------------------------------------------------

interface Bar {
  from_seconds: number
  to_seconds: number | null
  submissions: number
}

/** Bars from the first to the last that contains a submission. */
export function histogramOf(rows: Rows): Bar[] {
  const counts = new Map<number, number>()
  for (const { dimension, value, submissions } of rows)
    if (dimension === 'duration')
      counts.set(Number(value), Math.max(0, (counts.get(Number(value)) ?? 0) + Number(submissions)))
  const bars = DURATION_BARS.map((from, index) => ({
    from_seconds: from,
    to_seconds: DURATION_BARS[index + 1] ?? null,
    submissions: counts.get(from) ?? 0,
  }))
  const isFilled = ({ submissions }: Bar) => submissions > 0
  return bars.slice(Math.max(0, bars.findIndex(isFilled)), bars.findLastIndex(isFilled) + 1)
}

/** In seconds, assuming the submissions of a bar are spread evenly over it. Null without submissions. */
export function quantileOf(bars: readonly Bar[], share: number): number | null {
  const all = bars.reduce((sum, { submissions }) => sum + submissions, 0)
  let before = 0
  for (const { from_seconds: from, to_seconds: to, submissions } of bars) {
    if (submissions > 0 && before + submissions >= all * share) {
      const part = (all * share - before) / submissions
      return Math.round(from + ((to ?? from) - from) * Math.max(0, part))
    }
    before += submissions
  }
  return null
}

export function durationOf(rows: Rows) {
  const histogram = histogramOf(rows)
  return {
    submissions: histogram.reduce((sum, { submissions }) => sum + submissions, 0),
    lower_quartile: quantileOf(histogram, 0.25),
    median: quantileOf(histogram, 0.5),
    upper_quartile: quantileOf(histogram, 0.75),
    histogram,
  }
}

export const medianOf = (rows: Rows): number | null => quantileOf(histogramOf(rows), 0.5)

// --- Drop-off --------------------------------------------------------------------------------------------------------

/**
 * How many visitors came at least this far, and how many of them went no further. Those who submitted came through
 * every page and field. Counts lost by a killed process never make a later step larger than an earlier one.
 */
export function dropOffOf(definition: FormDefinition, rows: Rows, counts: Counts) {
  const { settings } = definition
  const stops = (dimension: 'page' | 'field', value: string): number =>
    rows.reduce((sum, row) => (row.dimension === dimension && row.value === value ? sum + Number(row.stops) : sum), 0)
  const text = (label: FormDefinition['fields'][number]['label']) => textIn(label, settings.default_language, settings)
  const pages = pagesOf(definition)
  const fields = pages.flatMap(({ fields: some }, page) =>
    some
      .filter((field) => field.type !== 'hidden' && isAnswered(field))
      .map(({ key, type, label }) => ({ key, type, label: text(label), page: page + 1 })),
  )
  const reachedFields = reached(
    fields.map(({ key }) => stops('field', key)),
    counts.submissions,
  )
  const reachedPages = reached(
    pages.map((_, page) => (page === 0 ? 0 : stops('page', String(page + 1)))),
    counts.submissions,
  )
  const views = Math.max(counts.views, reachedPages[0] ?? 0)
  return {
    ...counts,
    pages: pages.map((_, page) => {
      const here = page === 0 ? views : (reachedPages[page] as number)
      const title = pages[page - 1]?.end?.label
      return {
        page: page + 1,
        title: title === undefined ? null : text(title),
        reached: here,
        left: here - (reachedPages[page + 1] ?? counts.submissions),
      }
    }),
    fields: fields.map((field, index) => {
      const here = reachedFields[index] as number
      return { ...field, reached: here, left: here - (reachedFields[index + 1] ?? counts.submissions) }
    }),
  }
}

/** For each position, the number of visits that reached it. */
function reached(stops: readonly number[], submissions: number): number[] {
  let sum = submissions
  return stops.map((_, index) => (sum += Math.max(0, stops[stops.length - 1 - index] as number))).toReversed()
}
