// Draws a statement of account as a PDF in the style of the invoices: first a summary of movements and message costs,
// then every movement with the balance after it, then the tax documents.

import { setImmediate as breathe } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { grouped, inWords } from '#kit/india/amounts.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { MICROS_PER_PAISA, type Micros } from '#kit/money.ts'
import { type Fonts, openedFonts } from '#money/invoices/pdf/fonts.ts'
import { drawFacts, drawParties } from '#money/invoices/pdf/head.ts'
import * as sheet from '#money/invoices/pdf/sheet.ts'
import type { Party } from '#money/invoices/schema.ts'
import { type Account, type Movement, sumOf } from './account.ts'
import { type Column, drawTable, type Row, type Table } from './table.ts'

export interface Statement {
  account: Account
  customer: Party
  supplier: Party
  from: Date
  to: Date
  /** Includes everything booked until then. */
  bookedUntil: Date
}

const { ACCENT, FOOT_TOP, GUTTER, HALF, INK, LEFT, MUTED, RIGHT, WIDTH, regular, rule, strong } = sheet
const PARTIES_HEIGHT_MAX = 200
const GAP = 20

export async function* drawStatement(statement: Statement): AsyncGenerator<Buffer> {
  const fonts = await openedFonts()
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en-IN',
    displayTitle: true,
    // The footer contains the number of pages, which is known only at the end.
    bufferPages: true,
    autoFirstPage: false,
    info: {
      Title: `Account statement ${periodOf(statement)}`,
      Author: statement.supplier.name,
      CreationDate: statement.bookedUntil,
      ModDate: statement.bookedUntil,
    },
  })
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('strong', fonts.strong)
  const drawing = draw(doc, statement, fonts).then(
    () => doc.end(),
    (error: Error) => doc.destroy(error),
  )
  for await (const chunk of doc) yield chunk as Buffer
  await drawing
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
const periodOf = ({ from, to }: Statement) => sheet.periodInWords({ from: seconds(from), to: seconds(to) })
const money = (micros: Micros) => grouped(micros).replace('-', '−')
/** An amount in the debit or credit column; empty for zero. */
const oneSide = (micros: Micros) => (micros === 0n ? '' : money(micros < 0n ? -micros : micros))
const many = (count: bigint) => sheet.count(Number(count))

async function draw(doc: sheet.Doc, statement: Statement, fonts: Fonts): Promise<void> {
  const { account } = statement
  const turnPage = () => {
    addPage(doc)
    return drawContinuedHead(doc, statement) + 14
  }
  const place = async (table: Table, top: number, roomBelow = 0) =>
    drawTable(doc, table, top, { turnPage, bottom: FOOT_TOP, roomBelow, breathe })

  addPage(doc)
  let y = drawHead(doc, statement)
  y = drawParties(doc, statement, y + 18, PARTIES_HEIGHT_MAX, 'Account of') + GAP
  y = await drawSums(doc, account, y)
  y = drawClosing(doc, account, y + 14)
  y = await place(movementTable(account, fonts), y + GAP)
  if (account.taxes.length > 0) await place(taxTable(account), y + GAP)
  drawFeet(doc, statement)
}

function addPage(doc: sheet.Doc): void {
  doc.addPage()
  doc.rect(0, 0, doc.page.width, 6).fill(ACCENT)
}

function drawHead(doc: sheet.Doc, statement: Statement): number {
  const { account, supplier, bookedUntil } = statement
  strong(doc, 22, INK).text('Account statement', LEFT, 42, { lineBreak: false })
  regular(doc, 8.5, MUTED).text('Prepaid messaging wallet. All amounts in Indian rupees.', LEFT, 74, {
    lineBreak: false,
  })
  const name = { width: HALF, align: 'right', height: 34, ellipsis: true } as const
  strong(doc, 12, INK).text(supplier.name, LEFT + HALF + GUTTER, 47, name)
  let y = 112
  if (account.isSandbox) {
    doc.rect(LEFT, y, WIDTH, 24).fill(sheet.WARNING_SHADE)
    const warning = 'Includes test money from the sandbox payment gateway. This is not a record of real payments.'
    const inside = { width: WIDTH - 2 * sheet.INSET, lineBreak: false }
    strong(doc, 9, sheet.WARNING).text(warning, LEFT + sheet.INSET, y + 6, inside)
    y += 32
  }
  return drawFacts(
    doc,
    [
      [
        { label: 'Period', value: periodOf(statement) },
        { label: 'Opening balance', value: `₹${money(account.opening)}` },
        { label: 'Closing balance', value: `₹${money(account.closing)}` },
        { label: 'Includes bookings until', value: dayInWords(indianDate(bookedUntil)) },
      ],
    ],
    y,
  )
}

function drawContinuedHead(doc: sheet.Doc, statement: Statement): number {
  strong(doc, 11, INK).text('Account statement', LEFT, 34, { lineBreak: false })
  regular(doc, 8.5, MUTED).text(`${periodOf(statement)} · continued`, LEFT, 51, { lineBreak: false })
  const name = { width: HALF, align: 'right', height: 16, ellipsis: true } as const
  strong(doc, 9, INK).text(statement.customer.name, LEFT + HALF + GUTTER, 35, name)
  return 66
}

const text = (title: string, width: number, least = width): Column => ({ title, width, least, align: 'left' })
const amount = (title: string, width: number): Column => ({ title, width, align: 'right' })

/** Side by side, each with its own height; neither ever fills a page. */
async function drawSums(doc: sheet.Doc, account: Account, top: number): Promise<number> {
  const summary: Table = {
    title: 'Balance summary',
    left: LEFT,
    columns: [text('', 116, 96), amount('Number', 46), amount('Amount (₹)', HALF - 162)],
    rows: [
      { cells: ['Opening balance', '', money(account.opening)], isStrong: true },
      ...account.totals.map(({ name, count, amount }) => ({
        cells: [name, count === 0n ? '' : many(count), money(amount)],
      })),
      { cells: ['Closing balance', '', money(account.closing)], isStrong: true },
    ],
  }
  const usage: Table = {
    title: 'Message costs',
    left: LEFT + HALF + GUTTER,
    columns: [text('', 88, 72), amount('Price (₹)', 46), amount('Messages', 46), amount('Amount (₹)', HALF - 180)],
    rows: [
      ...account.usage.map(({ name, price, messages, amount }) => ({
        cells: [name, price === null ? 'Various' : money(price), many(messages), money(amount)],
      })),
      {
        cells: [
          'Charged',
          '',
          many(sumOf(account.usage, (line) => line.messages)),
          money(sumOf(account.usage, (line) => line.amount)),
        ],
        isStrong: true,
      },
    ],
  }
  const fixed = {
    turnPage: () => {
      throw new Error('the sums of a statement are longer than its first page')
    },
    bottom: Number.POSITIVE_INFINITY,
    roomBelow: 0,
    breathe,
  }
  return Math.max(await drawTable(doc, summary, top, fixed), await drawTable(doc, usage, top, fixed))
}

function drawClosing(doc: sheet.Doc, { closing }: Account, top: number): number {
  sheet.label(doc, 'Closing balance in words', LEFT, top, WIDTH)
  const paise = (closing / MICROS_PER_PAISA) * MICROS_PER_PAISA
  const rest = closing === paise ? '' : ' and a fraction of a paisa'
  strong(doc, 9, INK).text(`${inWords(paise)}${rest}`, LEFT, top + 12, { width: WIDTH, lineBreak: false })
  return top + 26
}

function movementTable(account: Account, fonts: Fonts): Table {
  const rowOf = ({ day, text: what, reference, amount: moved, balance }: Movement): Row => {
    const [debit, credit] = moved < 0n ? [oneSide(moved), ''] : ['', oneSide(moved)]
    return {
      cells: [dayInWords(day), drawn(what, fonts), reference, debit, credit, balance === null ? '' : money(balance)],
    }
  }
  return {
    title: 'Transactions',
    left: LEFT,
    columns: [
      text('Date', 62),
      text('Description', 158, 110),
      text('Reference', 87),
      amount('Debit (₹)', 58),
      amount('Credit (₹)', 64),
      amount('Balance (₹)', 70),
    ],
    rows: [
      { cells: ['', 'Opening balance', '', '', '', money(account.opening)], isStrong: true },
      ...account.movements.map(rowOf),
      ...(account.movements.length === 0 ? [{ cells: ['', 'No transactions in this period.', '', '', '', ''] }] : []),
      {
        cells: ['', 'Closing balance', '', ...sidesOf(account), money(account.closing)],
        isStrong: true,
      },
    ],
  }
}

function sidesOf({ movements }: Account): [string, string] {
  const side = (isDebit: boolean) =>
    sumOf(
      movements.filter(({ amount: moved }) => moved < 0n === isDebit),
      (one) => one.amount,
    )
  return [oneSide(side(true)), oneSide(side(false))]
}

function taxTable({ taxes }: Account): Table {
  const sums = (['taxable', 'central', 'state', 'integrated', 'total'] as const).map((name) =>
    money(sumOf(taxes, (line) => line[name])),
  )
  return {
    title: 'GST on recharges and credit notes',
    left: LEFT,
    columns: [
      text('Date', 60),
      text('Document', 91, 88),
      text('', 76, 62),
      amount('Taxable (₹)', 62),
      amount('CGST (₹)', 48),
      amount('SGST (₹)', 48),
      amount('IGST (₹)', 48),
      amount('Total (₹)', 66),
    ],
    rows: [
      ...taxes.map(({ day, number, text: what, taxable, central, state, integrated, total }) => ({
        cells: [dayInWords(day), number, what, ...[taxable, central, state, integrated, total].map(money)],
      })),
      { cells: ['', 'Total', '', ...sums], isStrong: true },
    ],
  }
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `5 Oct 2026` of `2026-10-05`. */
function dayInWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return `${date} ${MONTHS[month - 1]} ${year}`
}

/** An operator's text may have characters that the fonts lack: each is drawn as a question mark. */
function drawn(words: string, { regular: font }: Fonts): string {
  return [...words].map((one) => (font.hasGlyphForCodePoint(one.codePointAt(0) as number) ? one : '?')).join('')
}

function drawFeet(doc: sheet.Doc, { supplier, customer }: Statement): void {
  const { start, count } = doc.bufferedPageRange()
  const note =
    'This statement is not a tax invoice. Claim input tax credit on the invoices of your recharges.\nIssued electronically. No signature is needed.'
  const questions = supplier.email ? `Questions: ${supplier.email}` : ''
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page)
    rule(doc, FOOT_TOP + 8)
    const place = { width: WIDTH - 130, height: 22, ellipsis: true, lineGap: 0.5 } as const
    regular(doc, 7.5, MUTED).text(note, LEFT, FOOT_TOP + 15, place)
    doc.text(questions, LEFT, FOOT_TOP + 39, { ...place, height: 12 })
    const right = { width: 130, align: 'right', height: 11, ellipsis: true } as const
    doc.text(`Page ${page + 1} of ${count}`, RIGHT - 130, FOOT_TOP + 15, right)
    doc.text(customer.name, RIGHT - 130, FOOT_TOP + 26, right)
  }
}
