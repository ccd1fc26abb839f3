import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { renderInvoice } from './pdf.ts'
import type { Invoice, Party } from './schema.ts'

const party = (name: string, more: Partial<Party> = {}): Party => ({
  name,
  gstin: null,
  address_lines: [],
  state_code: null,
  state: null,
  email: null,
  ...more,
})

const invoice: Invoice = {
  id: 'inv_01jd3v9k7he2n8q4x5c6t7w8yz',
  number: 'INV/26-27/000042',
  kind: 'recharge',
  issued_at: 1_774_981_800, // 1 April 2026, midnight in India
  supplier: party('Samvad Messaging', {
    gstin: '29AAGCB7383J1Z4',
    address_lines: ['Residency Road'],
    state_code: '29',
    email: 'bills@samvad.example',
  }),
  customer: party('Asha Textiles', { gstin: '29AAGCB7383J1Z4', address_lines: ['Chickpet'], state_code: '29' }),
  place_of_supply: '29',
  reverse_charge: false,
  lines: [
    {
      description: 'Prepaid messaging credits',
      sac: '998413',
      quantity: 1,
      unit_price: '100000.00',
      amount: '100000.00',
    },
  ],
  taxable_amount: '100000.00',
  taxes: [
    { name: 'CGST', rate: '9', amount: '9000.00' },
    { name: 'SGST', rate: '9', amount: '9000.00' },
  ],
  total: '118000.00',
  amount_in_words: 'Rupees One Lakh Eighteen Thousand Only',
  currency: 'INR',
  payment_method: 'upi',
  payment_reference: 'pay_1',
  status: 'paid',
}

/** The text of a file of ours: each font's glyphs through its own table back to characters. */
function textOf(pdf: Buffer): string {
  const objects = new Map<string, string>()
  for (const [, id, content] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    objects.set(id as string, content as string)
  }
  const object = (id: string | undefined) => objects.get(id as string) as string
  const page = [...objects.values()].find((content) => content.includes('/Type /Page\n')) as string
  const resources = object(/\/Resources (\d+)/.exec(page)?.[1])
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
      name as string,
      glyphsOf(inflated(object(/\/ToUnicode (\d+)/.exec(object(id))?.[1]))),
    ]),
  )
  let font = new Map<string, string>()
  let text = ''
  const content = inflated(object(/\/Contents (\d+)/.exec(page)?.[1]))
  for (const [token, name] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<[0-9a-f]*>|\bET\b/g)) {
    if (name) font = fonts.get(name) as Map<string, string>
    else if (token === 'ET') text += '\n'
    else for (const [glyph] of token.slice(1, -1).matchAll(/.{4}/g)) text += font.get(glyph) ?? '?'
  }
  return text
}

function inflated(object: string): string {
  return inflateSync(Buffer.from(object.slice(object.indexOf('stream\n') + 7), 'latin1'), { finishFlush: 2 }).toString(
    'latin1',
  )
}

function glyphsOf(table: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, from, list] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    const characters = [...(list as string).matchAll(/<([^>]*)>/g)].map(([, hex]) =>
      Buffer.from((hex as string).replaceAll(' ', ''), 'hex')
        .swap16()
        .toString('utf16le'),
    )
    characters.forEach((character, index) => {
      glyphs.set((Number.parseInt(from as string, 16) + index).toString(16).padStart(4, '0'), character)
    })
  }
  return glyphs
}

test('decisions §5: the PDF is one page that says number, parties, taxes, total and the amount in words', async () => {
  const pdf = await renderInvoice(invoice)
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  assert.equal(pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length, 1)
  const text = textOf(pdf)
  for (const said of [
    'Tax Invoice',
    'INV/26-27/000042',
    '1 April 2026',
    'Karnataka (29)',
    'Samvad Messaging',
    'Asha Textiles',
    'GSTIN: 29AAGCB7383J1Z4',
    '998413',
    '1,00,000.00',
    'CGST @ 9 %',
    'SGST @ 9 %',
    '₹1,18,000.00',
    'Rupees One Lakh Eighteen Thousand Only',
    'PAID',
    'Paid in full by UPI · reference pay_1',
  ]) {
    assert.ok(text.includes(said), `${said} is missing in:\n${text}`)
  }
})

test('decisions §5: the same invoice always gives the same bytes, whenever and next to whatever it is rendered', async () => {
  const first = await renderInvoice(invoice)
  const [second, other] = await Promise.all([
    renderInvoice(invoice),
    renderInvoice({ ...invoice, customer: party('आशा टेक्सटाइल्स') }),
  ])
  assert.ok(first.equals(second))
  assert.ok(!first.equals(other))
})

test('the longest names and addresses that a profile takes still give one page', async () => {
  const longest = party('W'.repeat(150), {
    gstin: '29AAGCB7383J1Z4',
    address_lines: Array(5).fill('संस्कृति विद्यालय मार्ग '.repeat(4)),
    state_code: '26',
    email: `${'w'.repeat(240)}@a.example`,
  })
  const pdf = await renderInvoice({ ...invoice, place_of_supply: '26', supplier: longest, customer: longest })
  assert.equal(pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length, 1)
  const text = textOf(pdf)
  assert.ok(text.includes('GSTIN: 29AAGCB7383J1Z4'))
  assert.ok(text.includes('₹1,18,000.00'))
})

test('quality.md Performance: an invoice takes under 80 ms once warm', async () => {
  await renderInvoice(invoice)
  await renderInvoice(invoice)
  const times: number[] = []
  for (let run = 0; run < 7; run++) {
    const start = performance.now()
    await renderInvoice(invoice)
    times.push(performance.now() - start)
  }
  const median = times.sort((left, right) => left - right)[3] as number
  assert.ok(median < 80, `${median} ms`)
})
