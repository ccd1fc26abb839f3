import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'

const samvad = await startSamvad()
const PRICES = '/api/v1/billing/prices'

test('spec 8.1, 8.2, 8.3: the public prices are those of the specification, as strings', async () => {
  const { status, body } = await samvad.request('GET', PRICES)
  assert.equal(status, 200)
  const { id, effective_from, ...rest } = body
  assert.match(id, /^plist_/)
  assert.equal(typeof effective_from, 'number')
  const flat = (price: string) => ({ mode: 'graduated', tiers: [{ from: 1, up_to: null, price }] })
  assert.deepEqual(rest, {
    name: 'Public prices',
    currency: 'INR',
    sms_unit: 'message',
    prices: {
      email: {
        mode: 'graduated',
        tiers: [
          { from: 1, up_to: 10_000, price: '0.15' },
          { from: 10_001, up_to: 50_000, price: '0.12' },
          { from: 50_001, up_to: 100_000, price: '0.10' },
          { from: 100_001, up_to: null, price: '0.08' },
        ],
      },
      app_session: flat('0.45'),
      app_template: flat('0.65'),
      sms: {
        mode: 'graduated',
        tiers: [
          { from: 1, up_to: 10_000, price: '0.25' },
          { from: 10_001, up_to: 50_000, price: '0.22' },
          { from: 50_001, up_to: null, price: '0.20' },
        ],
      },
    },
  })
})

test('spec 8.13, 8.15: an organization with a contract sees its own prices, the others the public ones', async () => {
  const company = await samvad.newCompany('Large Bank')
  await samvad.rows(
    `insert into price_lists (id, org_id, name, effective_from, definition, published_at)
     select gen_random_uuid(), $1, 'Contract', now() - interval '1 day',
            jsonb_set(definition, '{prices,email,tiers}', '[{"up_to": null, "price": "0.0725"}]'), now()
       from price_lists where org_id is null`,
    [company.organizationId],
  )
  const own = (await samvad.request('GET', PRICES, { token: company.token })).body
  assert.deepEqual([own.name, own.prices.email.tiers], ['Contract', [{ from: 1, up_to: null, price: '0.0725' }]])
  assert.equal((await samvad.request('GET', PRICES)).body.name, 'Public prices')
})

test('spec 1.5: prices are for whoever may see the organization, and for nobody without a token', async () => {
  const { organizationId } = samvad.company
  const viewer = await samvad.newMember(organizationId, 'viewer')
  const payer = await samvad.newMember(organizationId, 'owner', ['wallet.recharge'])
  assert.equal((await samvad.request('GET', PRICES, { token: viewer.token })).status, 200)
  assert.equal((await samvad.request('GET', PRICES, { token: payer.token })).status, 403)
  assert.equal((await samvad.request('GET', PRICES, { token: null })).status, 401)
})
