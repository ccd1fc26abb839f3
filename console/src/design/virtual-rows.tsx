// Virtualized table rows: with many rows only the visible ones are rendered, with spacers above and below.

import { useVirtualizer } from '@tanstack/react-virtual'
import { cloneElement, type HTMLAttributes, type ReactElement, type Ref, use, useEffect, useRef, useState } from 'react'
import { InSightContext } from '../app/ask-anew.ts'

/** Up to this number all rows are rendered, so that they can be searched and printed as on any page. */
const MANY = 200
const ROW_PIXELS = 48
const MORE_ROWS = 12

type RowElement = ReactElement<HTMLAttributes<HTMLTableRowElement> & { ref?: Ref<HTMLTableRowElement> }>

interface VirtualRowsProps<One> {
  rows: readonly One[]
  /** A `<Row>` with its key. */
  children: (row: One) => RowElement
}

export function VirtualRows<One>({ rows, children }: VirtualRowsProps<One>) {
  return rows.length > MANY ? <RowsInSight rows={rows}>{children}</RowsInSight> : rows.map(children)
}

function RowsInSight<One>({ rows, children }: VirtualRowsProps<One>) {
  const above = useRef<HTMLTableRowElement>(null)
  const see = use(InSightContext)
  const [place, setPlace] = useState<{ box: HTMLElement | null; top: number }>({ box: null, top: 0 })
  // oxlint-disable-next-line react/incompatible-library -- nothing here is made by the compiler
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.box,
    estimateSize: () => ROW_PIXELS,
    scrollMargin: place.top,
    overscan: MORE_ROWS,
    // Before it is known where the table lies: as many as were there.
    initialRect: { width: 0, height: MANY * ROW_PIXELS },
  })
  const items = virtual.getVirtualItems()
  const last = (items.at(-1)?.index ?? -1) + 1
  const before = (items[0]?.start ?? place.top) - place.top
  const behind = virtual.getTotalSize() - ((items.at(-1)?.end ?? place.top) - place.top)

  useEffect(() => {
    const row = above.current
    const box = row && scrolling(row)
    if (!row || !box) return
    const table = row.closest('table')
    // Fixes the column widths, so that they do not change with the visible rows.
    for (const head of table?.querySelectorAll('th') ?? []) head.style.minWidth = `${head.offsetWidth}px`
    const look = () => {
      const top = Math.round(row.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop)
      setPlace((known) => (known.box === box && known.top === top ? known : { box, top }))
    }
    look()
    // Content above the table may change its height.
    const observer = new ResizeObserver(look)
    for (const element of [box, ...box.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => see?.(last), [see, last])

  return (
    <>
      <tr ref={above} aria-hidden style={{ height: before }} />
      {items.map(({ index }) => {
        const row = rows[index]
        return (
          row !== undefined &&
          cloneElement(children(row), {
            ref: virtual.measureElement,
            'data-index': index,
            'aria-rowindex': index + 2,
          } as Partial<RowElement['props']>)
        )
      })}
      <tr aria-hidden style={{ height: Math.max(0, behind) }} />
    </>
  )
}

const scrolling = (element: HTMLElement): HTMLElement | null => {
  const parent = element.parentElement
  if (!parent) return null
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) && parent.scrollHeight > parent.clientHeight
    ? parent
    : scrolling(parent)
}
