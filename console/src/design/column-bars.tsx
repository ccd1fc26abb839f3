import type { Column } from './series.ts'

interface ColumnBarsProps {
  column: Column
  /** Side by side, as values that contain each other are. */
  isGrouped: boolean
  fills: string[]
  x: number
  width: number
  yOf: (value: bigint) => number
}

/** The rectangles of one column. */
export const ColumnBars = ({ isGrouped, ...rest }: ColumnBarsProps) =>
  isGrouped ? <Group {...rest} /> : <Stack {...rest} />

type Bars = Omit<ColumnBarsProps, 'isGrouped'>

/** Positive values are stacked upwards from zero, negative ones (refunds) downwards. */
function Stack({ column, fills, x, width, yOf }: Bars) {
  let [up, down] = [0n, 0n]
  return column.values.map((value, place) => {
    if (value === 0n) return null
    const from = value > 0n ? up : down
    const to = from + value
    if (value > 0n) up = to
    else down = to
    const [top, bottom] = value > 0n ? [yOf(to), yOf(from)] : [yOf(from), yOf(to)]
    return (
      <rect key={place} x={x} width={width} y={top} height={Math.max(0.5, bottom - top)} className={fills[place]} />
    )
  })
}

const GAP = 1

function Group({ column, fills, x, width, yOf }: Bars) {
  const each = width / column.values.length
  return column.values.map((value, place) => {
    if (value === 0n) return null
    const [top, bottom] = value > 0n ? [yOf(value), yOf(0n)] : [yOf(0n), yOf(value)]
    return (
      <rect
        key={place}
        x={x + place * each}
        width={Math.max(1, each - GAP)}
        y={top}
        height={Math.max(0.5, bottom - top)}
        className={fills[place]}
      />
    )
  })
}
