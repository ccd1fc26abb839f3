import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { openRecharge } from '../../../test/payments.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad({ SAMVAD_RECHARGE_MAX: '10000' })
const inclusive = await startSamvad({ SAMVAD_RECHARGE_MAX: '10000', SAMVAD_RECHARGE_TAX: 'inclusive' })
const PATH = '/api/v1/billing/recharges/estimate'

test('spec 10.40: what a recharge costs is said before it is made, and is what it costs', async () => {
  for (const installation of [samvad, inclusive])
    for (const amount of ['1000.00', '847.53', '9999.99']) {
      const { status, body, text } = await person(installation).get(`${PATH}?amount=${amount}`)
      assert.equal(status, 200, text)
      const made = await openRecharge(installation, amount)
      const { estimate } = body
      assert.deepEqual([estimate.amount, estimate.tax, estimate.total], [made.amount, made.tax, made.total])
    }
  const rows = await samvad.rows('select status from recharges')
  assert.equal(rows.length, 3, 'an estimate opens nothing')
})

test('spec 10.40: the limits are those of what is sent, without an amount too', async () => {
  const { body } = await person(samvad).get(PATH)
  assert.deepEqual(body, { currency: 'INR', minimum: '100.00', maximum: '10000.00', estimate: null })
  const within = (await person(inclusive).get(PATH)).body
  assert.deepEqual([within.minimum, within.maximum], ['118.00', '11800.00'])
  for (const [installation, amounts] of [
    [samvad, ['99.99', '10000.01', '0']],
    [inclusive, ['117.99', '11800.02']],
  ] as const)
    for (const amount of amounts)
      assertRefused(await person(installation).get(`${PATH}?amount=${amount}`), 400, 'invalid_query', 'amount')
  assert.equal((await person(inclusive).get(`${PATH}?amount=118`)).status, 200)
})

test('spec 10.40: the tax is that of the state of the customer', async () => {
  const company = await samvad.newCompany('Chennai Optics')
  const owner = person(samvad, company)
  const profile = { legal_name: 'Chennai Optics', state_code: '33' }
  assert.equal((await owner.put('/api/v1/billing/profile', profile)).status, 200)
  const { estimate } = (await owner.get(`${PATH}?amount=1000.00`)).body
  assert.deepEqual(estimate.taxes, [{ name: 'IGST', rate: '18', amount: '180.00' }])
})
