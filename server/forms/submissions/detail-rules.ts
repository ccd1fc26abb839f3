// Pure rules for the daily details of a form: dimensions and their values, few enough to store a row for each.

import { OTHER_SOURCE } from './rules.ts'

/** Dimensions whose values come from a URL or another site: only the first names of a day are counted individually. */
export const namedDimensions = ['utm_source', 'utm_medium', 'utm_campaign', 'referrer'] as const
export type NamedDimension = (typeof namedDimensions)[number]

export type Dimension = NamedDimension | 'device' | 'duration' | 'page' | 'field'

/** The source of a visit; unknown dimensions are omitted. */
export type Origin = Partial<Record<NamedDimension, string>>

export const devices = ['phone', 'tablet', 'desktop', 'other'] as const
export type Device = (typeof devices)[number]
/** Views of programs, which count nowhere else. */
export const BOT = 'bot'

export interface Detail {
  dimension: Dimension
  value: string
}

/** Maximum number of names per dimension, form and day. */
export const VALUES_A_DAY_MAX = 50

export const isNamed = (dimension: Dimension): dimension is NamedDimension =>
  namedDimensions.some((one) => one === dimension)

/** The name under which it is counted: an existing one of the day, a new one within the limit, otherwise `other`. */
export function countedValue(known: ReadonlySet<string>, value: string): string {
  if (known.has(value)) return value
  return known.size < VALUES_A_DAY_MAX ? value : OTHER_SOURCE
}

/** Lower bounds of the histogram's bars, in seconds. Each bar is at most twice as wide as the one before. */
export const DURATION_BARS = [
  0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 450, 600, 900, 1200, 1800, 2700, 3600, 7200, 14_400, 86_400,
] as const

/** The lower bound of the bar that contains a duration. */
export function durationBar(ms: number): string {
  const seconds = Math.max(0, ms) / 1000
  return String(DURATION_BARS.findLast((from) => from <= seconds) ?? 0)
}

/** The details in which a submission is counted, in addition to its day and source. */
export function detailsOf(device: Device, tookMs: number, origin: Origin): Detail[] {
  const named = namedDimensions.flatMap((dimension) => {
    const value = origin[dimension]
    return value === undefined || value === '' ? [] : [{ dimension, value }]
  })
  return [{ dimension: 'device', value: device }, { dimension: 'duration', value: durationBar(tookMs) }, ...named]
}

/** The stored form; no dimension contains `=`. */
export const detailText = ({ dimension, value }: Detail): string => `${dimension}=${value}`
