// A table of a statement: one line per row, cut when too long, over as many pages as needed, each with the headings.
// pdfkit's text layout is slow, so text that fits is placed without it.

import * as sheet from '#money/invoices/pdf/sheet.ts'

export interface Column {
  title: string
  /** Width in points, including the gap to the next column; for amounts a minimum. */
  width: number
  align: 'left' | 'right'
  /** To which amounts that need more may narrow it. */
  least?: number
}

export interface Row {
  cells: readonly string[]
  isStrong?: boolean
}

export interface Table {
  title: string
  left: number
  columns: readonly Column[]
  rows: readonly Row[]
}

interface Room {
  /** Starts a new page and returns the position at which to continue. */
  turnPage(): number
  bottom: number
  /** Space required below the last line. */
  roomBelow: number
  /** Yields to other work: a long table takes seconds. */
  breathe(): Promise<unknown>
}

const { ACCENT, INK, SHADE, regular, rule, strong } = sheet
const TITLE_HEIGHT = 18
const HEAD_HEIGHT = 17
const ROW_HEIGHT = 15.5
const PADDING = 5
const SIZE = 8
/** Minimum number of rows of a long table that stay together with its title and with its last line. */
const ROWS_TOGETHER = 3
const BREATHE_EVERY_ROWS = 40

export async function drawTable(doc: sheet.Doc, given: Table, top: number, room: Room): Promise<number> {
  const table = { ...given, columns: fitted(doc, given) }
  const { rows } = table
  const first = TITLE_HEIGHT + HEAD_HEIGHT + Math.min(rows.length, ROWS_TOGETHER) * ROW_HEIGHT
  let y = drawHead(doc, table, top + first > room.bottom ? room.turnPage() : top, table.title)
  for (let index = 0; index < rows.length; index++) {
    const left = rows.length - index
    const needed = left === ROWS_TOGETHER ? left * ROW_HEIGHT + room.roomBelow : ROW_HEIGHT
    if (y + needed > room.bottom) y = drawHead(doc, table, room.turnPage(), `${table.title}, continued`)
    y = drawRow(doc, table, rows[index] as Row, y)
    if (index % BREATHE_EVERY_ROWS === BREATHE_EVERY_ROWS - 1) await room.breathe()
  }
  return y
}

/** Amounts are never cut: extra width is taken from text columns; if that is not enough, the font shrinks. */
function fitted(doc: sheet.Doc, { columns, rows }: Table): readonly Column[] {
  strong(doc, SIZE, INK)
  const needed = columns.map(({ width, align }, place) => {
    if (align === 'left') return width
    const cells = rows.map((row) => row.cells[place] ?? '')
    const longest = cells.reduce((one, other) => (other.length > one.length ? other : one), '')
    return Math.max(width, doc.widthOfString(longest) + 2 * PADDING + 1)
  })
  let more = sumOf(needed) - sumOf(columns.map(({ width }) => width))
  const texts = columns.map(({ width, least = width }) => {
    const given = Math.min(more, width - least)
    more -= given
    return width - given
  })
  const amounts = sumOf(needed.filter((_, place) => columns[place]?.align === 'right'))
  return columns.map((column, place) => {
    const width = column.align === 'left' ? texts[place] : ((needed[place] as number) * (amounts - more)) / amounts
    return { ...column, width: width as number }
  })
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

const widthOf = ({ columns }: Table) => columns.reduce((sum, { width }) => sum + width, 0)

function drawHead(doc: sheet.Doc, table: Table, top: number, title: string): number {
  strong(doc, 10, INK).text(title, table.left, top, { lineBreak: false })
  const y = top + TITLE_HEIGHT
  doc.rect(table.left, y, widthOf(table), HEAD_HEIGHT).fill(ACCENT)
  strong(doc, 7.5, '#ffffff')
  let x = table.left
  for (const { title: name, width, align } of table.columns) {
    write(doc, name, x, y + 3.6, width, align)
    x += width
  }
  return y + HEAD_HEIGHT
}

function drawRow(doc: sheet.Doc, table: Table, { cells, isStrong = false }: Row, y: number): number {
  if (isStrong) doc.rect(table.left, y, widthOf(table), ROW_HEIGHT).fill(SHADE)
  if (isStrong) strong(doc, SIZE, INK)
  else regular(doc, SIZE, INK)
  let x = table.left
  table.columns.forEach(({ width, align }, index) => {
    write(doc, cells[index] ?? '', x, y + 2.4, width, align)
    x += width
  })
  rule(doc, y + ROW_HEIGHT, table.left, table.left + widthOf(table))
  return y + ROW_HEIGHT
}

function write(doc: sheet.Doc, text: string, x: number, y: number, width: number, align: Column['align']): void {
  if (text === '') return
  const inside = width - 2 * PADDING
  const wide = doc.widthOfString(text)
  if (wide > inside && align === 'right') {
    const size = (SIZE * inside) / wide
    doc
      .fontSize(size)
      .text(text, x + PADDING, y + SIZE - size, { lineBreak: false })
      .fontSize(SIZE)
  } else if (wide > inside) doc.text(text, x + PADDING, y, { width: inside, height: SIZE, ellipsis: true })
  else doc.text(text, align === 'left' ? x + PADDING : x + width - PADDING - wide, y, { lineBreak: false })
}
