// Bars by day, stacked or grouped, drawn as rectangles. Arrow keys and screen readers read them column by column; the
// table has the same numbers (chart-or-table.tsx).

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useWords } from '../app/language.tsx'
import { ColumnBars } from './column-bars.tsx'
import { type Column, type Stacked, sumOf, ticksOf, totalsOf } from './series.ts'
import { words } from './words.ts'

interface BarsProps {
  label: string
  data: Stacked
  format: (value: bigint) => string
  /** Shorter, for the axis. */
  formatTick: (value: bigint) => string
}

const HEIGHT = 260
const TOP = 8
const BOTTOM = 24
const LETTER = 8
const LABEL_WIDTH = 64
const BAR_MOST = 48
/** Maximum number of columns when grouped. */
const GROUPED_MOST = 28

export function Bars({ label, data, format, formatTick }: BarsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [active, setActive] = useState<number | null>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const shown = active !== null && active < data.columns.length ? active : null
  return (
    <div className="p-4">
      <Readout data={data} column={shown === null ? null : (data.columns[shown] ?? null)} format={format} />
      <div ref={frame} className="mt-3">
        {width > 0 && (
          <Plot
            label={label}
            data={data}
            width={width}
            active={shown}
            onActive={setActive}
            format={format}
            formatTick={formatTick}
          />
        )}
      </div>
    </div>
  )
}

/** Each series with its colour and value: of the column under the pointer, otherwise of all. */
function Readout({ data, column, format }: Pick<BarsProps, 'data' | 'format'> & { column: Column | null }) {
  const w = useWords(words)
  const values = column?.values ?? totalsOf(data)
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      <li className="figures">
        <span className="text-soft">{column?.name ?? w.total}</span>{' '}
        {!data.isGrouped && <strong>{format(sumOf(values))}</strong>}
      </li>
      {data.series.map(({ name, fill }, place) => (
        <li key={name} className="flex min-w-0 items-center gap-1.5">
          <svg aria-hidden width="10" height="10" className={fill}>
            <rect width="10" height="10" rx="2" />
          </svg>
          <span className="max-w-48 truncate text-soft">{name}</span>
          <span className="figures">{format(values[place] ?? 0n)}</span>
        </li>
      ))}
    </ul>
  )
}

interface PlotProps extends BarsProps {
  width: number
  active: number | null
  onActive: (place: number | null) => void
}

function Plot({ label, data, width, active, onActive, format, formatTick }: PlotProps) {
  const id = useId()
  const w = useWords(words)
  const { columns, series } = data
  const ticks = ticksOf(data)
  const [lowest, highest] = [ticks[0] as bigint, ticks.at(-1) as bigint]
  const start = Math.max(...ticks.map((tick) => formatTick(tick).length)) * LETTER + 10
  const slot = (width - start) / columns.length
  const labelAt = (place: number) => Math.min(start + (place + 0.5) * slot, width - 3 * LETTER)
  const most = data.isGrouped ? GROUPED_MOST * series.length : BAR_MOST
  const bar = Math.max(1, Math.min(most, slot - Math.min(6, slot * 0.3)))
  const every = Math.ceil(LABEL_WIDTH / slot)
  // Pixels may be floats: values may not.
  const yOf = (value: bigint) =>
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - Number(((value - lowest) * 1_000_000n) / (highest - lowest)) / 1_000_000)
  const move = (event: KeyboardEvent) => {
    const last = columns.length - 1
    const to = { ArrowLeft: (active ?? 1) - 1, ArrowRight: (active ?? -1) + 1, Home: 0, End: last, Escape: null }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    onActive(to === null ? null : Math.max(0, Math.min(last, to)))
  }
  const saidOf = ({ name, values }: Column) =>
    `${name}: ${[
      ...(data.isGrouped ? [] : [`${w.total} ${format(sumOf(values))}`]),
      ...series.map((one, place) => `${one.name} ${format(values[place] ?? 0n)}`),
    ].join(', ')}`
  return (
    <svg
      role="listbox"
      aria-label={label}
      aria-orientation="horizontal"
      aria-activedescendant={active === null ? undefined : `${id}-${active}`}
      tabIndex={0}
      width={width}
      height={HEIGHT}
      className="block text-small select-none"
      onKeyDown={move}
      onPointerLeave={() => onActive(null)}
    >
      {ticks.map((tick) => (
        <g key={String(tick)} aria-hidden>
          <line
            x1={start}
            x2={width}
            y1={yOf(tick)}
            y2={yOf(tick)}
            className={tick === 0n ? 'stroke-edge' : 'stroke-line'}
          />
          <text x={start - 8} y={yOf(tick) + 4} textAnchor="end" className="figures fill-soft">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {columns.map((column, place) => (
        // Keyboard navigation is handled by the list, from option to option.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <g
          key={column.key}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          aria-label={saidOf(column)}
          onPointerEnter={() => onActive(place)}
          onClick={() => onActive(place)}
        >
          <rect
            x={start + place * slot}
            y={TOP}
            width={slot}
            height={HEIGHT - TOP - BOTTOM}
            className={place === active ? 'fill-selected' : 'fill-transparent'}
          />
          <ColumnBars
            column={column}
            isGrouped={data.isGrouped === true}
            fills={series.map(({ fill }) => fill)}
            x={start + place * slot + (slot - bar) / 2}
            width={bar}
            yOf={yOf}
          />
          {place % every === 0 && (
            <text aria-hidden x={labelAt(place)} y={HEIGHT - 6} textAnchor="middle" className="fill-soft">
              {column.name}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
