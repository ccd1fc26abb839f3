// The head of a summary: organization and month, and four key figures.

import type { Fonts } from '#money/invoices/pdf/fonts.ts'
import { ACCENT, type Doc, INK, LEFT, MUTED, RIGHT, regular, SHADE, strong, WIDTH } from '#money/invoices/pdf/sheet.ts'
import type { Summary } from '../schema.ts'
import { drawArrow } from './charts.ts'
import { count, drawable, microsOf, monthInWords, monthName, rupees, sentOf } from './words.ts'

const MORE = '#a8501f'
const LESS = '#1d7a4f'

export function drawTitle(doc: Doc, { month, organization_name }: Summary, fonts: Fonts): number {
  regular(doc, 8, ACCENT).text('MONTHLY SUMMARY', LEFT, 34, { characterSpacing: 0.8, lineBreak: false })
  strong(doc, 24, INK).text(monthInWords(month), LEFT, 46, { lineBreak: false })
  const left = LEFT + 250
  const name = drawable(organization_name, fonts)
  const place = { width: RIGHT - left, align: 'right', height: 34, ellipsis: true } as const
  strong(doc, 12, INK)
  const isOneLine = doc.widthOfString(name) <= RIGHT - left
  doc.text(name, left, isOneLine ? 57 : 44, place)
  return 82
}

const CARDS = 4
const GAP = 10
const HEIGHT = 66

export function drawFigures(doc: Doc, summary: Summary, y: number): number {
  const { total, previous, wallet } = summary
  const width = (WIDTH - GAP * (CARDS - 1)) / CARDS
  const xOf = (index: number) => LEFT + index * (width + GAP)
  const reached = total.messages === 0 ? '' : `${count(total.delivered)} delivered, ${count(total.failed)} failed`
  drawCard(doc, { x: xOf(0), y, width }, 'Spent', rupees(microsOf(total.amount)), 'on messages', true)
  // With room for the arrow.
  drawCard(doc, { x: xOf(1), y, width, room: 18 }, `Change from ${monthName(previous.month)}`, ...changeOf(summary))
  drawCard(doc, { x: xOf(2), y, width }, 'Messages sent', count(sentOf(total)), reached)
  const added = microsOf(wallet.recharged) + microsOf(wallet.credited)
  drawCard(doc, { x: xOf(3), y, width }, 'Closing balance', rupees(microsOf(wallet.balance)), `${rupees(added)} added`)
  const change = microsOf(summary.change.amount)
  if (change !== 0n) drawArrow(doc, xOf(1) + width - 22, y + 29, 9, change > 0n, change > 0n ? MORE : LESS)
  return y + HEIGHT
}

/** Larger changes are expressed in rupees instead of percent. */
const PERCENT_MAX = 1000

function changeOf({ change, previous }: Summary): [value: string, note: string] {
  const micros = microsOf(change.amount)
  const sign = micros > 0n ? '+' : ''
  const value =
    change.percent === null || Math.abs(change.percent) >= PERCENT_MAX
      ? `${sign}${rupees(micros)}`
      : `${sign}${change.percent.toFixed(1).replace('-', '−')}%`
  return [value, `from ${rupees(microsOf(previous.amount))}`]
}

interface Place {
  x: number
  y: number
  width: number
  /** The width left next to the value. */
  room?: number
}

function drawCard(
  doc: Doc,
  { x, y, width, room = 0 }: Place,
  name: string,
  value: string,
  note: string,
  isMain = false,
): void {
  doc.roundedRect(x, y, width, HEIGHT, 5).fill(isMain ? ACCENT : SHADE)
  const inner = width - 20
  regular(doc, 7.5, isMain ? '#cfe6e3' : MUTED).text(name, x + 10, y + 9, { width: inner, lineBreak: false })
  strong(doc, 17, isMain ? '#ffffff' : INK)
  const size = Math.min(17, (17 * (inner - room)) / doc.widthOfString(value))
  doc.fontSize(size).text(value, x + 10, y + 22 + (17 - size) * 0.7, { lineBreak: false })
  regular(doc, 7.5, isMain ? '#cfe6e3' : MUTED)
  const small = Math.min(7.5, note === '' ? 7.5 : (7.5 * inner) / doc.widthOfString(note))
  doc.fontSize(small).text(note, x + 10, y + 48, { lineBreak: false })
}

/** The heading of a section. */
export function drawHeading(doc: Doc, text: string, x: number, y: number): number {
  strong(doc, 10.5, INK).text(text, x, y, { lineBreak: false })
  return y + 20
}
