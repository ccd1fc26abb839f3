// The page layout: dimensions, colours, and formats of text and amounts.

import type PDFDocument from 'pdfkit'
import { grouped } from '#kit/india/amounts.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { stateNames } from '#kit/india/states.ts'
import { readAmount } from '../rules.ts'

export type Doc = InstanceType<typeof PDFDocument>

export const INK = '#16202a'
export const MUTED = '#5d6b78'
export const LINE = '#d5dbe1'
export const ACCENT = '#0b5d57'
export const SHADE = '#f2f6f6'
export const WARNING = '#8a4b08'
export const WARNING_SHADE = '#fdf3e3'

/** Points of A4, 595 by 842. */
export const LEFT = 48
export const RIGHT = 547
export const WIDTH = RIGHT - LEFT
export const GUTTER = 28
export const HALF = (WIDTH - GUTTER) / 2
export const INSET = 12
/** Top of the footer: the content ends here. */
export const FOOT_TOP = 778

export const regular = (doc: Doc, size: number, color: string): Doc =>
  doc.font('regular').fontSize(size).fillColor(color)
export const strong = (doc: Doc, size: number, color: string): Doc => doc.font('strong').fontSize(size).fillColor(color)

export function rule(doc: Doc, y: number, left = LEFT, right = RIGHT): void {
  doc.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(LINE)
}

export function label(doc: Doc, text: string, x: number, y: number, width: number): void {
  regular(doc, 7.5, MUTED).text(text, x, y, { width, lineBreak: false })
}

/** An amount of a document with lakh grouping: `1,18,000.00`. */
export function rupees(amount: string): string {
  return grouped(readAmount(amount)).replace('-', '−')
}

/** A quantity, with the same grouping. */
export function count(quantity: number): string {
  return grouped(BigInt(quantity) * 1_000_000n)
    .replace('-', '−')
    .replace('.00', '')
}

export function stateOf(code: string): string {
  return Object.hasOwn(stateNames, code) ? `${stateNames[code]} (${code})` : code
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

export function dateInWords(unixSeconds: number): string {
  const [year, month, day] = dateOf(unixSeconds)
  return `${day} ${MONTHS[month - 1]} ${year}`
}

/** The name of a whole month, otherwise the first and the last day; `to` is exclusive. */
export function periodInWords({ from, to }: { from: number; to: number }): string {
  const [year, month, day] = dateOf(from)
  const [nextYear, nextMonth, nextDay] = dateOf(to)
  const isWholeMonth = day === 1 && nextDay === 1 && nextYear * 12 + nextMonth === year * 12 + month + 1
  return isWholeMonth ? `${MONTHS[month - 1]} ${year}` : `${dateInWords(from)} to ${dateInWords(to - 1)}`
}

function dateOf(unixSeconds: number): [year: number, month: number, day: number] {
  return indianDate(new Date(unixSeconds * 1000))
    .split('-')
    .map(Number) as [number, number, number]
}
