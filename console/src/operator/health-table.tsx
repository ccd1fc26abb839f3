import type { ReactNode } from 'react'
import { duration, size } from '#status/units.ts'
import { useLanguage } from '../app/language.tsx'
import { Channel } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'

interface Column<Item> {
  name: string
  show: (item: Item) => ReactNode
  /** Text column; numbers are aligned at the end. */
  isText?: true
}

interface ItemTableProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  columns: readonly Column<Item>[]
}

/** A table of items; renders nothing without any. */
export function ItemTable<Item>({ label, items, keyOf, columns }: ItemTableProps<Item>) {
  if (items.length === 0) return null
  return (
    <div className="mt-2">
      <Table
        label={label}
        head={columns.map(({ name, isText }) => (
          <Head key={name} isFigure={!isText}>
            {name}
          </Head>
        ))}
      >
        {items.map((item) => (
          <Row key={keyOf(item)}>
            {columns.map(({ name, show, isText }) => (
              <Cell key={name} isFigure={!isText}>
                {show(item)}
              </Cell>
            ))}
          </Row>
        ))}
      </Table>
    </div>
  )
}

/** A name that programs use. */
export const nameOf = (name: string | number) => (
  <code translate="no" className="font-mono text-small whitespace-nowrap">
    {name}
  </code>
)

export const channelOf = (channel: string) => <Channel channel={channel} isNamed />

export const timeOf = (at: number) => <Time at={at} />

/** Durations and sizes in the user's language. */
export function useUnits() {
  const { language } = useLanguage()
  return {
    lasting: (seconds: number) => duration(seconds, language),
    sized: (bytes: number) => size(bytes, language),
  }
}
