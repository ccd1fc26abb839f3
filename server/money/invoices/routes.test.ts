import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMicros } from '#kit/money.ts'
import fc, { SLOW_CASES } from '../../../test/cases.ts'
import { type Company, startSamvad } from '../../../test/harness.ts'
import { openRecharge, payAtCheckout } from '../../../test/payments.ts'

const samvad = await startSamvad({
  SAMVAD_SUPPLIER_NAME: 'Samvad Messaging',
  SAMVAD_SUPPLIER_GSTIN: '29AAGCB7383J1Z4',
  SAMVAD_SUPPLIER_ADDRESS: 'Residency Road; Bengaluru 560025',
  SAMVAD_SUPPLIER_EMAIL: 'bills@samvad.example',
})
const neighbour = await samvad.newCompany('Neighbour Traders')
const INVOICES = '/api/v1/billing/invoices'
const PROFILE = '/api/v1/billing/profile'
const asJson = { accept: 'application/json' }

async function paidInvoice(company: Company, amount: string) {
  const recharge = await openRecharge(samvad, amount, { payment_method: 'upi' }, company)
  assert.equal((await payAtCheckout(recharge.checkout_url, 'success')).status, 200)
  const { body } = await samvad.request('GET', `${INVOICES}?limit=1`, { token: company.token })
  return { recharge, invoice: body.data[0] }
}

const setProfile = (company: Company, json: object) => samvad.request('PUT', PROFILE, { token: company.token, json })

test('spec 12.1, 12.8: an invoice of a recharge has both parties, the lines, the tax and the total', async () => {
  const company = await samvad.newCompany('Asha Textiles')
  const profile = {
    legal_name: 'Asha Textiles Private Limited',
    gstin: '29AAPFU0939F1ZR',
    address_lines: ['12, Chickpet Main Road', 'Bengaluru 560053'],
    state_code: '29',
    email: 'accounts@asha.example',
  }
  assert.equal((await setProfile(company, profile)).status, 200)
  const before = Math.floor(Date.now() / 1000)
  const { invoice } = await paidInvoice(company, '100000.00')
  const answer = await samvad.request('GET', `${INVOICES}/${invoice.id}`, { token: company.token, headers: asJson })
  assert.equal(answer.status, 200)
  const { id, number, issued_at, payment_reference, ...rest } = answer.body
  assert.match(number, /^SBX\/\d\d-\d\d\/\d{6}$/)
  assert.match(payment_reference, /^pay_/)
  assert.ok(before <= issued_at && issued_at <= Date.now() / 1000)
  assert.deepEqual(rest, {
    kind: 'recharge',
    sandbox: true,
    notes: ['Test money from the sandbox payment gateway. This is not a tax document.'],
    original_invoice: null,
    reason: null,
    period: null,
    amount_due: '0.00',
    amount_credited: '0.00',
    supplier: {
      name: 'Samvad Messaging',
      gstin: '29AAGCB7383J1Z4',
      address_lines: ['Residency Road', 'Bengaluru 560025'],
      state_code: '29',
      state: 'Karnataka',
      email: 'bills@samvad.example',
    },
    customer: {
      name: 'Asha Textiles Private Limited',
      gstin: '29AAPFU0939F1ZR',
      address_lines: ['12, Chickpet Main Road', 'Bengaluru 560053'],
      state_code: '29',
      state: 'Karnataka',
      email: 'accounts@asha.example',
    },
    place_of_supply: '29',
    reverse_charge: false,
    lines: [
      {
        description: 'Prepaid messaging credits (wallet recharge)',
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
    status: 'paid',
  })

  const pdf = await samvad.request('GET', `${INVOICES}/${id}`, { token: company.token })
  assert.equal(pdf.status, 200)
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  assert.equal(pdf.headers.get('content-disposition'), `attachment; filename="${number.replaceAll('/', '-')}.pdf"`)
  assert.ok(pdf.text.startsWith('%PDF-'))
  assert.ok(pdf.text.includes(`(Sandbox invoice ${number})`))
})

test('spec 12.4: a customer in another state pays IGST, one whose state is unknown the tax of the supplier', async () => {
  const company = await samvad.newCompany('Bombay Prints')
  const unknown = (await paidInvoice(company, '1000.00')).invoice
  assert.deepEqual(
    [unknown.customer.name, unknown.customer.state_code, unknown.place_of_supply],
    ['Bombay Prints', null, '29'],
  )
  assert.deepEqual(
    unknown.taxes.map((tax: { name: string }) => tax.name),
    ['CGST', 'SGST'],
  )

  await setProfile(company, { legal_name: 'Bombay Prints LLP', state_code: '27' })
  const { invoice } = await paidInvoice(company, '1000.00')
  assert.deepEqual(invoice.taxes, [{ name: 'IGST', rate: '18', amount: '180.00' }])
  assert.equal(invoice.place_of_supply, '27')
  const earlier = await samvad.request('GET', `${INVOICES}/${unknown.id}`, { token: company.token, headers: asJson })
  assert.deepEqual(earlier.body, unknown, 'an issued invoice never changes')
})

test('spec 12.4: the invoice says the tax that was quoted and paid, also when the profile changes in between', async () => {
  const company = await samvad.newCompany('Chennai Optics')
  // Rounding two halves adds half a paisa: 13.55 twice instead of 27.09.
  const recharge = await openRecharge(samvad, '150.50', {}, company)
  assert.equal(recharge.tax, '27.10')
  await setProfile(company, { legal_name: 'Chennai Optics', state_code: '33' })
  await payAtCheckout(recharge.checkout_url, 'success')
  const [invoice] = (await samvad.request('GET', INVOICES, { token: company.token })).body.data
  assert.equal(invoice.total, recharge.total)
  assert.deepEqual(
    invoice.taxes.map((tax: { amount: string }) => tax.amount),
    ['13.55', '13.55'],
  )
  assert.equal((await openRecharge(samvad, '150.50', {}, company)).tax, '27.09')
})

test('spec 12.5: lines = net + tax = total = what was paid, to the paisa, for any amount in any state', async () => {
  const company = await samvad.newCompany('Delhi Paper')
  const micros = (text: string) => parseMicros(text) as bigint
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 10_000, max: 99_999_999 }),
      fc.constantFrom('29', '07'),
      async (paise, state_code) => {
        await setProfile(company, { legal_name: 'Delhi Paper', state_code })
        const { recharge, invoice } = await paidInvoice(company, (paise / 100).toFixed(2))
        const lines = invoice.lines.reduce((sum: bigint, line: { amount: string }) => sum + micros(line.amount), 0n)
        const tax = invoice.taxes.reduce((sum: bigint, one: { amount: string }) => sum + micros(one.amount), 0n)
        assert.equal(lines, micros(invoice.taxable_amount))
        assert.equal(lines + tax, micros(invoice.total))
        assert.deepEqual([invoice.taxable_amount, invoice.total], [recharge.amount, recharge.total])
        assert.equal(tax, micros(recharge.tax))
      },
    ),
    { numRuns: SLOW_CASES },
  )
  const [ledger] = await samvad.rows(
    `select (select sum(tax_micros)::int8 from invoices where org_id = $1) as invoiced,
            (select balance_micros from ledger_balances where org_id = $1 and account = 'tax') as owed`,
    [company.organizationId],
  )
  assert.equal(ledger?.invoiced, ledger?.owed)
})

test('spec 12.7: the financial year turns at midnight of 1 April in India, and each year counts from 1', async () => {
  const company = await samvad.newCompany('Earth Tiles')
  const numberAt = async (time: string) => {
    samvad.setClock(new Date(time))
    return (await paidInvoice(company, '100.00')).invoice.number
  }
  assert.equal(await numberAt('2031-03-31T18:29:59.999Z'), 'SBX/30-31/000001')
  assert.equal(await numberAt('2031-03-31T18:30:00.000Z'), 'SBX/31-32/000001')
  assert.equal(await numberAt('2031-04-01T00:00:00.000Z'), 'SBX/31-32/000002')
  samvad.setClock(null)
})

test('spec 12.7: a clock that steps back does not date an invoice before the one with the number below it', async () => {
  const company = await samvad.newCompany('Fresh Farms')
  samvad.setClock(new Date('2033-06-01T10:00:00Z'))
  const first = (await paidInvoice(company, '100.00')).invoice
  samvad.setClock(new Date('2033-06-01T09:00:00Z'))
  const second = (await paidInvoice(company, '100.00')).invoice
  samvad.setClock(null)
  assert.deepEqual([first.number, second.number], ['SBX/33-34/000001', 'SBX/33-34/000002'])
  assert.ok(second.issued_at >= first.issued_at)
})

test('spec 1.1: another organization finds neither the invoice nor its PDF', async () => {
  const company = await samvad.newCompany('Gupta Sweets')
  const { invoice } = await paidInvoice(company, '100.00')
  for (const headers of [asJson, {} as Record<string, string>]) {
    const answer = await samvad.request('GET', `${INVOICES}/${invoice.id}`, { token: neighbour.token, headers })
    assert.equal(answer.status, 404)
  }
  assert.equal((await samvad.request('GET', `${INVOICES}/inv_nonsense`)).status, 404)
  assert.deepEqual((await samvad.request('GET', INVOICES, { token: neighbour.token })).body, {
    has_more: false,
    data: [],
  })
  const cursor = await samvad.request('GET', `${INVOICES}?starting_after=${invoice.id}`, { token: neighbour.token })
  assert.equal(cursor.body.code, 'unknown_cursor')
})

test('spec 1.4, 12.15: invoices need invoices.download alone, the billing profile billing.manage', async () => {
  const company = await samvad.newCompany('Hill Tea')
  const { invoice } = await paidInvoice(company, '100.00')
  const statuses = async (permissions: Parameters<typeof samvad.newMember>[2]) => {
    const { token } = await samvad.newMember(company.organizationId, 'owner', permissions)
    const answers = await Promise.all([
      samvad.request('GET', INVOICES, { token }),
      samvad.request('GET', `${INVOICES}/${invoice.id}`, { token }),
      samvad.request('GET', PROFILE, { token }),
      samvad.request('PUT', PROFILE, { token, json: { legal_name: 'Hill Tea', state_code: '33' } }),
    ])
    return answers.map(({ status }) => status)
  }
  assert.deepEqual(await statuses(['invoices.download']), [200, 200, 403, 403])
  assert.deepEqual(await statuses(['billing.manage']), [403, 403, 200, 200])
  assert.deepEqual(await statuses(['balance.view', 'wallet.recharge', 'usage.view']), [403, 403, 403, 403])
})

test('spec 12.15: the billing profile begins with the name of the organization, and changes by what is given', async () => {
  const company = await samvad.newCompany('Indigo Dyes')
  const get = async () => (await samvad.request('GET', PROFILE, { token: company.token })).body
  const empty = {
    legal_name: 'Indigo Dyes',
    gstin: null,
    address_lines: [],
    state_code: null,
    email: null,
    phone: null,
    updated_at: null,
  }
  assert.deepEqual(await get(), empty)

  const incomplete = await setProfile(company, { email: 'accounts@indigo.example' })
  assert.deepEqual([incomplete.status, incomplete.body.errors[0].field], [422, 'state_code'])
  assert.deepEqual(await get(), empty)

  await setProfile(company, { state_code: '27', gstin: '27AAPFU0939F1ZV', address_lines: ['Fort'] })
  const { updated_at, ...changed } = (await setProfile(company, { email: 'accounts@indigo.example' })).body
  assert.equal(typeof updated_at, 'number')
  assert.deepEqual(changed, {
    legal_name: 'Indigo Dyes',
    gstin: '27AAPFU0939F1ZV',
    address_lines: ['Fort'],
    state_code: '27',
    email: 'accounts@indigo.example',
    phone: null,
  })
  assert.equal((await setProfile(company, { gstin: null })).body.gstin, null)
})

test('spec 12.6: a GSTIN in small letters is taken, and the state with it, unless another one was said', async () => {
  const company = await samvad.newCompany('Indore Namkeen')
  const taken = await setProfile(company, { gstin: '27aapfu0939f1zv' })
  assert.deepEqual([taken.status, taken.body.gstin, taken.body.state_code], [200, '27AAPFU0939F1ZV', '27'], taken.text)
  const moved = await setProfile(company, { gstin: '29aagcb7383J1z4' })
  assert.deepEqual([moved.body.gstin, moved.body.state_code], ['29AAGCB7383J1Z4', '29'])
  const torn = await setProfile(company, { gstin: '27AAPFU0939F1ZV', state_code: '29' })
  assert.deepEqual([torn.status, torn.body.errors[0].field], [422, 'gstin'])
  assert.equal(torn.body.errors[0].code, 'gstin_other_state')
  for (const wrong of ['27aapfu0939f1zx', '99aapfu0939f1zv', 'zz', '27AAPFU0939F1Z\u0130'])
    assert.equal((await setProfile(company, { gstin: wrong })).body.errors?.[0].field, 'gstin', wrong)
  assert.deepEqual((await setProfile(company, {})).body.state_code, '29', 'a refused change changed nothing')
})

for (const [what, change, field] of [
  ['a wrong check digit', { gstin: '27AAPFU0939F1ZX', state_code: '27' }, 'gstin'],
  ['a GSTIN of another state', { gstin: '27AAPFU0939F1ZV', state_code: '29' }, 'gstin'],
  ['a state that does not exist', { state_code: '99' }, 'state_code'],
  ['a state as a number', { state_code: 29 }, 'state_code'],
  ['no address of mail', { state_code: '29', email: 'accounts' }, 'email'],
  ['an unknown field', { state_code: '29', pan: 'AAPFU0939F' }, 'pan'],
  ['too many address lines', { state_code: '29', address_lines: ['1', '2', '3', '4', '5', '6'] }, 'address_lines'],
] as const) {
  test(`spec 12.15: a billing profile with ${what} is refused`, async () => {
    const company = await samvad.newCompany('Jaipur Gems')
    const answer = await setProfile(company, change)
    assert.deepEqual([answer.status, answer.body.errors[0].field], [422, field])
    assert.equal((await samvad.request('GET', PROFILE, { token: company.token })).body.state_code, null)
  })
}

test('spec 12.6: a state cannot be changed away from under a GSTIN', async () => {
  const company = await samvad.newCompany('Kutch Salt')
  await setProfile(company, { state_code: '24', gstin: '24AAACC1206D1ZM' })
  const answer = await setProfile(company, { state_code: '27' })
  const [{ field, code, params }] = answer.body.errors
  assert.deepEqual([answer.status, field], [422, 'state_code'])
  assert.deepEqual([code, params], ['state_not_of_gstin', { gstin_state: '24' }])
})
