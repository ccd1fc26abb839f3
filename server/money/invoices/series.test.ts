// The series of all kinds: no gaps despite concurrency and failures, and a new start every financial year. Documents
// are issued by the action itself, as for a gateway with real money.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emit } from '#events/actions.ts'
import { newUuid } from '#kit/ids.ts'
import { type Company, publicId, startSamvad } from '../../../test/harness.ts'
import { issue } from './actions.ts'
import { type Draft, issueDocument } from './documents.ts'
import { taxesOn } from './rules.ts'
import { invoiceKinds } from './schema.ts'

// Subscription invoices without their payments, to test only the series.
const samvad = await startSamvad({}, { breaks: ['M1'] })
const { supplier } = samvad.app.settings
const companies: Company[] = [
  samvad.company,
  await samvad.newCompany('Bharat Seeds'),
  await samvad.newCompany('Chennai Optics'),
]
const PREMIUM = 499_000_000n

interface Numbered {
  number: string
  financial_year: number
  series: string
  series_number: bigint
  issued_at: Date
}
const numbered = () =>
  samvad.rows<Numbered>(
    `select number, financial_year, series, series_number, issued_at
      from invoices order by series, financial_year, series_number`,
  )

const party = {
  name: 'Asha Textiles',
  gstin: null,
  address_lines: [],
  state_code: '29',
  state: 'Karnataka',
  email: null,
}

/** A document with zero amounts, because no booking belongs to it. */
function draftOf(kind: Draft['kind'], isTestMode: boolean, original: { id: string; month: string }): Draft {
  const isCreditNote = kind === 'credit_note'
  return {
    kind,
    isTestMode,
    supplier: party,
    customer: party,
    placeOfSupply: '29',
    lines: [{ description: 'Nothing', sac: '998413', quantity: 1, unitPrice: 0n }],
    taxes: [],
    paymentMethod: null,
    paymentReference: null,
    original_invoice: null,
    reason: null,
    period: null,
    notes: [],
    rechargeId: null,
    transactionId: null,
    originalId: isCreditNote ? original.id : null,
    usageMonth: kind === 'usage' ? original.month : null,
  }
}

/** Documents to credit, in the first company. */
const originals = await Promise.all(companies.map((company) => subscribe(company, samvad.app.clock())))

function subscribe({ organizationId }: Company, at: Date) {
  return samvad.app.database.transaction(async (tx) => {
    const { id, issued } = await issue(
      tx,
      { organizationId, at },
      {
        kind: 'subscription',
        isTestMode: false,
        supplier,
        placeOfSupply: '29',
        lines: [{ description: 'Forms premium, 1 to 31 October 2026', quantity: 1, unitPrice: PREMIUM }],
        taxes: taxesOn(PREMIUM, '29', '29'),
        period: { from: new Date('2026-09-30T18:30:00Z'), to: new Date('2026-10-31T18:30:00Z') },
        transactionId: null,
        rechargeId: null,
        paymentMethod: 'upi',
        paymentReference: 'pay_premium',
      },
    )
    await emit(tx, organizationId, at, [issued])
    return id
  })
}

let months = 0
/** A document of any kind, for the `index`th company; `isFailing` fails after taking a number, as a transaction can. */
async function issueAny(index: number, at: Date, isFailing = false): Promise<void> {
  const place = index % companies.length
  const { organizationId } = companies[place] as Company
  const kind = invoiceKinds[index % invoiceKinds.length] as Draft['kind']
  const month = `${1900 + Math.floor(months / 12)}-${String((months++ % 12) + 1).padStart(2, '0')}-01`
  const draft = draftOf(kind, index % 5 === 0, { id: originals[place] as string, month })
  await samvad.app.database.transaction(async (tx) => {
    await issueDocument(tx, { organizationId, at }, draft)
    if (isFailing) throw new Error('failed behind its number')
  })
}

const spans = (rows: Numbered[]) => {
  const bySeries = new Map<string, bigint[]>()
  for (const { series, financial_year, series_number } of rows) {
    const name = `${series} ${financial_year}`
    bySeries.set(name, [...(bySeries.get(name) ?? []), series_number])
  }
  return bySeries
}

test('spec 12.3: a subscription payment has an invoice, with its period and the reference of the payment', async () => {
  const [id] = originals as [string]
  const answer = await samvad.request('GET', `/api/v1/billing/invoices/${publicId('inv', id)}`, {
    headers: { accept: 'application/json' },
  })
  const { number, kind, sandbox, status, period, payment_reference, total, taxes, notes } = answer.body
  assert.match(number, /^INV\//)
  assert.deepEqual(
    { kind, sandbox, status, period, payment_reference, total, notes },
    {
      kind: 'subscription',
      sandbox: false,
      status: 'paid',
      period: { from: 1790793000, to: 1793471400 },
      payment_reference: 'pay_premium',
      total: '588.82',
      notes: [],
    },
  )
  assert.deepEqual(
    taxes.map(({ amount }: { amount: string }) => amount),
    ['44.91', '44.91'],
  )
  const pdf = await samvad.request('GET', `/api/v1/billing/invoices/${publicId('inv', id)}`)
  assert.ok(pdf.text.includes(`(Tax invoice ${number})`))
})

test('spec 12.7: no number is missing or given twice when all kinds are issued at once, and some fail behind their number', async () => {
  const at = samvad.app.clock()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 80 }, (_, index) => issueAny(index, at, index % 7 === 0)),
  )
  const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []))
  assert.deepEqual(new Set(failed), new Set(['failed behind its number']))
  const rows = await numbered()
  const series = spans(rows)
  assert.deepEqual(new Set([...series.keys()].map((name) => name.slice(0, 3))), new Set(['CRN', 'INV', 'SBX', 'USG']))
  for (const [name, numbers] of series) {
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => BigInt(index + 1)),
      name,
    )
  }
  assert.equal(rows.length, originals.length + outcomes.length - failed.length)
  assert.ok(rows.every(({ number }) => number.length <= 16))
  assert.equal(new Set(rows.map(({ number }) => number)).size, rows.length)
})

test('spec 12.7: across midnight of 31 March in India every series ends and begins anew, whoever commits first', async () => {
  const lastMoment = new Date('2035-03-31T18:29:59.999Z')
  const midnight = new Date('2035-03-31T18:30:00.000Z')
  await Promise.all(Array.from({ length: 80 }, (_, index) => issueAny(index, index % 3 === 0 ? midnight : lastMoment)))
  const rows = (await numbered()).filter(({ issued_at }) => issued_at >= lastMoment)
  assert.equal(rows.length, 80)
  for (const { series, number, financial_year, issued_at } of rows) {
    const isNew = issued_at.getTime() === midnight.getTime()
    assert.equal(financial_year, isNew ? 2035 : 2034)
    assert.ok(number.startsWith(`${series}/${isNew ? '35-36' : '34-35'}/`), number)
  }
  for (const series of ['CRN', 'INV', 'SBX', 'USG']) {
    for (const year of [2034, 2035]) {
      const numbers = spans(rows).get(`${series} ${year}`) ?? []
      assert.ok(numbers.length > 0, `${series} ${year}`)
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => BigInt(index + 1)),
        `${series} ${year}`,
      )
    }
  }
})

test('spec 12.11: a document that fails leaves nothing behind', async () => {
  const before = await samvad.rows(`select * from invoice_series order by series, financial_year`)
  const count = await samvad.rows(`select count(*) from invoices`)
  await assert.rejects(issueAny(1, samvad.app.clock(), true), /failed behind its number/)
  assert.deepEqual(await samvad.rows(`select * from invoice_series order by series, financial_year`), before)
  assert.deepEqual(await samvad.rows(`select count(*) from invoices`), count)
  // Nor does one that the database rejects: no transaction is invoiced twice.
  const transactionId = newUuid()
  const { organizationId } = samvad.company
  const twice = samvad.app.database.transaction(async (tx) => {
    const draft = { ...draftOf('recharge', false, { id: '', month: '' }), transactionId }
    await issueDocument(tx, { organizationId, at: samvad.app.clock() }, draft)
    await issueDocument(tx, { organizationId, at: samvad.app.clock() }, draft)
  })
  await assert.rejects(twice)
  assert.deepEqual(await samvad.rows(`select * from invoice_series order by series, financial_year`), before)
})
