// A chart, or its numbers as a table that can be copied to a spreadsheet or downloaded.

import { ChartColumn, Copy, Download, Table as TableSign } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { Bars } from './bars.tsx'
import { Button } from './button.tsx'
import { csvOf, tsvOf } from './csv.ts'
import { saveBlob } from './download.ts'
import { Panel } from './page.tsx'
import { type Stacked, sumOf, totalsOf } from './series.ts'
import { Cell, Head, Row, Table } from './table.tsx'
import { tell } from './toast.tsx'
import { words } from './words.ts'

interface Props {
  label: string
  /** The heading of the table's first column. */
  columnLabel: string
  data: Stacked
  /** Formats for display, for the axis, and for export. */
  format: (value: bigint) => string
  formatTick: (value: bigint) => string
  plain: (value: bigint) => string
  filename: string
  isTable: boolean
  onSwitch: (isTable: boolean) => void
}

export function ChartOrTable({ isTable, onSwitch, ...rest }: Props) {
  const w = useWords(words)
  const { label, columnLabel, data, plain, filename, format, formatTick } = rest
  const other = isTable ? w.showChart : w.showTable
  useShortcuts([{ keys: 't', label: other, run: () => onSwitch(!isTable) }])
  const rows = () => [
    [columnLabel, ...data.series.map(({ name }) => name), ...(data.isGrouped ? [] : [w.total])],
    ...data.columns.map(({ key, values }) => [key, ...figuresOf(data, values).map(plain)]),
  ]
  const copy = async () => {
    await navigator.clipboard.writeText(tsvOf(rows()))
    tell(w.tableCopied)
  }
  const sign = 'size-4'
  return (
    <Panel>
      <div className="flex flex-wrap items-center justify-end gap-1 border-b border-line px-2 py-1.5">
        <h2 className="min-w-0 grow ps-2 font-medium">{label}</h2>
        <Button
          look="quiet"
          title={`${other} (T)`}
          icon={isTable ? <ChartColumn aria-hidden className={sign} /> : <TableSign aria-hidden className={sign} />}
          onPress={() => onSwitch(!isTable)}
        >
          {isTable ? w.chart : w.table}
        </Button>
        <Button look="quiet" icon={<Copy aria-hidden className={sign} />} onPress={copy}>
          {w.copyTable}
        </Button>
        <Button
          look="quiet"
          icon={<Download aria-hidden className={sign} />}
          onPress={() => saveBlob(csvOf(rows()), filename)}
        >
          {w.csv}
        </Button>
      </div>
      {isTable ? (
        <Numbers label={label} columnLabel={columnLabel} data={data} format={format} />
      ) : (
        <Bars label={label} data={data} format={format} formatTick={formatTick} />
      )}
    </Panel>
  )
}

/** With their sum, unless they are grouped. */
const figuresOf = ({ isGrouped }: Stacked, values: readonly bigint[]): readonly bigint[] =>
  isGrouped ? values : [...values, sumOf(values)]

function Numbers({ label, columnLabel, data, format }: Pick<Props, 'label' | 'columnLabel' | 'data' | 'format'>) {
  const w = useWords(words)
  const totals = totalsOf(data)
  const figures = (values: readonly bigint[]) =>
    figuresOf(data, values).map((value, place) => (
      <Cell key={place} isFigure className={value === 0n ? 'text-soft' : undefined}>
        {format(value)}
      </Cell>
    ))
  return (
    <Table
      label={label}
      head={
        <>
          <Head>{columnLabel}</Head>
          {data.series.map(({ name }) => (
            <Head key={name} isFigure>
              {name}
            </Head>
          ))}
          {!data.isGrouped && <Head isFigure>{w.total}</Head>}
        </>
      }
    >
      {data.columns.map(({ key, name, values }) => (
        <Row key={key}>
          <Cell className="whitespace-nowrap">{name}</Cell>
          {figures(values)}
        </Row>
      ))}
      <Row className="font-semibold">
        <Cell>{w.total}</Cell>
        {figures(totals)}
      </Row>
    </Table>
  )
}
