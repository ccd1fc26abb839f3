// The charts of a summary: a column per day, and a ring of the channels.

import { MICROS_PER_RUPEE, type Micros } from '#kit/money.ts'
import { type Doc, INK, LINE, MUTED, regular, strong } from '#money/invoices/pdf/sheet.ts'
import { rupees, wholeRupees } from './words.ts'

export const COLUMN = '#2f8f86'
export const COLUMN_PALE = '#b9dcd8'
const BELOW = '#c0673a'
const PEAK = '#0b5d57'
export const NOTHING = '#e4e9ed'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The least of 1, 2, 2.5 and 5 times a power of ten that is not below a third of the most: three lines or four. */
export function stepOf(most: Micros): Micros {
  const least = most / 3n + 1n
  for (let power = 10_000n; ; power *= 10n)
    for (const tenths of [10n, 20n, 25n, 50n]) if ((power * tenths) / 10n >= least) return (power * tenths) / 10n
}

export interface Column {
  label: string
  micros: Micros
}

const AXIS_WIDTH = 50
const LABELS_HEIGHT = 14
/** Without anything to show, a scale of this. */
const SCALE_MIN: Micros = MICROS_PER_RUPEE

export function drawColumns(doc: Doc, box: Box, columns: readonly Column[]): void {
  const most = columns.reduce((max, { micros }) => (micros > max ? micros : max), 0n)
  const least = columns.reduce((min, { micros }) => (micros < min ? micros : min), 0n)
  const step = stepOf(most > 0n || least < 0n ? (most > -least ? most : -least) : SCALE_MIN)
  const top = (most / step + (most % step > 0n || most === 0n ? 1n : 0n)) * step
  const bottom = least < 0n ? -((-least - 1n) / step + 1n) * step : 0n
  const left = box.x + AXIS_WIDTH
  const width = box.width - AXIS_WIDTH
  const height = box.height - LABELS_HEIGHT
  const yOf = (micros: Micros) => box.y + height * (1 - Number(micros - bottom) / Number(top - bottom))

  for (let line = bottom; line <= top; line += step) {
    const y = yOf(line)
    doc.moveTo(left, y).lineTo(left + width, y)
    doc.lineWidth(line === 0n ? 0.9 : 0.5).stroke(line === 0n ? MUTED : LINE)
    regular(doc, 7, MUTED).text(wholeRupees(line), box.x, y - 5, {
      width: AXIS_WIDTH - 7,
      align: 'right',
      lineBreak: false,
    })
  }
  const place = width / columns.length
  const thick = place * 0.66
  const peak = most > 0n ? columns.findIndex(({ micros }) => micros === most) : -1
  columns.forEach(({ label, micros }, index) => {
    const x = left + place * index
    const [from, to] = micros < 0n ? [yOf(0n), yOf(micros)] : [yOf(micros), yOf(0n)]
    if (micros !== 0n) {
      const round = Math.min(1.6, (to - from) / 2)
      doc.roundedRect(x + (place - thick) / 2, from, thick, Math.max(to - from, 0.6), round)
      doc.fill(micros < 0n ? BELOW : index === peak ? PEAK : COLUMN)
    }
    const number = Number(label)
    if (number === 1 || number % 5 === 0) {
      const middle = x + place / 2
      regular(doc, 7, MUTED).text(label, middle - 12, box.y + height + 4, {
        width: 24,
        align: 'center',
        lineBreak: false,
      })
    }
  })
  if (peak < 0) return
  const text = rupees(most)
  strong(doc, 7.5, INK)
  const half = doc.widthOfString(text) / 2
  const middle = Math.min(Math.max(left + place * (peak + 0.5), left + half), left + width - half)
  doc.text(text, middle - half, yOf(most) - 12, { lineBreak: false })
}

export interface Slice {
  color: string
  micros: Micros
}

/** Clockwise from the top; without data a pale ring. */
export function drawRing(
  doc: Doc,
  x: number,
  y: number,
  radius: number,
  thick: number,
  slices: readonly Slice[],
): void {
  const shown = slices.filter(({ micros }) => micros > 0n)
  const all = shown.reduce((sum, { micros }) => sum + micros, 0n)
  if (shown.length < 2) {
    doc
      .circle(x, y, radius)
      .lineWidth(thick)
      .stroke(shown[0]?.color ?? NOTHING)
    return
  }
  const GAP = 0.03
  let angle = -Math.PI / 2
  for (const { color, micros } of shown) {
    const turn = (Number(micros) / Number(all)) * 2 * Math.PI
    const [from, to] = [angle + GAP / 2, angle + Math.max(turn - GAP / 2, GAP)]
    const point = (at: number) => `${(x + radius * Math.cos(at)).toFixed(3)} ${(y + radius * Math.sin(at)).toFixed(3)}`
    doc.path(`M ${point(from)} A ${radius} ${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${point(to)}`)
    doc.lineWidth(thick).stroke(color)
    angle += turn
  }
}

/** A bar that shows a share of the maximum, next to its amount. */
export function drawBar(doc: Doc, box: Box, share: number, color: string): void {
  doc.roundedRect(box.x, box.y, box.width, box.height, box.height / 2).fill('#edf1f3')
  const width = box.width * Math.min(Math.max(share, 0), 1)
  if (width > 0.5) doc.roundedRect(box.x, box.y, Math.max(width, box.height), box.height, box.height / 2).fill(color)
}

/** `up` or down. */
export function drawArrow(doc: Doc, x: number, y: number, size: number, isUp: boolean, color: string): void {
  const [base, tip] = isUp ? [y + size, y] : [y, y + size]
  doc.polygon([x, base], [x + size, base], [x + size / 2, tip]).fill(color)
}
