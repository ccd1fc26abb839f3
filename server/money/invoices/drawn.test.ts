// The customer on an invoice is readable (spec 12.16), and pasted values are accepted (spec 3.29).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Company, publicId, startSamvad } from '../../../test/harness.ts'
import { openRecharge, payAtCheckout } from '../../../test/payments.ts'
import { assertRefused } from '../../../test/story.ts'

const samvad = await startSamvad()
const PROFILE = '/api/v1/billing/profile'
const RECHARGES = '/api/v1/billing/recharges'

const setProfile = ({ token }: Company, json: object) => samvad.request('PUT', PROFILE, { token, json })
const recharge = ({ token }: Company) => samvad.request('POST', RECHARGES, { token, json: { amount: '100.00' } })

test('spec 12.16: a name or an address without letters in the fonts is refused with its first character, and changes nothing', async () => {
  const company = await samvad.newCompany('Asha Textiles')
  const given = await setProfile(company, { legal_name: 'आशा वस्त्र ₹', address_lines: ['चिकपेट'], state_code: '29' })
  assert.equal(given.status, 200, given.text)
  const name = await setProfile(company, { legal_name: 'தமிழ் 😀' })
  assertRefused(name, 422, 'invalid_content', 'legal_name')
  assert.deepEqual(name.body.errors[0].params, { character: 'த', code_point: 'U+0BA4' })
  const lines = await setProfile(company, { address_lines: ['Chickpet', 'Shop 😀'] })
  assertRefused(lines, 422, 'invalid_content', 'address_lines[1]')
  assert.deepEqual((await samvad.request('GET', PROFILE, { token: company.token })).body, given.body)
})

test('spec 12.16: an organization whose name cannot be drawn recharges once its profile has one that can', async () => {
  const company = await samvad.newCompany('தமிழ் நெசவு')
  const refused = await recharge(company)
  assertRefused(refused, 422, 'invalid_content', 'legal_name')
  assert.equal(refused.body.reason, 'legal_name_not_printable')
  assert.equal((await samvad.request('GET', RECHARGES, { token: company.token })).body.data.length, 0)
  assert.equal((await setProfile(company, { legal_name: 'Tamil Nesavu', state_code: '33' })).status, 200)
  assert.equal((await recharge(company)).status, 201)
})

test('spec 12.16: a document whose party could be drawn no longer names the organization by its id', async () => {
  const company = await samvad.newCompany('Kaveri Silks')
  const open = await openRecharge(samvad, '100.00', {}, company)
  const json = { name: 'காவேரி' }
  assert.equal((await samvad.request('PUT', '/v1/organization', { token: company.token, json })).status, 200)
  assert.equal((await payAtCheckout(open.checkout_url, 'success')).status, 200)
  const { body } = await samvad.request('GET', '/api/v1/billing/invoices?limit=1', { token: company.token })
  assert.equal(body.data[0].customer.name, publicId('org', company.organizationId))
})

test('spec 12.6, 3.29: a GSTIN and a phone number that were pasted with spaces and hyphens, or typed in Devanagari digits, are taken', async () => {
  const company = await samvad.newCompany('Jodhpur Crafts')
  for (const gstin of [
    ' 27 AAPFU 0939F 1ZV ',
    '27-AAPFU0939F-1ZV',
    '27\u00a0aapfu\u20110939f\u200b1zv',
    '२७ AAPFU ०९३९F १ZV',
  ]) {
    const { status, body, text } = await setProfile(company, { gstin, phone: '+91 98123-45678' })
    assert.deepEqual([status, body.gstin, body.state_code], [200, '27AAPFU0939F1ZV', '27'], text)
    assert.equal(body.phone, '+919812345678')
  }
  assert.equal((await setProfile(company, { phone: '+९१ ९८१२३ ४५६७८' })).body.phone, '+919812345678')
  const wrong = await setProfile(company, { phone: '98123 45678' })
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'phone'])
})
