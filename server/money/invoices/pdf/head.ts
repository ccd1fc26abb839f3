// The head of a document: title, number, date, supplier and customer.

import type { Invoice, Party } from '../schema.ts'
import {
  ACCENT,
  type Doc,
  dateInWords,
  GUTTER,
  HALF,
  INK,
  INSET,
  LEFT,
  label,
  MUTED,
  periodInWords,
  RIGHT,
  regular,
  SHADE,
  stateOf,
  strong,
  WARNING,
  WARNING_SHADE,
  WIDTH,
} from './sheet.ts'

const nouns: Record<Invoice['kind'], string> = {
  recharge: 'Invoice',
  subscription: 'Invoice',
  usage: 'Usage statement',
  credit_note: 'Credit note',
}

/** "Tax invoice" only for a tax invoice, because the term has a legal meaning. */
export function titleOf({ kind, sandbox }: Invoice): string {
  if (sandbox) return `Sandbox ${nouns[kind].toLowerCase()}`
  return nouns[kind] === 'Invoice' ? 'Tax invoice' : nouns[kind]
}

export function drawHead(doc: Doc, invoice: Invoice): number {
  strong(doc, 22, INK).text(titleOf(invoice), LEFT, 42, { lineBreak: false })
  const copy = invoice.sandbox || invoice.kind === 'usage' ? 'For your records' : 'Original for recipient'
  regular(doc, 8.5, MUTED).text(copy, LEFT, 74, { lineBreak: false })
  const name = { width: HALF, align: 'right', height: 34, ellipsis: true } as const
  strong(doc, 12, INK).text(invoice.supplier.name, LEFT + HALF + GUTTER, 47, name)
  badge(doc, invoice.status.replace('_', ' ').toUpperCase(), 84)
  let y = 112
  if (invoice.sandbox) {
    doc.rect(LEFT, y, WIDTH, 24).fill(WARNING_SHADE)
    const warning = 'Test money from the sandbox payment gateway. This is not a tax document.'
    strong(doc, 9, WARNING).text(warning, LEFT + INSET, y + 6, { width: WIDTH - 2 * INSET, lineBreak: false })
    y += 32
  }
  return drawFacts(doc, factsOf(invoice), y)
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

export interface Fact {
  label: string
  value: string
}

/** Up to four per row. */
function factsOf(invoice: Invoice): Fact[][] {
  const { kind, original_invoice: original, period, reason } = invoice
  const name = { recharge: 'Invoice', subscription: 'Invoice', usage: 'Statement', credit_note: 'Credit note' }[kind]
  const number = { label: `${name} number`, value: invoice.number }
  const date = { label: `${name} date`, value: dateInWords(invoice.issued_at) }
  const place = { label: 'Place of supply', value: stateOf(invoice.place_of_supply) }
  const charge = { label: 'Reverse charge', value: invoice.reverse_charge ? 'Yes' : 'No' }
  const span = period ? [{ label: 'Period', value: periodInWords(period) }] : []
  // The kind with the most lines gets one row; it is not a tax document, so it shows no reverse charge.
  if (kind === 'usage') return [[number, date, place, ...span]]
  const more = original
    ? [
        { label: 'Original invoice', value: original.number },
        { label: 'Original invoice date', value: dateInWords(original.issued_at) },
      ]
    : span
  if (reason) more.push({ label: 'Reason', value: sentence(reason) })
  return [[number, date, place, charge], more].filter((row) => row.length > 0)
}

const sentence = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')

const FACT_WIDTHS = [122, 118, 150, 85]

export function drawFacts(doc: Doc, rows: Fact[][], top: number): number {
  strong(doc, 9.5, INK)
  const heights = rows.map((row) =>
    Math.max(
      ...row.map(({ value }, index) => doc.heightOfString(value, { width: (FACT_WIDTHS[index] as number) - 8 })),
    ),
  )
  const height = heights.reduce((sum, one) => sum + one + 21, 10)
  doc.rect(LEFT, top, WIDTH, height).fill(SHADE)
  let y = top + 9
  rows.forEach((row, place) => {
    let x = LEFT + INSET
    row.forEach(({ label: name, value }, index) => {
      const width = FACT_WIDTHS[index] as number
      label(doc, name, x, y, width)
      strong(doc, 9.5, INK).text(value, x, y + 12, { width: width - 8 })
      x += width
    })
    y += (heights[place] as number) + 21
  })
  return top + height
}

/** `heading`: the label of the customer. */
export function drawParties(
  doc: Doc,
  { supplier, customer }: Pick<Invoice, 'supplier' | 'customer'>,
  y: number,
  heightMax: number,
  heading = 'Billed to',
): number {
  return Math.max(
    drawParty(doc, 'Supplier', supplier, LEFT, y, heightMax),
    drawParty(doc, heading, customer, LEFT + HALF + GUTTER, y, heightMax),
  )
}

/** A longer address is cut: the rest of the page needs its height, and the legally required parts come first. */
function drawParty(doc: Doc, heading: string, party: Party, x: number, top: number, heightMax: number): number {
  const options = { width: HALF, lineGap: 1 }
  regular(doc, 7.5, ACCENT).text(heading.toUpperCase(), x, top, { ...options, characterSpacing: 0.6 })
  let y = top + 14
  const write = (text: string, draw: (doc: Doc) => Doc) => {
    draw(doc)
    const height = doc.heightOfString(text, options)
    if (y + height > top + heightMax) return
    doc.text(text, x, y, options)
    y += height
  }
  write(party.name, (one) => strong(one, 10.5, INK))
  y += 2
  write(`GSTIN: ${party.gstin ?? 'not provided'}`, (one) => regular(one, 9, INK))
  if (party.state_code) write(`State: ${stateOf(party.state_code)}`, (one) => regular(one, 9, INK))
  for (const line of party.address_lines) write(line, (one) => regular(one, 9, INK))
  if (party.email) write(party.email, (one) => regular(one, 9, MUTED))
  return y
}

/** Drawn on every further page. */
export function drawContinuedHead(doc: Doc, invoice: Invoice): number {
  strong(doc, 11, INK).text(`${titleOf(invoice)} ${invoice.number}`, LEFT, 34, { lineBreak: false })
  regular(doc, 8.5, MUTED).text(`${dateInWords(invoice.issued_at)} · continued`, LEFT, 51, { lineBreak: false })
  const name = { width: HALF, align: 'right', height: 16, ellipsis: true } as const
  strong(doc, 9, INK).text(invoice.supplier.name, LEFT + HALF + GUTTER, 35, name)
  return 66
}
