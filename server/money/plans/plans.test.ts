// spec 23.10, 23.11, 23.12: plan prices come from lists that are published once and never edited.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { newOperator } from '../../../test/prices.ts'
import { assertRefused, idsOf, person } from '../../../test/story.ts'
import { planListFor } from './actions.ts'

const samvad = await startSamvad()
const operator = await newOperator(samvad)
const boss = person(samvad, operator)

const LISTS = '/v1/plan_lists'
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

const shownTo = async (token?: string) =>
  (await samvad.request('GET', '/api/v1/billing/plans', token === undefined ? {} : { token })).body
const premiumOf = ({ plans }: { plans: { plan: string; price: string; tax: string; total: string }[] }) => {
  const { price, tax, total } = plans.find(({ plan }) => plan === 'premium') as (typeof plans)[number]
  return [price, tax, total]
}

test('spec 23.10, 23.12: premium is 499.00 and 18% GST, 588.82 to pay, and the free plan costs nothing', async () => {
  const shown = await shownTo()
  assert.deepEqual(
    shown.plans.map(({ plan, price, tax, total }: Record<string, string>) => [plan, price, tax, total]),
    [
      ['free', '0.00', '0.00', '0.00'],
      ['premium', '499.00', '89.82', '588.82'],
    ],
  )
  assert.deepEqual([shown.currency, shown.tax_percent, shown.upcoming], ['INR', 18, null])
  assert.deepEqual(shown.plans[0].features, [])
  assert.deepEqual(shown.plans[1].features, ['custom_domains', 'no_branding', 'advanced_analytics', 'priority_support'])
})

test('spec 23.12: the taxes are those of the place of supply', async () => {
  const company = await samvad.newCompany('Deccan Tools')
  const taxes = async () => (await shownTo(company.token)).plans[1].taxes
  const inState = await taxes()
  assert.deepEqual(
    inState.map(({ rate, amount }: Record<string, string>) => [rate, amount]),
    [
      ['9', '44.91'],
      ['9', '44.91'],
    ],
  )
  const other = samvad.app.settings.supplier.stateCode === '29' ? '27' : '29'
  const json = { legal_name: 'Deccan Tools', state_code: other, address_lines: ['1 Fort Road'] }
  const saved = await samvad.request('PUT', '/api/v1/billing/profile', { token: company.token, json })
  assert.equal(saved.status, 200, saved.text)
  assert.deepEqual(await taxes(), [{ name: 'IGST', rate: '18', amount: '89.82' }])
})

test('spec 23.10, 23.11: a list takes over at its instant, is shown before as upcoming, and is audited', async () => {
  const begins = new Date('2033-01-01T00:00:00+05:30')
  const list = await boss.make(LISTS, {
    name: 'Plans 2033',
    premium_price: '549.00',
    tax_percent: 5,
    effective_from: seconds(begins),
  })
  assert.deepEqual([list.organization_id, list.premium_price, list.tax_percent], [null, '549.00', 5])
  const before = await shownTo()
  assert.deepEqual(premiumOf(before), ['499.00', '89.82', '588.82'])
  assert.deepEqual(before.upcoming, {
    effective_from: seconds(begins),
    price: '549.00',
    tax: '27.46',
    total: '576.46',
  })
  const { organizationId } = samvad.company
  const priceAt = async (at: Date) => (await planListFor(samvad.app.database.reads, organizationId, at)).premiumMicros
  assert.equal(await priceAt(new Date(begins.getTime() - 1)), 499_000_000n)
  assert.equal(await priceAt(begins), 549_000_000n)
  const log = await boss.get('/v1/installation/audit_log?action=plan_list.published')
  assert.deepEqual([log.body.data[0].object, log.body.data[0].details.premium_price], [list.id, '549.00'])
  assert.deepEqual((await boss.get(`${LISTS}/${list.id}`)).body, list)
})

test('spec 23.10: the list of an organization goes before the default one, and is told to it', async () => {
  const company = await samvad.newCompany('Bharat Seeds')
  const organization_id = publicId('org', company.organizationId)
  const list = await boss.make(LISTS, { name: 'Bharat', organization_id, premium_price: '399.00' })
  assert.deepEqual(premiumOf(await shownTo(company.token)), ['399.00', '71.82', '470.82'])
  assert.deepEqual(premiumOf(await shownTo()), ['499.00', '89.82', '588.82'])
  assert.deepEqual(idsOf((await boss.get(`${LISTS}?organization_id=${organization_id}`)).body.data), [list.id])
  const events = await samvad.rows('select org_id, object_id, payload from events where type = $1', [
    'plan_list.published',
  ])
  assert.deepEqual(events, [{ org_id: company.organizationId, object_id: uuidOf('planl', list.id), payload: list }])
})

test('spec 23.10: errors name their field, and a published list cannot be changed or deleted', async () => {
  const refused = async (field: string, change: object, status = 422, code = 'invalid_content') =>
    assertRefused(await boss.post(LISTS, { name: 'Wrong', premium_price: '499.00', ...change }), status, code, field)
  const [before] = await samvad.rows('select count(*) from plan_lists')
  await refused('name', { name: ' ' })
  await refused('premium_price', { premium_price: '0.99' })
  await refused('premium_price', { premium_price: '499.001' })
  await refused('premium_price', { premium_price: '100000.01' })
  await refused('tax_percent', { tax_percent: 41 })
  await refused('effective_from', { effective_from: seconds(new Date()) - 3600 })
  await refused('organization_id', { organization_id: publicId('org', samvad.company.userId) }, 404, 'not_found')
  assert.deepEqual(await samvad.rows('select count(*) from plan_lists'), [before])
  for (const statement of [`update plan_lists set name = 'Other'`, 'delete from plan_lists', 'truncate plan_lists'])
    await assert.rejects(samvad.rows(statement), { code: '42501' })
  assertRefused(await person(samvad).get(LISTS), 403, 'permission_denied')
})
