// Renders a document as a PDF: one A4 page, or more for a usage statement with many lines. The bytes depend on the
// document and its status only: the same input always produces the same file.

import PDFDocument from 'pdfkit'
import type { Invoice } from '../schema.ts'
import { openedFonts } from './fonts.ts'
import { drawContinuedHead, drawHead, drawParties, titleOf } from './head.ts'
import { drawLines } from './lines.ts'
import { ACCENT, type Doc, FOOT_TOP, LEFT, MUTED, RIGHT, regular, rule, strong, WIDTH } from './sheet.ts'
import { drawSums } from './sums.ts'

/** Maximum height of long names and addresses, so that one line and the totals still fit on the page. */
const PARTIES_HEIGHT_MAX = 340
/** Some forty lines fit on a page; a longer document is a defect. */
const PAGES_MAX = 500

export async function renderInvoice(invoice: Invoice): Promise<Buffer> {
  const fonts = await openedFonts()
  const at = new Date(invoice.issued_at * 1000)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en-IN',
    displayTitle: true,
    // The footer contains the number of pages, which is known only at the end.
    bufferPages: true,
    autoFirstPage: false,
    info: {
      Title: `${titleOf(invoice)} ${invoice.number}`,
      Author: invoice.supplier.name,
      CreationDate: at,
      ModDate: at,
    },
  })
  const done = contentOf(doc)
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('strong', fonts.strong)

  const turnPage = () => {
    if (doc.bufferedPageRange().count >= PAGES_MAX)
      throw new Error(`${invoice.number} has more than ${PAGES_MAX} pages`)
    addPage(doc, invoice)
    return drawContinuedHead(doc, invoice) + 14
  }
  addPage(doc, invoice)
  let y = drawHead(doc, invoice)
  y = drawParties(doc, invoice, y + 18, PARTIES_HEIGHT_MAX)
  const below = 12 + heightOfSums(invoice, fonts)
  y = drawLines(doc, invoice, y + 18, below, turnPage)
  if (y + below > FOOT_TOP) y = turnPage()
  drawSums(doc, invoice, y + 12)
  drawFeet(doc, invoice)
  doc.end()
  return done
}

/** Measured on an invisible page, because the line breaks are known only after layout. */
function heightOfSums(invoice: Invoice, fonts: Awaited<ReturnType<typeof openedFonts>>): number {
  const doc = new PDFDocument({ size: [595, 20_000], margin: 0 })
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('strong', fonts.strong)
  return drawSums(doc, invoice, 0)
}

function addPage(doc: Doc, { sandbox }: Invoice): void {
  doc.addPage()
  if (sandbox) drawWatermark(doc)
  doc.rect(0, 0, doc.page.width, 6).fill(ACCENT)
}

function drawWatermark(doc: Doc): void {
  const { width, height } = doc.page
  const text = 'SANDBOX'
  doc.save().rotate(-38, { origin: [width / 2, height / 2] })
  strong(doc, 112, ACCENT).fillOpacity(0.055)
  doc.text(text, 0, height / 2 - 78, { width, align: 'center', lineBreak: false, characterSpacing: 6 })
  doc.restore().fillOpacity(1)
}

function drawFeet(doc: Doc, { supplier, number, kind }: Invoice): void {
  const { start, count } = doc.bufferedPageRange()
  const noun = kind === 'credit_note' ? 'credit note' : kind === 'usage' ? 'statement' : 'invoice'
  // CGST Rules, Rule 46, proviso: no signature on an electronic invoice.
  const signature = `Issued electronically under the Information Technology Act, 2000. This ${noun} needs no signature.\nFor ${supplier.name}`
  const questions = supplier.email ? `Questions: ${supplier.email}` : ''
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page)
    rule(doc, FOOT_TOP + 8)
    const place = { width: WIDTH - 130, height: 22, ellipsis: true, lineGap: 0.5 } as const
    regular(doc, 7.5, MUTED).text(signature, LEFT, FOOT_TOP + 15, place)
    doc.text(questions, LEFT, FOOT_TOP + 39, { ...place, height: 12 })
    doc.text(`${number} · Page ${page + 1} of ${count}`, RIGHT - 130, FOOT_TOP + 15, { width: 130, align: 'right' })
  }
}

function contentOf(doc: Doc): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}
