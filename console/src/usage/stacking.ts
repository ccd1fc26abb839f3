// API rows as chart columns: every day of the period, the largest groups first, the rest combined. Pure.

import type { UsageGroup } from '@samvad/sdk'
import { priceKindDescriptions } from '#channels/table.ts'
import { channelNames, channelOf, priceKinds } from '../app/channels.ts'
import { addDays, addMonths } from '../app/india.ts'
import { micros } from '../design/rupees.ts'
import { type Series, type Stacked, sumOf } from '../design/series.ts'
import type { Group, Measure } from './routes.tsx'

/** The maximum number of distinguishable colors. */
const SERIES_MOST = 6
const FILLS = ['fill-accent', 'fill-app', 'fill-sms', 'fill-warn', 'fill-email', 'fill-bad']
/** Groups with a fixed color throughout the console. */
const OWN_FILLS: Record<string, string | undefined> = {
  ...Object.fromEntries(channelNames.map((channel) => [channel, channelOf(channel)?.fill])),
  // The first kind of a channel has the channel's colour. Other kinds have a shade of it.
  ...Object.fromEntries(
    priceKinds.map((kind) => {
      const { channel, inSession } = priceKindDescriptions[kind]
      return [kind, inSession === undefined ? channelOf(channel)?.fill : 'fill-warn']
    }),
  ),
  unattributed: 'fill-soft',
}
const OTHERS_FILL = 'fill-soft'

export interface Wanted {
  unit: 'day' | 'month'
  from: string
  to: string
  by: Group
  of: Measure
  /** The axis label of a day or month. */
  nameOf: (key: string) => string
  groupNameOf: (group: string | null) => string
  others: string
  /** The label of the only series when groups are not available by day. */
  all: string
}

export const valueOf = (row: UsageGroup, of: Measure): bigint =>
  of === 'amount' ? micros(row.amount) : BigInt(row.sent)

export const groupOf = (row: UsageGroup, by: Group): string | null | undefined => row[by]

function keysOf({ unit, from, to }: Wanted): string[] {
  const keys = []
  if (unit === 'day') for (let day = from; day <= to; day = addDays(day, 1)) keys.push(day)
  else for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addMonths(month, 1)) keys.push(month)
  return keys
}

export function stackedOf(rows: readonly UsageGroup[], wanted: Wanted): Stacked {
  const { by, of, unit } = wanted
  const totals = new Map<string | null | undefined, bigint>()
  for (const row of rows) totals.set(groupOf(row, by), (totals.get(groupOf(row, by)) ?? 0n) + valueOf(row, of))
  const ranked = [...totals]
    .toSorted(([, one], [, other]) => (one < other ? 1 : one > other ? -1 : 0))
    .map(([group]) => group)
  const isMore = ranked.length > SERIES_MOST
  const own = isMore ? ranked.slice(0, SERIES_MOST - 1) : ranked
  const places = new Map(own.map((group, place) => [group, place]))
  const series: Series[] = own.map((group, place) => ({
    name: group === undefined ? wanted.all : wanted.groupNameOf(group),
    fill: (group && OWN_FILLS[group]) || (FILLS[place] as string),
  }))
  if (isMore) series.push({ name: wanted.others, fill: OTHERS_FILL })
  const values = new Map(keysOf(wanted).map((key) => [key, series.map(() => 0n)]))
  for (const row of rows) {
    const column = values.get(row[unit] as string)
    const place = places.get(groupOf(row, by)) ?? own.length
    if (column) column[place] = (column[place] ?? 0n) + valueOf(row, of)
  }
  const columns = [...values].map(([key, column]) => ({ key, name: wanted.nameOf(key), values: column }))
  return { series, columns }
}

export const isNothing = ({ columns }: Stacked): boolean =>
  columns.every(({ values }) => sumOf(values.map((value) => (value < 0n ? -value : value))) === 0n)
