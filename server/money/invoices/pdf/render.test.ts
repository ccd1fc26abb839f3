import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagesOf } from '../../../../test/pdf.ts'
import type { Invoice, Party } from '../schema.ts'
import { renderInvoice } from './render.ts'

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
  sandbox: false,
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
  amount_due: '0.00',
  amount_in_words: 'Rupees One Lakh Eighteen Thousand Only',
  currency: 'INR',
  payment_method: 'upi',
  payment_reference: 'pay_1',
  original_invoice: null,
  reason: null,
  period: null,
  notes: [],
  status: 'paid',
  amount_credited: '0.00',
}

/** A statement of October 2026 with this many lines. */
const usage = (lines: number): Invoice => ({
  ...invoice,
  number: 'USG/26-27/000007',
  kind: 'usage',
  payment_method: null,
  payment_reference: null,
  period: { from: 1_790_793_000, to: 1_793_471_400 },
  lines: Array.from({ length: lines }, (_, index) => ({
    description: `Email messages ${index + 1}`,
    sac: '998413',
    quantity: index === 0 ? -12 : 123_456,
    unit_price: '0.0725',
    amount: index === 0 ? '-0.87' : '8950.56',
  })),
  notes: ['GST was charged with the recharges.'],
})

const textOf = (pdf: Buffer) => pagesOf(pdf).join('\n')

function mustSay(text: string, said: string[]): void {
  for (const one of said) assert.ok(text.includes(one), `${one} is missing in:\n${text}`)
}

test('spec 12.9, 12.10: the PDF is one page that says number, parties, taxes, total and the amount in words', async () => {
  const pdf = await renderInvoice(invoice)
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  assert.equal(pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length, 1)
  const text = textOf(pdf)
  mustSay(text, [
    'Tax invoice',
    'INV/26-27/000042',
    '1 April 2026',
    'Karnataka (29)',
    'Samvad Messaging',
    'Asha Textiles',
    'GSTIN: 29AAGCB7383J1Z4',
    '998413',
    '1,00,000.00',
    'CGST @ 9%',
    'SGST @ 9%',
    '₹1,18,000.00',
    'Rupees One Lakh Eighteen Thousand Only',
    'PAID',
    'Paid in full by UPI · reference pay_1',
    'Reverse charge',
    'Tax summary',
    'needs no signature',
    'Page 1 of 1',
  ])
})

test('spec 12.11: a credit note names its invoice and the reason', async () => {
  const note: Invoice = {
    ...invoice,
    number: 'CRN/26-27/000003',
    kind: 'credit_note',
    status: 'issued',
    payment_method: null,
    payment_reference: null,
    original_invoice: { id: invoice.id, number: 'INV/25-26/000900', issued_at: 1_774_895_400 },
    reason: 'duplicate_charge',
  }
  const text = textOf(await renderInvoice(note))
  const original = ['INV/25-26/000900', '31 March 2026', 'Duplicate charge']
  mustSay(text, ['Credit note', 'CRN/26-27/000003', ...original, 'ISSUED', 'Total credited', '₹1,18,000.00'])
  assert.ok(!text.includes('Tax invoice') && !text.includes('Paid in full') && !text.includes('Amount due'))
})

test('spec 12.14: a document about test money says at once that it is no tax document', async () => {
  for (const kind of ['recharge', 'subscription', 'usage', 'credit_note'] as const) {
    const text = textOf(await renderInvoice({ ...usage(2), kind, sandbox: true, notes: ['Test money'] }))
    mustSay(text, ['SANDBOX', 'Test money from the sandbox payment gateway. This is not a tax document.'])
    assert.ok(!text.includes('Tax invoice'), kind)
  }
})

test('spec 12.2: a usage statement of twenty lines is one page, with its month, what was taken back, and nothing left to pay', async () => {
  const pages = pagesOf(await renderInvoice(usage(20)))
  assert.equal(pages.length, 1)
  const lines = ['−12', '−0.87', '1,23,456', '0.0725', '8,950.56', 'Email messages 20']
  const sums = ['CGST @ 9%, already charged', '₹0.00', 'GST was charged with the recharges.']
  mustSay(pages[0] as string, ['Usage statement', 'October 2026', 'Page 1 of 1', ...lines, ...sums])
})

test('spec 12.9: more lines go on over further pages, each with its heads and number; the sums never stand alone', async () => {
  for (const count of [30, 48, 49, 50, 70, 300]) {
    const pages = pagesOf(await renderInvoice(usage(count)))
    assert.ok(pages.length > 1)
    pages.forEach((page, index) => {
      mustSay(page, ['USG/26-27/000007', 'Samvad Messaging', 'Unit price (₹)', `Page ${index + 1} of ${pages.length}`])
    })
    for (let line = 1; line <= count; line++) {
      assert.equal(
        pages.filter((page) => page.includes(`Email messages ${line}\n`)).length,
        1,
        `line ${line} of ${count}`,
      )
    }
    mustSay(pages.at(-1) as string, [`Email messages ${count}\n`, '₹1,18,000.00', 'Amount in words'])
  }
})

test('spec 12.9: Devanagari is joined as it is written: conjuncts are one, and the short i stands before its consonant', async () => {
  const text = textOf(await renderInvoice({ ...invoice, customer: party('क्षत्रिय लिमिटेड') }))
  assert.ok(!text.includes('?'), 'every letter has a glyph')
  assert.match(text, /क्ष/)
  assert.match(text, /िल/, 'drawn before the ल that it follows in speech')
})

test('spec 12.9: the same invoice always gives the same bytes, whenever and next to whatever it is rendered', async () => {
  const first = await renderInvoice(invoice)
  const [second, other] = await Promise.all([
    renderInvoice(invoice),
    renderInvoice({ ...invoice, customer: party('आशा टेक्सटाइल्स') }),
  ])
  assert.ok(first.equals(second))
  assert.ok(!first.equals(other))
})

test('spec 12.9: the longest names and addresses that a profile takes still give one page', async () => {
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
