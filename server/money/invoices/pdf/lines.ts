// The table of lines. It continues on further pages, each with the column titles.

import type { Invoice } from '../schema.ts'
import { ACCENT, count, type Doc, FOOT_TOP, INK, LEFT, MUTED, regular, rule, rupees, strong, WIDTH } from './sheet.ts'

interface Column {
  title: string
  x: number
  width: number
  align: 'left' | 'right'
}

const columns = [
  { title: '#', x: LEFT + 12, width: 20, align: 'left' },
  { title: 'Description', x: LEFT + 32, width: 192, align: 'left' },
  { title: 'SAC', x: LEFT + 234, width: 44, align: 'left' },
  { title: 'Quantity', x: LEFT + 278, width: 58, align: 'right' },
  { title: 'Unit price (₹)', x: LEFT + 340, width: 70, align: 'right' },
  { title: 'Amount (₹)', x: LEFT + 414, width: 73, align: 'right' },
] as const satisfies Column[]
const DESCRIPTION_WIDTH = columns[1].width

const HEAD_HEIGHT = 22
/** With more lines than this, the spacing is reduced, so that some twenty lines and their totals fit on one page. */
const ROOMY_LINES_MAX = 8
/** This many lines of a long table move to the page of the totals, which would otherwise stand alone. */
const LINES_WITH_SUMS = 3

/** `below`: the height of the content that follows the last line. */
export function drawLines(doc: Doc, { lines }: Invoice, top: number, below: number, turnPage: () => number): number {
  const padding = lines.length > ROOMY_LINES_MAX ? 1.6 : 7
  const size = lines.length > ROOMY_LINES_MAX ? 8 : 9
  let y = drawTableHead(doc, top)
  lines.forEach(({ description, sac, quantity, unit_price, amount }, index) => {
    regular(doc, size, INK)
    const height = doc.heightOfString(description, { width: DESCRIPTION_WIDTH, lineGap: 1 }) + 2 * padding
    const left = lines.length - index
    const needed = index > 0 && left === LINES_WITH_SUMS ? left * height + below : height
    if (y + needed > FOOT_TOP) y = drawTableHead(doc, turnPage())
    const cells = [String(index + 1), description, sac, count(quantity), rupees(unit_price), rupees(amount)]
    columns.forEach(({ x, width, align }, place) => {
      regular(doc, size, place === 0 ? MUTED : INK)
      doc.text(cells[place] as string, x, y + padding, { width, align, lineGap: 1 })
    })
    y += height
    rule(doc, y)
  })
  return y
}

function drawTableHead(doc: Doc, top: number): number {
  doc.rect(LEFT, top, WIDTH, HEAD_HEIGHT).fill(ACCENT)
  for (const { title, x, width, align } of columns) {
    strong(doc, 8, '#ffffff').text(title, x, top + 6, { width, align, lineBreak: false })
  }
  return top + HEAD_HEIGHT
}
