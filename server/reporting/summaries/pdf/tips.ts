// How to spend less: as many tips as the page has room for, those that save the most first.

import type { Fonts } from '#money/invoices/pdf/fonts.ts'
import { type Doc, FOOT_TOP, INK, LEFT, MUTED, regular, SHADE, strong, WIDTH } from '#money/invoices/pdf/sheet.ts'
import type { Summary } from '../schema.ts'
import { drawHeading } from './figures.ts'
import { drawable, microsOf, rupees, tipTitles } from './words.ts'

const AMOUNT_WIDTH = 84
const GAP = 5

export function drawTips(doc: Doc, { tips }: Summary, fonts: Fonts, top: number): void {
  let y = drawHeading(doc, 'Ways to spend less', LEFT, top)
  if (tips.length === 0) {
    regular(doc, 8.5, MUTED).text('No savings were found for this month.', LEFT, y, { width: WIDTH })
    return
  }
  const width = WIDTH - AMOUNT_WIDTH - 22
  for (const { code, amount, text } of tips) {
    const said = drawable(text, fonts)
    const lines = regular(doc, 8, MUTED).heightOfString(said, { width, lineGap: 0.5 })
    const height = lines + 20
    if (y + height > FOOT_TOP) return
    doc.roundedRect(LEFT, y, WIDTH, height, 4).fill(SHADE)
    strong(doc, 11, '#1d7a4f')
    const saved = rupees(microsOf(amount))
    const size = Math.min(11, (11 * (AMOUNT_WIDTH - 16)) / doc.widthOfString(saved))
    doc.fontSize(size).text(saved, LEFT + 10, y + height / 2 - size * 0.7, { lineBreak: false })
    const x = LEFT + AMOUNT_WIDTH + 10
    strong(doc, 8.5, INK).text(tipTitles[code], x, y + 4, { lineBreak: false })
    regular(doc, 8, MUTED).text(said, x, y + 15.5, { width, lineGap: 0.5 })
    y += height + GAP
  }
}
