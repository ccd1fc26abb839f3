// Renders a summary as a one-page PDF. The bytes depend on the summary only.

import PDFDocument from 'pdfkit'
import { type Fonts, openedFonts } from '#money/invoices/pdf/fonts.ts'
import {
  ACCENT,
  type Doc,
  dateInWords,
  FOOT_TOP,
  LEFT,
  MUTED,
  RIGHT,
  regular,
  rule,
  WIDTH,
} from '#money/invoices/pdf/sheet.ts'
import type { Summary } from '../schema.ts'
import { drawBreakdown } from './breakdown.ts'
import { drawDays } from './days.ts'
import { drawFigures, drawTitle } from './figures.ts'
import { drawTips } from './tips.ts'
import { monthInWords } from './words.ts'

export async function renderSummary(summary: Summary): Promise<Buffer> {
  const fonts = await openedFonts()
  const at = new Date(summary.created_at * 1000)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: `Summary for ${monthInWords(summary.month)}`, Author: 'Samvad', CreationDate: at, ModDate: at },
  })
  const done = contentOf(doc)
  draw(doc, summary, fonts)
  doc.end()
  return done
}

function draw(doc: Doc, summary: Summary, fonts: Fonts): void {
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('strong', fonts.strong)
  doc.rect(0, 0, doc.page.width, 6).fill(ACCENT)
  let y = drawTitle(doc, summary, fonts)
  y = drawFigures(doc, summary, y + 14)
  y = drawDays(doc, summary, y + 18)
  y = drawBreakdown(doc, summary, y + 16)
  drawTips(doc, summary, fonts, y + 12)
  rule(doc, FOOT_TOP + 8)
  regular(doc, 7.5, MUTED).text(
    `Created on ${dateInWords(summary.created_at)}. Spending is the charges booked in the month minus reversals, in Indian rupees, without GST.`,
    LEFT,
    FOOT_TOP + 15,
    { width: WIDTH - 60, lineGap: 0.5 },
  )
  doc.text('Samvad', RIGHT - 60, FOOT_TOP + 15, { width: 60, align: 'right', lineBreak: false })
}

function contentOf(doc: Doc): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}
