// The month's spending, day by day.

import { type Doc, LEFT, WIDTH } from '#money/invoices/pdf/sheet.ts'
import type { Summary } from '../schema.ts'
import { drawColumns } from './charts.ts'
import { drawHeading } from './figures.ts'
import { microsOf } from './words.ts'

const HEIGHT = 128

export function drawDays(doc: Doc, { by_day }: Summary, top: number): number {
  const y = drawHeading(doc, 'Spending by day', LEFT, top) + 6
  const columns = by_day.map(({ day, amount }) => ({ label: String(Number(day.slice(8))), micros: microsOf(amount) }))
  drawColumns(doc, { x: LEFT, y, width: WIDTH, height: HEIGHT }, columns)
  return y + HEIGHT
}
