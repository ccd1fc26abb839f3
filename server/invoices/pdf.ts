// An invoice as one page of A4. What it says comes from the stored document alone, and so do its bytes: the same invoice
// always gives the same file. Noto Sans has Latin, the rupee sign and Devanagari; what is used of it is embedded.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { parseMicros } from '#kit/money.ts'
import { indianDate } from '#kit/calendar.ts'
import type { Invoice, Party } from './schema.ts'
import { stateNames } from './states.ts'
import { grouped } from './words.ts'

const INK = '#16202a'
const MUTED = '#5d6b78'
const LINE = '#d5dbe1'
const ACCENT = '#0b5d57'
const SHADE = '#f2f6f6'

const LEFT = 48
const RIGHT = 547
const WIDTH = RIGHT - LEFT
const GUTTER = 28
const HALF = (WIDTH - GUTTER) / 2
/** The rest of the page needs the rest of its height. A longer address is cut; what the law asks for comes before it. */
const PARTY_HEIGHT_MAX = 330
const BOTTOM = 794

type Doc = InstanceType<typeof PDFDocument>
type Fonts = Readonly<Record<'regular' | 'strong', Buffer>>

export async function renderInvoice(invoice: Invoice): Promise<Buffer> {
  const { regular, strong } = await openedFonts()
  const at = new Date(invoice.issued_at * 1000)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: `Tax invoice ${invoice.number}`, Author: invoice.supplier.name, CreationDate: at, ModDate: at },
  })
  const done = contentOf(doc)
  doc.registerFont('regular', regular)
  doc.registerFont('strong', strong)

  let y = drawHead(doc, invoice)
  y = drawParties(doc, invoice, y + 22)
  y = drawLines(doc, invoice, y + 24)
  y = drawTotals(doc, invoice, y + 14)
  drawPayment(doc, invoice, y + 26)
  drawFoot(doc, invoice)
  doc.end()
  return done
}

function drawHead(doc: Doc, invoice: Invoice): number {
  doc.rect(0, 0, doc.page.width, 6).fill(ACCENT)
  strong(doc, 22, INK).text('Tax Invoice', LEFT, 44)
  regular(doc, 8.5, MUTED).text('Original for recipient', LEFT, 76)
  const name = { width: HALF, align: 'right', height: 38, ellipsis: true } as const
  strong(doc, 12, INK).text(invoice.supplier.name, LEFT + HALF + GUTTER, 48, name)
  badge(doc, invoice.status.toUpperCase(), 88)

  const top = 116
  const facts = [
    { label: 'Invoice number', value: invoice.number, width: 122 },
    { label: 'Invoice date', value: dateInWords(invoice.issued_at), width: 118 },
    { label: 'Place of supply', value: stateOf(invoice.place_of_supply), width: 165 },
    { label: 'Reverse charge', value: invoice.reverse_charge ? 'Yes' : 'No', width: 70 },
  ]
  strong(doc, 9.5, INK)
  const height = 34 + Math.max(...facts.map(({ value, width }) => doc.heightOfString(value, { width: width - 8 })))
  doc.rect(LEFT, top, WIDTH, height).fill(SHADE)
  let x = LEFT + 12
  for (const { label, value, width } of facts) {
    regular(doc, 7.5, MUTED).text(label, x, top + 9, { width })
    strong(doc, 9.5, INK).text(value, x, top + 22, { width: width - 8 })
    x += width
  }
  return top + height
}

function badge(doc: Doc, text: string, y: number): void {
  strong(doc, 7.5, ACCENT)
  const width = doc.widthOfString(text, { characterSpacing: 0.8 }) + 18
  doc
    .roundedRect(RIGHT - width, y, width, 16, 8)
    .lineWidth(0.8)
    .stroke(ACCENT)
  doc.text(text, RIGHT - width + 9, y + 3.2, { characterSpacing: 0.8, lineBreak: false })
}

function drawParties(doc: Doc, { supplier, customer }: Invoice, y: number): number {
  return Math.max(
    drawParty(doc, 'Supplier', supplier, LEFT, y),
    drawParty(doc, 'Billed to', customer, LEFT + HALF + GUTTER, y),
  )
}

function drawParty(doc: Doc, label: string, party: Party, x: number, top: number): number {
  const options = { width: HALF, lineGap: 1 }
  const bottom = top + PARTY_HEIGHT_MAX
  regular(doc, 7.5, ACCENT).text(label.toUpperCase(), x, top, { ...options, characterSpacing: 0.6 })
  let y = top + 14
  const write = (text: string, draw: (doc: Doc) => Doc) => {
    draw(doc)
    const height = doc.heightOfString(text, options)
    if (y + height > bottom) return
    doc.text(text, x, y, options)
    y += height
  }
  write(party.name, (one) => strong(one, 10.5, INK))
  y += 2
  write(`GSTIN: ${party.gstin ?? 'not given'}`, (one) => regular(one, 9, INK))
  if (party.state_code) write(`State: ${stateOf(party.state_code)}`, (one) => regular(one, 9, INK))
  for (const line of party.address_lines) write(line, (one) => regular(one, 9, INK))
  if (party.email) write(party.email, (one) => regular(one, 9, MUTED))
  return y
}

interface Column {
  title: string
  x: number
  width: number
  align: 'left' | 'right'
}

const columns: readonly [Column, Column, Column, Column, Column] = [
  { title: 'Description', x: LEFT + 12, width: 211, align: 'left' },
  { title: 'SAC', x: LEFT + 231, width: 52, align: 'left' },
  { title: 'Qty', x: LEFT + 283, width: 34, align: 'right' },
  { title: 'Unit price (₹)', x: LEFT + 321, width: 80, align: 'right' },
  { title: 'Amount (₹)', x: LEFT + 405, width: 82, align: 'right' },
]

function drawLines(doc: Doc, { lines }: Invoice, top: number): number {
  doc.rect(LEFT, top, WIDTH, 22).fill(ACCENT)
  for (const { title, x, width, align } of columns) {
    strong(doc, 8, '#ffffff').text(title, x, top + 6, { width, align, lineBreak: false })
  }
  let y = top + 22
  for (const { description, sac, quantity, unit_price, amount } of lines) {
    const cells = [description, sac, String(quantity), rupees(unit_price), rupees(amount)]
    regular(doc, 9, INK)
    const height = doc.heightOfString(description, { width: columns[0].width, lineGap: 1 })
    columns.forEach(({ x, width, align }, index) => {
      doc.text(cells[index] as string, x, y + 8, { width, align, lineGap: 1 })
    })
    y += height + 16
    rule(doc, LEFT, y)
  }
  return y
}

function drawTotals(doc: Doc, invoice: Invoice, top: number): number {
  const x = LEFT + HALF + GUTTER
  let y = top
  const row = (label: string, value: string) => {
    regular(doc, 9, MUTED).text(label, x, y, { width: HALF / 2 })
    regular(doc, 9, INK).text(value, x + HALF / 2, y, { width: HALF / 2 - 12, align: 'right' })
    y += 17
  }
  row('Taxable amount', rupees(invoice.taxable_amount))
  for (const { name, rate, amount } of invoice.taxes) row(`${name} @ ${rate} %`, rupees(amount))

  y += 4
  doc.rect(x - 12, y, HALF + 12, 30).fill(SHADE)
  strong(doc, 10.5, INK).text('Total', x, y + 8, { width: 60 })
  strong(doc, 12.5, INK).text(`₹${rupees(invoice.total)}`, x + 60, y + 6.5, { width: HALF - 72, align: 'right' })

  regular(doc, 7.5, MUTED).text('Amount in words', LEFT, top, { width: HALF })
  strong(doc, 9, INK).text(invoice.amount_in_words, LEFT, top + 12, { width: HALF - 6, lineGap: 1.5 })
  return Math.max(y + 30, doc.y)
}

function drawPayment(doc: Doc, invoice: Invoice, y: number): void {
  rule(doc, LEFT, y - 12)
  const parts = [
    invoice.status === 'paid' ? 'Paid in full' : '',
    invoice.payment_method ? `by ${methodNames[invoice.payment_method] ?? invoice.payment_method}` : '',
    invoice.payment_reference ? `· reference ${invoice.payment_reference}` : '',
  ]
  regular(doc, 7.5, MUTED).text('Payment', LEFT, y)
  regular(doc, 9, INK).text(parts.filter(Boolean).join(' '), LEFT, y + 12, { width: WIDTH })
}

const methodNames: Readonly<Record<string, string>> = {
  credit_card: 'credit card',
  debit_card: 'debit card',
  net_banking: 'net banking',
  upi: 'UPI',
  wallet: 'wallet',
}

function drawFoot(doc: Doc, { supplier, number }: Invoice): void {
  rule(doc, LEFT, BOTTOM - 30)
  const questions = supplier.email ? `\nQuestions: ${supplier.email}` : ''
  // CGST Rules, Rule 46, proviso: no signature on an electronic invoice.
  const text = `This is an electronic invoice under the Information Technology Act, 2000; it needs no signature.${questions}`
  regular(doc, 7.5, MUTED).text(text, LEFT, BOTTOM - 20, { width: WIDTH - 110 })
  doc.text(`${number} · page 1 of 1`, RIGHT - 150, BOTTOM - 20, { width: 150, align: 'right' })
}

function rule(doc: Doc, x: number, y: number): void {
  doc.moveTo(x, y).lineTo(RIGHT, y).lineWidth(0.6).stroke(LINE)
}

const regular = (doc: Doc, size: number, color: string): Doc => doc.font('regular').fontSize(size).fillColor(color)
const strong = (doc: Doc, size: number, color: string): Doc => doc.font('strong').fontSize(size).fillColor(color)

function rupees(amount: string): string {
  const micros = parseMicros(amount)
  if (micros === null) throw new Error(`an invoice says the amount ${amount}`)
  return grouped(micros)
}

function stateOf(code: string): string {
  return code in stateNames ? `${stateNames[code]} (${code})` : code
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

function dateInWords(unixSeconds: number): string {
  const [year, month, day] = indianDate(new Date(unixSeconds * 1000))
    .split('-')
    .map(Number) as [number, number, number]
  return `${day} ${MONTHS[month - 1]} ${year}`
}

function contentOf(doc: Doc): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}

// --- Fonts ---------------------------------------------------------------------------------------------------------

let fonts: Promise<Fonts> | undefined

/** Read and taken apart once: pdfkit would do it again for every document, for some 100 ms. */
function openedFonts(): Promise<Fonts> {
  fonts ??= Promise.all([
    openFont('400Regular/NotoSans_400Regular.ttf'),
    openFont('600SemiBold/NotoSans_600SemiBold.ttf'),
  ]).then(([regular, strong]) => ({ regular, strong }))
  // A font that could not be read is tried again by the next invoice.
  fonts.catch(() => {
    fonts = undefined
  })
  return fonts
}

async function openFont(file: string): Promise<Buffer> {
  const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${file}`)
  const doc = new PDFDocument({ autoFirstPage: false })
  doc.font(await readFile(path))
  // The opened font is a font source as good as its bytes (pdfkit's PDFFontFactory); its types know only the bytes.
  return (doc as unknown as { _font: { font: Buffer } })._font.font
}
