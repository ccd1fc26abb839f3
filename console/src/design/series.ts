// Data of a chart and its table: columns of time with a value per series, as exact bigints.

export interface Series {
  name: string
  /** The class of its rectangles: `fill-email`. */
  fill: string
}

export interface Column {
  key: string
  /** Shown on the axis and above the column's values. */
  name: string
  /** One for each series. */
  values: readonly bigint[]
}

export interface Stacked {
  series: readonly Series[]
  columns: readonly Column[]
  /** Side by side instead of stacked: each value contains the next, so their sum is meaningless. */
  isGrouped?: true
}

export const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n)

/** The total of each series over all columns. */
export const totalsOf = ({ series, columns }: Stacked): bigint[] =>
  series.map((_, place) => sumOf(columns.map(({ values }) => values[place] ?? 0n)))

const FIRST_STEPS = [1n, 2n, 5n]

/** 1, 2 or 5 times a power of ten: the smallest with which `most` takes at most `steps` steps. */
export function stepFor(most: bigint, steps: bigint): bigint {
  for (let power = 1n; ; power *= 10n)
    for (const first of FIRST_STEPS) if (first * power * steps >= most) return first * power
}

/** Axis ticks from the lowest to the highest value, including zero. */
export function ticksOf({ columns, isGrouped }: Stacked): bigint[] {
  const ends = (values: readonly bigint[]) => (isGrouped ? values : [sumOf(values)])
  const tops = columns.flatMap(({ values }) => ends(values.filter((value) => value > 0n)))
  const bottoms = columns.flatMap(({ values }) => ends(values.filter((value) => value < 0n)))
  const highest = tops.reduce((most, value) => (value > most ? value : most), 0n)
  const lowest = bottoms.reduce((least, value) => (value < least ? value : least), 0n)
  const step = stepFor(highest - lowest === 0n ? 1n : highest - lowest, 5n)
  const ticks = []
  for (let tick = (lowest / step - (lowest % step === 0n ? 0n : 1n)) * step; ; tick += step) {
    ticks.push(tick)
    // With only zeros there is still one step above.
    if (tick >= highest && tick >= 0n && ticks.length > 1) return ticks
  }
}
