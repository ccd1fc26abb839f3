import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { RECHARGES } from '../../../test/payments.ts'

const samvad = await startSamvad({ SAMVAD_SANDBOX: 'off' })

test('spec 16.5: with the sandbox off and no real gateway, no recharge begins and nobody credits a wallet for nothing', async () => {
  const refused = await samvad.request('POST', RECHARGES, { json: { amount: '100.00' } })
  assert.equal(refused.status, 422)
  assert.equal(refused.body.code, 'gateway_unavailable')
  assert.deepEqual(await samvad.rows(`select id from recharges`), [])
  assert.deepEqual(await samvad.rows(`select id from transactions`), [])

  const organization = publicId('org', samvad.company.organizationId)
  const checkout = `/sandbox/checkout/${organization}/order_01jd3v9k7he2n8q4x5c6t7w8yz`
  assert.equal((await samvad.request('GET', checkout)).status, 404)
  assert.equal((await samvad.request('POST', `/webhooks/gateways/sandbox/${organization}`, { json: {} })).status, 404)
  assert.deepEqual((await samvad.request('GET', RECHARGES)).body, { has_more: false, data: [] })
})
